import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, seededDatabase, scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { asObject, asText } from '@resource-catalogue/testing/json';
import type { Database, Session } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import { batchesOf, changedTables, everyRow, importRows } from '../test/support/transfer.js';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { ImportSource } from './import-catalogue.js';
import { StagedRows } from './stage/staged-rows.js';
import { Staging } from './stage/staging.js';

/** The same database with replaced sessions. */
const withSessions = (database: Database, change: (session: Session) => Session): Database => ({
  ...database,
  session: (work) => database.session((session) => work(change(session))),
});

/** The same database, but the function runs before each statement of an import. */
const before = (database: Database, run: (statement: string) => Promise<void>): Database => {
  const watched = (session: Session): Session => ({
    ...session,
    query: (statement, values) => run(statement.text).then(() => session.query(statement, values)),
    exec: (script) => run(script).then(() => session.exec(script)),
    append: (...values) => session.append(...values),
    transaction: (work) => session.transaction((inside) => work(watched(inside))),
  });
  return withSessions(database, watched);
};

describe('an import', () => {
  let seeded: TestDatabase;
  let database: Database;
  let rows: Awaited<ReturnType<typeof everyRow>>;

  beforeAll(async () => {
    seeded = await seededDatabase();
    rows = await everyRow(seeded.database);
    database = await scratchDatabase();
  });
  afterAll(async () => {
    await seeded.drop();
    await database.close();
  });

  it('restores an exported catalogue byte for byte, and changes nothing if repeated', async () => {
    expect(await importRows(database, rows)).toMatchObject({ messages: [], stored: true });
    const text = 'SELECT name, revision::text FROM revisions ORDER BY 1';
    const state = () => Promise.all([everyRow(database), database.source.query({ text }, [])]);
    const restored = await state();
    expect(restored[0]).toEqual(rows);
    expect(changedTables(await importRows(database, rows))).toEqual([]);
    expect(await state()).toEqual(restored);
  });

  const renamed = () => ({
    spaces: (rows['spaces'] ?? []).map((text) => {
      const row = asObject(JSON.parse(text));
      return JSON.stringify({ ...row, name: `New ${asText(row['name'])}` });
    }),
  });

  it('fails without any change if the disk is full or the connection is lost', async () => {
    const full = before(database, (text) =>
      text.includes('INSERT INTO spaces') ? Promise.reject(new Error('No space left on device')) : Promise.resolve(),
    );
    await expect(importRows(full, renamed())).rejects.toThrow('No space left on device');
    const lost = before(database, async (text) => {
      if (!text.includes('INSERT INTO spaces')) return;
      const others = `SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in%'`;
      await database.source.query({ text: others }, []);
    });
    await expect(importRows(lost, renamed())).rejects.toThrow(/terminat|connection/);
    expect(await everyRow(database)).toEqual(rows);
  });

  it('runs no other statement while rows are being sent, even if a file cannot be read to its end', async () => {
    let sending = 0;
    const besides: string[] = [];
    const watched = withSessions(
      before(database, (text) => Promise.resolve(void (sending > 0 && besides.push(text)))),
      (session) => ({
        ...session,
        append: (...values) => {
          sending += 1;
          return session.append(...values).finally(() => (sending -= 1));
        },
      }),
    );
    async function* breaking(): ImportSource['batches'] {
      // Enough lines that some are sent before the last one is read.
      for (let round = 0; round < 20; round += 1) yield* batchesOf(rows['bookings'] ?? []);
      throw new Error('broken off');
    }
    await expect(importRows(watched, { bookings: breaking() })).rejects.toThrow('broken off');
    expect(besides).toEqual([]);
    expect(await everyRow(database)).toEqual(rows);
  });

  it('rejects a concurrent import', async () => {
    let second: Promise<unknown> | undefined;
    const first = before(database, async (text) => {
      if (!text.includes('ANALYZE')) return;
      second = importRows(database, {});
      await second.catch(() => undefined);
    });
    await importRows(first, { spaces: rows['spaces'] ?? [] });
    await expect(second).rejects.toThrow(/^Nothing was imported: another import is running\. /);
  });

  it('is invisible to readers until it is complete', async () => {
    const names = () => database.source.query({ text: 'SELECT name::text FROM spaces ORDER BY id' }, []);
    const seen: unknown[] = [];
    const watched = before(database, async (text) => {
      if (/^(UPDATE|DELETE|WITH written|ANALYZE)/.test(text)) seen.push(await names());
    });
    const old = await names();
    await importRows(watched, renamed());
    expect(seen.length).toBeGreaterThan(2);
    for (const each of seen) expect(each).toEqual(old);
    expect(await names()).toEqual(old.map(([name]) => [`New ${name}`]));
  });
});

/** Lines of licenses, numbered from `first`. */
const licenses = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const code = String(first + index);
    const id = `018f0000-0000-7000-8000-${code.padStart(12, '0')}`;
    return JSON.stringify({ id, name: `License ${code}`, code, url: null, description: null, position: 1 });
  });

describe('the tables of an import', () => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  it('an import drops its staging tables at its end', async () => {
    const { plan } = new StagedRows(catalogueDefinitions);
    const text = `SELECT relname::text FROM pg_class WHERE relname LIKE 'staged%' AND relkind = 'r' AND pg_table_is_visible(oid) ORDER BY 1`;
    await database.session(async (session) => {
      const made = async () => (await session.query({ text })).map(([name]) => name?.replace('staged_', ''));
      const staging = await Staging.begin(session, plan);
      expect(await made()).toEqual(['changes', 'rejects']);
      const id = '00000000-0000-7000-8000-000000000000';
      await staging?.append(new Map([['event_required_plans', Buffer.from(`${id}\t${id}\t0\t1\t0\n`)]]));
      await staging?.prepareComparison(['groups']);
      expect(await made()).toEqual(['changes', 'event_required_plans', 'events', 'groups', 'plans', 'rejects']);
      expect(staging?.tables.map(({ table }) => table)).toEqual(['events', 'groups', 'plans', 'event_required_plans']);
      await staging?.end();
      expect(await made()).toEqual([]);
    });
  });

  it('an import of 1,000 rows and a tenth of a table vacuums it for index-only scans', async () => {
    const visiblePages = async () => {
      const text = `SELECT relallvisible::text FROM pg_class WHERE oid = 'project_licenses'::regclass`;
      return Number((await database.source.query({ text }, [])).flat()[0]);
    };
    await importRows(database, { project_licenses: licenses(0, 999) });
    expect(await visiblePages()).toBe(0);
    await importRows(database, { project_licenses: licenses(1000, 1000) });
    expect(await visiblePages()).toBeGreaterThan(0);
    const plan = await database.session(async (session) => {
      await session.exec('SET enable_seqscan = off; SET enable_bitmapscan = off');
      const lines = await session.query({ text: 'EXPLAIN (ANALYZE) SELECT id FROM project_licenses ORDER BY id' });
      await session.exec('RESET enable_seqscan; RESET enable_bitmapscan');
      return lines.join('\n');
    });
    expect(plan).toContain('Heap Fetches: 0');
  });

  it('an import fails if it cannot remove a rejected line', async () => {
    const keeping = withSessions(database, (session) => ({
      ...session,
      query: (statement, values) =>
        statement.text.startsWith('WITH written AS (DELETE')
          ? Promise.resolve([['0']])
          : session.query(statement, values),
    }));
    const [line = ''] = licenses(0, 1);
    const importing = importRows(keeping, { project_licenses: [line, line] }, { continueOnError: true });
    await expect(importing).rejects.toThrow(CommandError);
  });

  it('imported rows are kept if the vacuum fails', async () => {
    const failing = withSessions(database, (session) => ({
      ...session,
      exec: (script) => (script.includes('VACUUM') ? Promise.reject(new Error('no space left')) : session.exec(script)),
    }));
    const { stored } = await importRows(failing, { project_licenses: licenses(0, 1000) });
    expect([stored, await database.prisma.projectLicense.count()]).toEqual([true, 1000]);
  });
});
