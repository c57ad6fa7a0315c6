import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import type { Database, Session } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import { everyRow, importRows, importSources, sourceOf } from '../test/support/transfer.js';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { ImportSource } from './import-catalogue.js';
import { StagedRows } from './staged-rows.js';
import { Staging } from './staging.js';

type Rows = Awaited<ReturnType<typeof everyRow>>;

describe.each(databaseKinds)('an import into %s', (kind) => {
  let seeded: TestDatabase;
  let database: Database;
  let rows: Rows;

  beforeAll(async () => {
    // The other kind of database where there are two.
    seeded = await seededDatabase(databaseKinds.find((each) => each !== kind) ?? kind);
    rows = await everyRow(seeded.database);
    database = await scratchDatabase(kind);
  });
  afterAll(async () => {
    await seeded.drop();
    await database.close();
  });

  it('of an export restores the same catalogue, byte by byte', async () => {
    const result = await importRows(database, rows);
    expect([result.messages, result.stored]).toEqual([[], true]);
    expect(await everyRow(database)).toEqual(rows);
  });

  it('that is repeated changes nothing', async () => {
    const revisions = () =>
      database.source.query({ text: 'SELECT name, revision::text FROM revisions ORDER BY 1' }, []);
    const before = await revisions();
    const { tables } = await importRows(database, rows);
    expect(tables.filter(({ inserted, updated }) => inserted + updated > 0)).toEqual([]);
    expect([await everyRow(database), await revisions()]).toEqual([rows, before]);
  });

  /** The same database, with the statements of an import going through the given function. */
  const through = (
    on: (statement: string) => Promise<void>,
    sent: (sending: Promise<void>) => Promise<void> = (sending) => sending,
  ): Database => {
    const watched = (session: Session): Session => ({
      query: (statement, values) => on(statement.text).then(() => session.query(statement, values)),
      exec: (script) => on(script).then(() => session.exec(script)),
      append: (...values) => sent(session.append(...values)),
      transaction: (work) => session.transaction((inside) => work(watched(inside))),
    });
    return { ...database, session: (work) => database.session((session) => work(watched(session))) };
  };
  const renamed = () => ({
    spaces: (rows['spaces'] ?? []).map((text) => {
      const row = objectOf(JSON.parse(text));
      return JSON.stringify({ ...row, name: `New ${textOf(row['name'])}` });
    }),
  });

  it('whose disk is full, or whose server is lost, leaves all as it was and says so', async () => {
    const full = through((text) =>
      text.includes('INSERT INTO spaces')
        ? Promise.reject(Object.assign(new Error('No space left on device'), { code: '53100' }))
        : Promise.resolve(),
    );
    const lost = through(async (text) => {
      if (kind === 'embedded' || !text.includes('INSERT INTO spaces')) return;
      const others = `SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in%'`;
      await database.source.query({ text: others }, []);
    });
    await expect(importRows(full, renamed())).rejects.toThrow('No space left on device');
    if (kind === 'postgres') await expect(importRows(lost, renamed())).rejects.toThrow(/terminat|connection/);
    expect(await everyRow(database)).toEqual(rows);
  });

  it('whose file breaks off makes no other statement while rows are sent', async () => {
    let sending = 0;
    const besides: string[] = [];
    const watched = through(
      (text) => Promise.resolve(void (sending > 0 && besides.push(text))),
      (sent) => {
        sending += 1;
        return sent.finally(() => (sending -= 1));
      },
    );
    async function* breaking(): ImportSource['batches'] {
      // As many lines as are sent before the last one has been read.
      for (let round = 0; round < 20; round += 1) yield* sourceOf('bookings', rows['bookings'] ?? []).batches;
      throw new Error('broken off');
    }
    const source = { ...sourceOf('bookings', []), batches: breaking() };
    await expect(importSources(watched, [source])).rejects.toThrow('broken off');
    expect(besides).toEqual([]);
    expect(await everyRow(database)).toEqual(rows);
  });

  it('refuses a second one at the same time', async () => {
    if (kind === 'embedded') return expect(databaseKinds).toContain(kind);
    let second: Promise<unknown> | undefined;
    const first = through(async (text) => {
      if (!text.includes('ANALYZE')) return;
      second = importRows(database, {});
      await second.catch(() => undefined);
    });
    await importRows(first, { spaces: rows['spaces'] ?? [] });
    await expect(second).rejects.toThrow(/^Nothing was imported: another import is under way\. /);
  });

  it('is invisible to readers until it is complete', async () => {
    if (kind === 'embedded') return expect(databaseKinds).toContain(kind);
    const seen: unknown[] = [];
    const watched = through(async (text) => {
      if (/^(UPDATE|DELETE|WITH written|ANALYZE)/.test(text)) seen.push(await names());
    });
    const names = () => database.source.query({ text: 'SELECT name::text FROM spaces ORDER BY id' }, []);
    const before = await names();
    await importRows(watched, renamed());
    expect(seen.length).toBeGreaterThan(2);
    for (const each of seen) expect(each).toEqual(before);
    expect(await names()).toEqual(before.map(([name]) => [`New ${name}`]));
  });
});

const stamp = '2026-03-01T12:00:00.000Z';

/** Lines of licenses with the numbers from `first` on. */
const licenses = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = String(first + index);
    const id = `018f0000-0000-7000-8000-${number.padStart(12, '0')}`;
    const empty = { url: null, description: null, position: 1, created_at: stamp, updated_at: stamp };
    return JSON.stringify({ id, name: `License ${number}`, code: number, ...empty });
  });

describe.each(databaseKinds)('the tables of %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase(kind);
  });
  afterEach(() => database.close());

  it('are staged for rows, comparisons and pruning, and dropped again', async () => {
    const { plan } = new StagedRows(catalogueDefinitions);
    const text = `SELECT relname::text FROM pg_class WHERE relname LIKE 'staged%' AND relkind = 'r' AND pg_table_is_visible(oid) ORDER BY 1`;
    await database.session(async (session) => {
      const made = async () => (await session.query({ text })).map(([name]) => name?.replace('staged_', ''));
      const staging = await Staging.begin(session, plan);
      expect(await made()).toEqual(['changes', 'rejects']);
      const id = '00000000-0000-7000-8000-000000000000';
      await staging?.append(new Map([['event_required_plans', Buffer.from(`${id}\t${id}\t0\t1\t0\n`)]]));
      await staging?.appended(['groups']);
      expect(await made()).toEqual(['changes', 'event_required_plans', 'events', 'groups', 'plans', 'rejects']);
      expect(staging?.tables.map(({ table }) => table)).toEqual(['events', 'groups', 'plans', 'event_required_plans']);
      await staging?.end();
      expect(await made()).toEqual([]);
    });
  });

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

  it('are vacuumed after an import where 1,000 rows and a tenth of all were written, so that indexes alone answer', async () => {
    await importRows(database, { project_licenses: licenses(0, 999) });
    expect(await visiblePages()).toBe(0);
    await importRows(database, { project_licenses: licenses(1000, 1000) });
    expect(await visiblePages()).toBeGreaterThan(0);
    expect(await heapFetches()).toBe('0');
  });

  it('stay unchanged, with one error, when a rejected line is found again', async () => {
    const keeping = (session: Session): Session => ({
      ...session,
      query: (statement, values) =>
        statement.text.startsWith('WITH deleted') ? Promise.resolve([['0']]) : session.query(statement, values),
    });
    const stuck = {
      ...database,
      session: <T>(work: (session: Session) => Promise<T>) => database.session((session) => work(keeping(session))),
    };
    const [twice = ''] = licenses(0, 1);
    const importing = importRows(stuck, { project_licenses: [twice, twice] }, { continueOnError: true });
    await expect(importing).rejects.toThrow(CommandError);
  });

  it('keep their rows where the vacuum after an import fails', async () => {
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
