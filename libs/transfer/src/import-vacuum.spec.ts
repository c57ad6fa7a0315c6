import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import type { Database, Session } from '@resource-catalogue/database';
import { importRows } from '../test/support/transfer.js';

const stamp = '2026-03-01T12:00:00.000Z';

/** Lines of licenses with the numbers from `first` on. */
const licenses = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = String(first + index);
    const id = `018f0000-0000-7000-8000-${number.padStart(12, '0')}`;
    const empty = { url: null, description: null, position: 1, created_at: stamp, updated_at: stamp };
    return JSON.stringify({ id, name: `License ${number}`, code: number, ...empty });
  });

describe.each(databaseKinds)('tables of %s after an import', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase(kind);
  });
  afterEach(() => database.close());

  const visiblePages = async (): Promise<number> => {
    const text = `SELECT relallvisible::text FROM pg_class WHERE oid = 'project_licenses'::regclass`;
    return Number((await database.source.query({ text }, []))[0]?.[0]);
  };
  const heapFetches = async (): Promise<string | undefined> => {
    const plan = await database.session(async (session) => {
      await session.exec('SET enable_seqscan = off; SET enable_bitmapscan = off');
      const rows = await session.query({ text: 'EXPLAIN (ANALYZE) SELECT id FROM project_licenses ORDER BY id' });
      await session.exec('RESET enable_seqscan; RESET enable_bitmapscan');
      return rows.join('\n');
    });
    return /Heap Fetches: (\d+)/.exec(plan)?.[1];
  };

  it('are vacuumed where 1,000 rows and a tenth of all were written, so that indexes alone answer', async () => {
    await importRows(database, { project_licenses: licenses(0, 999) });
    expect(await visiblePages()).toBe(0);
    await importRows(database, { project_licenses: licenses(1000, 1000) });
    expect(await visiblePages()).toBeGreaterThan(0);
    expect(await heapFetches()).toBe('0');
  });

  it('keep their rows where the vacuum fails', async () => {
    const failing = (session: Session): Session => ({
      ...session,
      exec: (script) => (script.includes('VACUUM') ? Promise.reject(new Error('refused')) : session.exec(script)),
    });
    const refusing: Database = {
      ...database,
      session: (work) => database.session((session) => work(failing(session))),
    };
    const { stored } = await importRows(refusing, { project_licenses: licenses(0, 1000) });
    expect([stored, await database.prisma.projectLicense.count()]).toEqual([true, 1000]);
  });
});
