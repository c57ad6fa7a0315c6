import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingsPage } from '../document/settings.js';
import { ConfigurationError, readConfiguration, readSecret } from './configuration.js';
import { parseBytes, parseQuota } from './parsers.js';

describe('the configuration', () => {
  it('takes what an operator sets', () => {
    expect(
      readConfiguration({
        PORT: '8080',
        HOST: '::',
        DATABASE_URL: 'postgresql://me:secret@db.example:5432/catalogue',
        DATABASE_DIRECT_URL: 'postgresql://db1.example/catalogue',
        DATABASE_REPLICA_URL: 'postgresql://db2.example/catalogue, postgresql://db3.example/catalogue',
        REPLICA_LAG: '10s',
        REDIS_URL: 'rediss://me:secret@redis.example:6380/1',
        WORKERS: '4',
        PUBLIC_URL: 'https://api.example.org/catalogue/',
        TRUST_PROXY: '10.0.0.0/8, ::1',
        DEMO: 'off',
        DEMO_TOKEN: `rct_${'a'.repeat(49)}`,
        RATE_LIMIT: '10/2m',
        MAX_CONNECTIONS: '2000',
        RESPONSE_BUFFER: '1GiB',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        SHUTDOWN_DELAY: '15s',
        OIDC_ISSUER: 'https://login.example.org/realms/workshop/',
        OIDC_AUDIENCE: 'catalogue',
        OIDC_SCOPE_CLAIM: 'https://example.org/scopes',
        METRICS_HOST: '::1',
        SLOW_REQUEST: '250ms',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'text',
      }),
    ).toMatchObject({
      port: 8080,
      host: '::',
      databaseDirectUrl: 'postgresql://db1.example/catalogue',
      databaseReplicaUrls: ['postgresql://db2.example/catalogue', 'postgresql://db3.example/catalogue'],
      replicaLag: 10_000,
      redisUrl: 'rediss://me:secret@redis.example:6380/1',
      workers: 4,
      publicUrl: 'https://api.example.org/catalogue',
      trustProxy: ['10.0.0.0/8', '::1'],
      demo: false,
      demoToken: `rct_${'a'.repeat(49)}`,
      rateLimit: { requests: 10, seconds: 120 },
      maxConnections: 2000,
      responseBuffer: 1024 ** 3,
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      shutdownDelay: 15_000,
      oidcIssuer: 'https://login.example.org/realms/workshop/',
      oidcAudience: 'catalogue',
      oidcScopeClaim: 'https://example.org/scopes',
      metricsHost: '::1',
      slowRequest: 250,
      otlpEndpoint: 'http://collector:4318',
      logLevel: 'warn',
      logFormat: 'text',
    });
  });

  it('names every error at once, and no secret', () => {
    const bad = {
      PORT: '70000',
      HOST: 'a b',
      DATABASE_URL: 'mysql://root:hunter2@x/y',
      DATABASE_DIRECT_URL: 'hunter2',
      DATABASE_REPLICA_URL: 'postgresql://db2.example/catalogue,postgresql:hunter2',
      REPLICA_LAG: '0s',
      REDIS_URL: 'redis://:hunter2@redis.example/a',
      WORKERS: '0',
      PUBLIC_URL: 'https://x.example/?a=1',
      TRUST_PROXY: 'yes',
      DEMO: 'maybe',
      DEMO_TOKEN: 'rct_hunter2',
      RATE_LIMIT: '0/60s',
      AUTH_FAILURE_LIMIT: '600',
      MAX_CONNECTIONS: '9',
      RESPONSE_BUFFER: '128',
      CORS_ORIGINS: 'https://a.example/path',
      SHUTDOWN_DELAY: '301',
      OIDC_ISSUER: 'https://login.example.org/?realm=workshop',
      OIDC_AUDIENCE: 'a b',
      OIDC_SCOPE_CLAIM: 'the scope',
      METRICS_PORT: 'on',
      METRICS_HOST: 'a b',
      SLOW_REQUEST: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      LOG_LEVEL: 'loud',
      LOG_FORMAT: 'xml',
    };
    let error: unknown;
    try {
      readConfiguration(bad);
    } catch (caught) {
      error = caught;
    }
    if (!(error instanceof ConfigurationError)) throw new Error('The invalid configuration was accepted.');
    for (const name of Object.keys(bad)) expect(error.message).toContain(name);
    expect(error.errors).toHaveLength(Object.keys(bad).length);
    expect(error.message).not.toContain('hunter2');
    expect(error.message).not.toContain('\n');
  });
});

it('refuses what only a PostgreSQL server can have, without one', () => {
  const error = 'The configuration is not valid';
  expect(() => readConfiguration({ WORKERS: '2', DATABASE_REPLICA_URL: 'postgresql://db2.example/catalogue' })).toThrow(
    `${error}: DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replicas; ` +
      'WORKERS needs DATABASE_URL: one process alone can have the embedded database.',
  );
});

it('refuses half of what PgBouncer needs', () => {
  const direct = 'postgresql://me@db.example/catalogue';
  expect(() => readConfiguration({ DATABASE_DIRECT_URL: direct })).toThrow(/DATABASE_DIRECT_URL needs DATABASE_URL/);
  const pooled = { DATABASE_URL: 'postgresql://me@pool.example:6432/catalogue?pgbouncer=true' };
  expect(() => readConfiguration(pooled)).toThrow(/DATABASE_URL with pgbouncer=true needs DATABASE_DIRECT_URL/);
  expect(readConfiguration({ ...pooled, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct);
});

it('refuses a PUBLIC_URL with a user, which every link would show', () => {
  expect(() => readConfiguration({ PUBLIC_URL: 'https://me:secret@x.example' })).toThrow(/PUBLIC_URL/);
});

it('takes SLOW_REQUEST=off and times', () => {
  expect(readConfiguration({ SLOW_REQUEST: 'off' }).slowRequest).toBe(Infinity);
  expect(readConfiguration({ SLOW_REQUEST: '2s' }).slowRequest).toBe(2000);
});

it('refuses to show metrics of one worker for all', () => {
  const variables = { DATABASE_URL: 'postgresql://me@db.example/catalogue', WORKERS: '2', METRICS_PORT: '9464' };
  expect(() => readConfiguration(variables)).toThrow(/METRICS_PORT needs WORKERS=1/);
  expect(() => readConfiguration({ DATABASE_URL: 'postgresql://' })).toThrow(/DATABASE_URL must be a URL like/);
  expect(() => readConfiguration({ METRICS_PORT: '3000' })).toThrow(/METRICS_PORT must be another port than PORT/);
  expect(() => readConfiguration({ METRICS_PORT: '0', PORT: '0' })).not.toThrow();
  expect(readConfiguration({ ...variables, WORKERS: '1' }).metricsPort).toBe(9464);
});

describe('an OpenID provider (AUTH-5)', () => {
  const audience = { OIDC_AUDIENCE: 'catalogue' };

  it.each(['http://login.example.org', 'http://localhost.example.org', 'ftp://login.example.org', 'login.example.org'])(
    'is not %s, whose keys could be anybody’s',
    (text) => {
      expect(() => readConfiguration({ OIDC_ISSUER: text, ...audience })).toThrow(/OIDC_ISSUER must be an https URL/);
    },
  );

  it.each(['https://login.example.org', 'http://localhost:8080/realms/a', 'http://127.0.0.1:9', 'http://[::1]:9/'])(
    'may be %s, by the letter',
    (text) => {
      expect(readConfiguration({ OIDC_ISSUER: text, ...audience }).oidcIssuer).toBe(text);
    },
  );

  it.each([audience, { OIDC_ISSUER: 'https://login.example.org' }])('is not half of it: %j', (half) => {
    expect(() => readConfiguration(half)).toThrow(/OIDC_ISSUER and OIDC_AUDIENCE must be set together/);
  });
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalogue-secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const url = 'postgresql://me:hunter2@db.example:5432/catalogue';
  const fileWith = (text: string): string => {
    const file = join(folder, `${Buffer.from(text).toString('hex')}x`);
    writeFileSync(file, text);
    return file;
  };

  it.each([url, `${url}\n`, `${url}\r\n`])('is what its variable would hold: %j', (text) => {
    expect(readConfiguration({ DATABASE_URL_FILE: fileWith(text), DATABASE_URL: ' ' }).databaseUrl).toBe(url);
    expect(readSecret({ MIRROR_TOKEN_FILE: fileWith(text) }, 'MIRROR_TOKEN')).toBe(url);
  });

  it('is asked for only where it is named', () => {
    expect(readSecret({ MIRROR_TOKEN: 'a', MIRROR_TOKEN_FILE: '' }, 'MIRROR_TOKEN')).toBe('a');
    expect(readSecret({ MIRROR_TOKEN: '' }, 'MIRROR_TOKEN')).toBeUndefined();
    expect(readConfiguration({ PORT_FILE: join(folder, 'nothing') }).port).toBe(3000);
  });

  it.each([
    ['nothing there', () => join(folder, 'nothing'), 'which cannot be read: it does not exist'],
    ['a folder', () => folder, 'which cannot be read: it is a folder'],
    ['an empty file', () => fileWith('\n'), 'which is empty'],
  ])('that is %s is refused by variable and file', (_, file, reason) => {
    expect(() => readConfiguration({ DATABASE_URL_FILE: file() })).toThrow(
      new ConfigurationError([`DATABASE_URL_FILE names ${file()}, ${reason}`]),
    );
  });

  it('is refused without its content where that is wrong, together with every other error', () => {
    const refusal = () => readConfiguration({ DATABASE_URL_FILE: fileWith('mysql://root:hunter2@x/y\n'), PORT: 'x' });
    expect(refusal).toThrow(/^The configuration is not valid: PORT must be .*; DATABASE_URL must be [^\n]*\.$/);
    expect(refusal).not.toThrow(/hunter2/);
  });

  it('is refused beside its variable, with both names', () => {
    const both = { DATABASE_URL: url, DATABASE_URL_FILE: fileWith(url) };
    expect(() => readConfiguration(both)).toThrow(/only one of DATABASE_URL and DATABASE_URL_FILE may be set/);
  });
});

describe('a quota', () => {
  it.each([
    ['600/60s', { requests: 600, seconds: 60 }],
    ['5/3s', { requests: 5, seconds: 3 }],
    ['1000000/1h', { requests: 1_000_000, seconds: 3600 }],
    ['600', undefined],
    ['600/60', undefined],
    ['0/60s', undefined],
    ['1/0s', undefined],
    ['1/25h', undefined],
    ['-1/60s', undefined],
  ])('%s', (text, expected) => {
    expect(parseQuota(text)).toEqual(expected);
  });
});

describe('a size', () => {
  it.each([
    ['16MiB', 16_777_216],
    ['2GiB', 2_147_483_648],
    ['15MiB', undefined],
    ['128', undefined],
    ['128MB', undefined],
    ['128mib', undefined],
    ['1.5GiB', undefined],
    ['0GiB', undefined],
    ['1000000GiB', undefined],
  ])('%s', (text, expected) => {
    expect(parseBytes(text)).toBe(expected);
  });
});

it('is what the page of settings tells of: after a change, run `npx nx run program:settings`', () => {
  const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(text('../../../docs/operations/settings.md')).toBe(settingsPage(text('configuration.ts')));
});
