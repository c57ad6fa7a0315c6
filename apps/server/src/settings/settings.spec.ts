import { describe, expect, it } from '@jest/globals';
import { parseQuota } from './quota.js';
import { readSettings, SettingsError } from './settings.js';

describe('settings', () => {
  it('have a default each', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      publicUrl: null,
      trustProxy: false,
      demo: true,
      rateLimit: { requests: 600, seconds: 60 },
      authFailureLimit: { requests: 600, seconds: 60 },
      corsOrigins: [],
      logLevel: 'info',
    });
    expect(settings.dataDir).toMatch(/\.data$/);
  });

  it('take what an operator gives', () => {
    expect(
      readSettings({
        PORT: '8080',
        HOST: '::',
        DATABASE_URL: 'postgresql://me:secret@db.example:5432/catalogue',
        PUBLIC_URL: 'https://api.example.org/catalogue/',
        TRUST_PROXY: '10.0.0.0/8, ::1',
        DEMO: 'off',
        RATE_LIMIT: '10/2m',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        LOG_LEVEL: 'warn',
      }),
    ).toMatchObject({
      port: 8080,
      host: '::',
      publicUrl: 'https://api.example.org/catalogue',
      trustProxy: ['10.0.0.0/8', '::1'],
      demo: false,
      rateLimit: { requests: 10, seconds: 120 },
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      logLevel: 'warn',
    });
  });

  it('name every fault at once, and no secret', () => {
    const bad = {
      PORT: '70000',
      HOST: 'a b',
      DATABASE_URL: 'mysql://root:hunter2@x/y',
      PUBLIC_URL: 'https://x.example/?a=1',
      TRUST_PROXY: 'yes',
      DEMO: 'maybe',
      RATE_LIMIT: '0/60s',
      AUTH_FAILURE_LIMIT: '600',
      CORS_ORIGINS: 'https://a.example/path',
      LOG_LEVEL: 'loud',
    };
    let error: unknown;
    try {
      readSettings(bad);
    } catch (caught) {
      error = caught;
    }
    if (!(error instanceof SettingsError)) throw new Error('The bad settings were accepted.');
    for (const name of Object.keys(bad)) expect(error.message).toContain(name);
    expect(error.faults).toHaveLength(Object.keys(bad).length);
    expect(error.message).not.toContain('hunter2');
    expect(error.message).not.toContain('\n');
  });
});

it('refuses a PUBLIC_URL with a user, which every link would show', () => {
  expect(() => readSettings({ PUBLIC_URL: 'https://me:secret@x.example' })).toThrow(/PUBLIC_URL/);
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
