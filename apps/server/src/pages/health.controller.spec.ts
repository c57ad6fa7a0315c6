import { describe, expect, it } from '@jest/globals';
import type { Row } from '@resource-catalogue/database';
import { HealthController, Readiness } from './health.controller.js';

const migration = (name: string) => ({ name, checksum: `sum of ${name}`, script: '', transactional: true });
const migrations = [migration('1_init'), migration('2_more')];
const applied: readonly Row[] = [
  ['1_init', 'sum of 1_init', 'true'],
  ['2_more', 'sum of 2_more', 'true'],
];

/** Refused, with all of these sentences and no other. */
const unavailable = (...reasons: readonly string[]) => ({
  code: 'unavailable',
  headers: { 'Retry-After': '1' },
  message: reasons.join(' '),
});

const silent = [
  'The database does not answer: try again later.',
  'The migrations are unknown while the database does not answer.',
];

describe('Readiness', () => {
  const on = (rows: readonly Row[]) => new Readiness({ query: () => Promise.resolve(rows) }, migrations);

  it('is given while the database answers and is as this version needs it', async () => {
    const ok = { ok: true };
    await expect(on(applied).check()).resolves.toEqual({ service: ok, database: ok, migrations: ok });
  });

  it('HTTP-8: is refused from the moment in which the service begins to stop', async () => {
    const readiness = on(applied);
    readiness.end();
    await expect(readiness.check()).rejects.toMatchObject(
      unavailable('The service is about to stop: send the request elsewhere.'),
    );
  });

  const behind = 'The database lacks the migration 2_more as this version has it.';

  it.each<readonly [state: string, rows: readonly Row[], reason: string]>([
    ['lacks a migration', applied.slice(0, 1), behind],
    ['has half a migration', [...applied.slice(0, 1), ['2_more', 'sum of 2_more', 'false']], behind],
    ['has another one of the same name', [...applied.slice(0, 1), ['2_more', 'other', 'true']], behind],
    [
      'is ahead',
      [...applied, ['3_later', 'sum', 'true']],
      'The database has the migration 3_later, which this version lacks.',
    ],
  ])('is refused when the database %s', async (_state, rows, reason) => {
    await expect(on(rows).check()).rejects.toMatchObject(unavailable(reason));
  });

  it('ERR-3: is refused when the database fails', async () => {
    const query = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await expect(new Readiness({ query }, migrations).check()).rejects.toMatchObject(unavailable(...silent));
  });

  it('ERR-3: is refused in time when the database keeps silent, and again after a late failure', async () => {
    let fail: (error: Error) => void = () => undefined;
    const query = () => new Promise<never>((_, reject) => (fail = reject));
    let now = 0;
    const readiness = new Readiness({ query }, migrations, 20, () => now);
    await expect(readiness.check()).rejects.toMatchObject(unavailable(...silent));
    fail(new Error('too late to matter'));
    now = 1000;
    await expect(readiness.check()).rejects.toMatchObject(unavailable(...silent));
  });

  it('asks the database once a second, however many want to know', async () => {
    let now = 0;
    let asked = 0;
    const answers: readonly Row[][] = [applied.slice(0, 1), [...applied]];
    const query = () => Promise.resolve(answers[asked++] ?? []);
    const readiness = new Readiness({ query }, migrations, undefined, () => now);
    for (const at of [0, 0, 999]) {
      now = at;
      const checks = await Promise.all([readiness.checks(), readiness.checks()]);
      expect(checks.map(({ migrations: { ok } }) => ok)).toEqual([false, false]);
    }
    expect(asked).toBe(1);
    now = 1000;
    await expect(readiness.check()).resolves.toMatchObject({ migrations: { ok: true } });
    expect(asked).toBe(2);
    // The end of the service is known at once.
    readiness.end();
    await expect(readiness.check()).rejects.toThrow('about to stop');
    expect(asked).toBe(2);
  });

  it('is given to a mirror, whose lag it tells, also while it has not been filled', async () => {
    await expect(on([...applied, [null, '12.5', '3600']]).check()).resolves.toMatchObject({
      mirror: { ok: true, lag_seconds: 12.5, compared_seconds: 3600 },
    });
    await expect(on([...applied, [null, null, null]]).check()).resolves.toMatchObject({
      mirror: { ok: false, reason: 'The mirror has not been filled yet.', lag_seconds: null },
    });
  });

  it('is explained part by part to whoever asks, with every reason at once', async () => {
    const readiness = new Readiness({ query: () => Promise.reject(new Error('gone')) }, migrations);
    readiness.end();
    const { status, checks } = await new HealthController(readiness).checks();
    expect(status).toBe('not ready');
    expect(Object.entries(checks)).toEqual(
      ['service', 'database', 'migrations'].map((part) => [part, { ok: false, reason: expect.any(String) }]),
    );
  });
});
