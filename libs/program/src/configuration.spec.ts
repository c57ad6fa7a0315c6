import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingsPage } from '../document/settings.js';
import { ConfigurationError } from './configuration-error.js';
import { readConfiguration, readSecret } from './configuration.js';
import { parseBytes, parseQuota } from './parsers.js';

const [two, three] = ['postgresql://db2/a', 'postgresql://db3/a'];

/** A valid text of each variable, its value, and an invalid text. */
const settings: readonly (readonly [name: string, good: string, meaning: object, bad: string])[] = [
  ['PORT', '8080', { port: 8080 }, '70000'],
  ['HOST', '::', { host: '::' }, 'a b'],
  ['DATABASE_URL', 'postgresql://me:secret@db.example:5432/catalogue', {}, 'mysql://root:hunter2@x/y'],
  ['DATABASE_DIRECT_URL', 'postgresql://db1/a', { databaseDirectUrl: 'postgresql://db1/a' }, 'hunter2'],
  ['DATABASE_REPLICA_URL', `${two}, ${three}`, { databaseReplicaUrls: [two, three] }, `${two},postgresql:hunter2`],
  ['REPLICA_LAG', '10s', { replicaLag: 10_000 }, '0s'],
  ['SYNCHRONOUS_COMMIT', 'remote_apply', { synchronousCommit: 'remote_apply' }, 'true'],
  ['REDIS_URL', 'rediss://me:secret@a:6380/1', { redisUrl: 'rediss://me:secret@a:6380/1' }, 'redis://:hunter2@a/a'],
  ['WORKERS', '4', { workers: 4 }, '0'],
  ['PUBLIC_URL', 'https://a.example/b/', { publicUrl: 'https://a.example/b' }, 'https://x.example/?a=1'],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: ['10.0.0.0/8', '::1'] }, 'yes'],
  ['DEMO', 'off', { demo: false }, 'maybe'],
  ['DEMO_TOKEN', `rct_${'a'.repeat(49)}`, { demoToken: `rct_${'a'.repeat(49)}` }, 'rct_hunter2'],
  ['RATE_LIMIT', '10/2m', { rateLimit: { requests: 10, seconds: 120 } }, '0/60s'],
  ['AUTH_FAILURE_LIMIT', '1000000/1h', { authFailureLimit: { requests: 1_000_000, seconds: 3600 } }, '600'],
  ['MAX_CONNECTIONS', '2000', { maxConnections: 2000 }, '9'],
  ['RESPONSE_BUFFER', '1GiB', { responseBuffer: 1024 ** 3 }, '128'],
  ['CORS_ORIGINS', 'https://a, http://b:5173', { corsOrigins: ['https://a', 'http://b:5173'] }, 'https://a/path'],
  ['IMAGE_HOSTS', 'https://a.example', { imageHosts: ['https://a.example'] }, 'a.example'],
  ['PUBLIC_SPACES', 'on', { publicSpaces: true }, 'yes'],
  ['SHUTDOWN_DELAY', '15s', { shutdownDelay: 15_000 }, '301'],
  ['OIDC_ISSUER', 'https://login.example.org/realms/a/', {}, 'https://login.example.org/?realm=workshop'],
  ['OIDC_AUDIENCE', 'catalogue', { oidcAudience: 'catalogue' }, 'a b'],
  ['OIDC_SCOPE_CLAIM', 'https://example.org/scopes', { oidcScopeClaim: 'https://example.org/scopes' }, 'the scope'],
  ['METRICS_HOST', '::1', { metricsHost: '::1' }, 'a b'],
  ['SLOW_REQUEST', '250ms', { slowRequest: 250 }, '1'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', { otlpEndpoint: 'http://collector:4318' }, 'collector:4318'],
  ['LOG_LEVEL', 'warn', { logLevel: 'warn' }, 'loud'],
  ['LOG_FORMAT', 'text', { logFormat: 'text' }, 'xml'],
];

const audience = { OIDC_AUDIENCE: 'catalogue' };

describe('the configuration', () => {
  it('reads every variable', () => {
    const configuration = readConfiguration(Object.fromEntries(settings.map(([name, good]) => [name, good])));
    for (const [, , meaning] of settings) expect(configuration).toMatchObject(meaning);
  });

  it.each([
    [false, {}, 'json', 'info'],
    [false, { LOG_FORMAT: 'text' }, 'text', 'info'],
    [true, {}, 'text', 'debug'],
    [true, { LOG_FORMAT: ' ' }, 'text', 'debug'],
    [true, { LOG_FORMAT: 'text' }, 'text', 'debug'],
    [true, { LOG_FORMAT: 'json' }, 'json', 'info'],
  ])(
    'chooses the log format by terminal (%s) and variables (%j)',
    (isTerminal, environment, logFormat, requestLevel) => {
      expect(readConfiguration(environment, isTerminal)).toMatchObject({ logFormat, requestLevel });
    },
  );

  it('lists all invalid variables at once, without secrets', () => {
    const bad = { ...Object.fromEntries(settings.map(([name, , , text]) => [name, text])), METRICS_PORT: 'on' };
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

it('replicas need a PostgreSQL server', () => {
  const error = 'The configuration is not valid';
  expect(() => readConfiguration({ DATABASE_REPLICA_URL: 'postgresql://db2.example/catalogue' })).toThrow(
    `${error}: DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replicas.`,
  );
});

it('PgBouncer needs both URLs', () => {
  const direct = 'postgresql://me@db.example/catalogue';
  expect(() => readConfiguration({ DATABASE_DIRECT_URL: direct })).toThrow(/DATABASE_DIRECT_URL needs DATABASE_URL/);
  const pooled = { DATABASE_URL: 'postgresql://me@pool.example:6432/catalogue?pgbouncer=true' };
  expect(() => readConfiguration(pooled)).toThrow(/DATABASE_URL with pgbouncer=true needs DATABASE_DIRECT_URL/);
  expect(readConfiguration({ ...pooled, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct);
});

it.each([
  ['postgresql://me:secret@db.example:5432', 'a missing database name'],
  ['postgresql://me:secret@db.example:5432/', 'an empty database name'],
  ['postgresql://me:12#secret@db.example/catalogue', 'a # that truncates the URL'],
  ['postgresql://me:se#cret@db.example/catalogue', 'a # that makes the URL invalid'],
])('DATABASE_URL=%s is rejected for %s, and the error shows the correct format', (DATABASE_URL) => {
  expect(() => readConfiguration({ DATABASE_URL })).toThrow(
    new ConfigurationError([
      'DATABASE_URL must be a URL like postgresql://user:password@host:5432/name, with `#` in the password written as `%23`',
    ]),
  );
});

it('DATABASE_URL may contain a socket, and all URLs must have the same schema', () => {
  const DATABASE_URL = 'postgresql:///catalogue?host=/var/run/postgresql&schema=shop';
  const replica = 'postgresql://db2.example/catalogue';
  expect(readConfiguration({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  expect(() => readConfiguration({ DATABASE_URL, DATABASE_REPLICA_URL: replica })).toThrow(/same \?schema= as/);
  expect(() => readConfiguration({ DATABASE_URL, DATABASE_REPLICA_URL: `${replica}?schema=shop` })).not.toThrow();
  for (const name of ['', '$user', 'a%22b', 'pg_toast']) {
    expect(() => readConfiguration({ DATABASE_URL: `${replica}?schema=${name}` })).toThrow(
      /the \?schema= of DATABASE_URL must not/,
    );
  }
});

it.each<[Record<string, string>, RegExp]>([
  [{ PUBLIC_URL: 'https://me:secret@x.example' }, /PUBLIC_URL/],
  [{ TRUST_PROXY: '10.0.0.0/0' }, /TRUST_PROXY must be a number of proxies/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY must be a number of proxies/],
  [{ TRUST_PROXY: '::1/129' }, /TRUST_PROXY must be a number of proxies/],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, /TRUST_PROXY must be a number of proxies/],
  [{ TRUST_PROXY: 'loopback,' }, /TRUST_PROXY must be a number of proxies/],
  [{ CORS_ORIGINS: '*' }, /CORS_ORIGINS must be origins like .*, without wildcards/],
  [{ CORS_ORIGINS: 'https://a.example,https://*' }, /CORS_ORIGINS must be origins like .*, without wildcards/],
  [{ OIDC_ISSUER: 'http://login.example.org', ...audience }, /OIDC_ISSUER must be an https URL/],
  [{ OIDC_ISSUER: 'http://localhost.example.org', ...audience }, /OIDC_ISSUER must be an https URL/],
  [{ OIDC_ISSUER: 'ftp://login.example.org', ...audience }, /OIDC_ISSUER must be an https URL/],
  [{ OIDC_ISSUER: 'login.example.org', ...audience }, /OIDC_ISSUER must be an https URL/],
  [{ OIDC_ISSUER: 'https://me:hunter2@login.example.org', ...audience }, /OIDC_ISSUER must be (?!.*hunter2)/],
  [audience, /OIDC_ISSUER and OIDC_AUDIENCE must be set together/],
  [{ OIDC_ISSUER: 'https://login.example.org' }, /OIDC_ISSUER and OIDC_AUDIENCE must be set together/],
])('the configuration rejects %j', (variables, error) => {
  expect(() => readConfiguration(variables)).toThrow(error);
});

it.each(['https://login.example.org', 'http://localhost:8080/realms/a', 'http://127.0.0.1:9', 'http://[::1]:9/'])(
  'AUTH-5: the issuer of an OpenID provider may be %s, and is kept as written',
  (text) => {
    expect(readConfiguration({ OIDC_ISSUER: text, ...audience }).oidcIssuer).toBe(text);
  },
);

it('SLOW_REQUEST may be off', () => {
  expect(readConfiguration({ SLOW_REQUEST: 'off' }).slowRequest).toBe(Infinity);
});

it('METRICS_PORT needs a single worker and its own port', () => {
  const variables = { DATABASE_URL: 'postgresql://me@db.example/catalogue', WORKERS: '2', METRICS_PORT: '9464' };
  expect(() => readConfiguration(variables)).toThrow(/METRICS_PORT needs WORKERS=1/);
  expect(() => readConfiguration({ METRICS_PORT: '3000' })).toThrow(/METRICS_PORT must differ from PORT/);
  expect(() => readConfiguration({ METRICS_PORT: '0', PORT: '0' })).not.toThrow();
  expect(readConfiguration({ ...variables, WORKERS: '1' }).metricsPort).toBe(9464);
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

  it.each([url, `${url}\n`, `${url}\r\n`])('a secret file replaces its variable: %j', (text) => {
    expect(readConfiguration({ DATABASE_URL_FILE: fileWith(text), DATABASE_URL: ' ' }).databaseUrl).toBe(url);
    expect(readSecret({ MIRROR_TOKEN_FILE: fileWith(text) }, 'MIRROR_TOKEN')).toBe(url);
  });

  it('a secret file is read only if its variable is set', () => {
    expect(readSecret({ MIRROR_TOKEN: 'a', MIRROR_TOKEN_FILE: '' }, 'MIRROR_TOKEN')).toBe('a');
    expect(readSecret({ MIRROR_TOKEN: '' }, 'MIRROR_TOKEN')).toBeUndefined();
    expect(readConfiguration({ PORT_FILE: join(folder, 'nothing') }).port).toBe(3000);
  });

  it.each([
    ['missing', () => join(folder, 'nothing'), 'which cannot be read: it does not exist'],
    ['a directory', () => folder, 'which cannot be read: it is a directory'],
    ['an empty file', () => fileWith('\n'), 'which is empty'],
  ])('a secret file that is %s is rejected, with its variable and path', (_, file, reason) => {
    expect(() => readConfiguration({ DATABASE_URL_FILE: file() })).toThrow(
      new ConfigurationError([`DATABASE_URL_FILE is ${file()}, ${reason}`]),
    );
  });

  it('an invalid secret in a file is reported without its value, together with all other errors', () => {
    const read = () => readConfiguration({ DATABASE_URL_FILE: fileWith('mysql://root:hunter2@x/y\n'), PORT: 'x' });
    expect(read).toThrow(/^The configuration is not valid: PORT must be .*; DATABASE_URL must be [^\n]*\.$/);
    expect(read).not.toThrow(/hunter2/);
  });

  it('a secret in both its variable and a file is rejected', () => {
    const both = { DATABASE_URL: url, DATABASE_URL_FILE: fileWith(url) };
    expect(() => readConfiguration(both)).toThrow(/only one of DATABASE_URL and DATABASE_URL_FILE may be set/);
  });
});

it.each(['600', '600/60', '0/60s', '1/0s', '1/25h', '-1/60s'])('%s is not a quota', (text) => {
  expect(parseQuota(text)).toBeUndefined();
});

it('a size is at least 16 MiB, in whole MiB or GiB', () => {
  expect([parseBytes('16MiB'), parseBytes('2GiB')]).toEqual([16_777_216, 2_147_483_648]);
  const others = ['15MiB', '128', '128MB', '128mib', '1.5GiB', '0GiB', '1000000GiB'];
  expect(others.filter((text) => parseBytes(text) !== undefined)).toEqual([]);
});

it('the page of settings is up to date: after a change, run `npx nx run program:settings`', () => {
  const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(text('../../../docs/operations/settings.md')).toBe(settingsPage(text('configuration.ts')));
});
