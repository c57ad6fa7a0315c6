import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Migration, Row } from '@resource-catalogue/database';
import { HealthController, Readiness } from './health.controller.js';

const migration = (name: string): Migration => ({
  name,
  checksums: [`sum of ${name}`, `sum of ${name} with CRLF`],
  script: '',
  transactional: true,
});
const migrations = [migration('1_init'), migration('2_more')];
const first: Row = ['1_init', 'sum of 1_init', 'true'];
const applied: readonly Row[] = [first, ['2_more', 'sum of 2_more', 'true']];
const on = (rows: readonly Row[]) => new Readiness({ query: () => Promise.resolve(rows) }, migrations);

/** A 503 with exactly these reasons. */
const unavailable = (...reasons: readonly string[]) => ({
  code: 'unavailable',
  headers: { 'Retry-After': '1' },
  message: reasons.join(' '),
});
const stopping = 'The service is about to stop: send the request elsewhere.';
const silent = [
  'The database is unavailable: try again later.',
  'The migrations are unknown while the database is unavailable.',
];
const behind = 'The database lacks this version of the migration 2_more.';
const ahead = 'The database has the migration 3_later, which this version lacks.';

describe('readiness', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('HTTP-8: a service is ready while its database fits this version, until it stops', async () => {
    const ok = { ok: true };
    const readiness = on(applied);
    await expect(readiness.check()).resolves.toEqual({ service: ok, database: ok, migrations: ok });
    readiness.end();
    await expect(readiness.check()).rejects.toMatchObject(unavailable(stopping));
  });

  it('a service is ready when time zones differ, which its checks show', async () => {
    const time_zones = { ok: false, reason: 'Time zone data differs.', node: '2026a' };
    const readiness = on(applied);
    readiness.setTimeZones(time_zones);
    const shown = { status: 'ready', checks: expect.objectContaining({ time_zones }) };
    expect(await new HealthController(readiness).ready()).toEqual(shown);
    expect(await new HealthController(readiness).checks()).toEqual(shown);
  });

  it('a service is ready when a checkout on Windows has migrated the database', async () => {
    const migrated = on([first, ['2_more', 'sum of 2_more with CRLF', 'true']]);
    await expect(migrated.check()).resolves.toMatchObject({ migrations: { ok: true } });
  });

  it.each<readonly [state: string, rows: readonly Row[], reason: string]>([
    ['lacks a migration', [first], behind],
    ['has applied a migration in part', [first, ['2_more', 'sum of 2_more', 'false']], behind],
    ['has another migration of the same name', [first, ['2_more', 'other', 'true']], behind],
    ['is newer', [...applied, ['3_later', 'sum', 'true']], ahead],
  ])('a service is not ready when the database %s', async (_state, rows, reason) => {
    await expect(on(rows).check()).rejects.toMatchObject(unavailable(reason));
  });

  it('ERR-3: a service is not ready when the database is silent or fails, and lists each reason', async () => {
    const fail = () => Promise.reject(new Error('ECONNREFUSED'));
    for (const query of [() => new Promise<never>(() => undefined), fail]) {
      const readiness = new Readiness({ query }, migrations, 20);
      await expect(readiness.check()).rejects.toMatchObject(unavailable(...silent));
      readiness.end();
      const { status, checks } = await new HealthController(readiness).checks();
      expect(status).toBe('not ready');
      expect(Object.values(checks)).toEqual([stopping, ...silent].map((reason) => ({ ok: false, reason })));
    }
  });

  it('readiness queries the database once a second for any number of requests', async () => {
    const clock = jest.spyOn(performance, 'now');
    const query = jest.fn(() => Promise.resolve(query.mock.calls.length === 1 ? [first] : applied));
    const readiness = new Readiness({ query }, migrations);
    for (const at of [0, 0, 999]) {
      clock.mockReturnValue(at);
      const checks = await Promise.all([readiness.checks(), readiness.checks()]);
      expect(checks.map(({ migrations: { ok } }) => ok)).toEqual([false, false]);
    }
    expect(query).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(1000);
    await expect(readiness.check()).resolves.toMatchObject({ migrations: { ok: true } });
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('a mirror is ready and reports its lag, even before it is filled', async () => {
    await expect(on([...applied, [null, '12.5', '3600']]).check()).resolves.toMatchObject({
      mirror: { ok: true, lag_seconds: 12.5, compared_seconds: 3600 },
    });
    await expect(on([...applied, [null, null, null]]).check()).resolves.toMatchObject({
      mirror: { ok: false, reason: 'The mirror has not been filled yet.', lag_seconds: null },
    });
  });
});
