import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '../../test/support/databases.js';
import { oneOfEach } from '../../test/support/one-of-each.js';
import { scratchDatabase } from '../../test/support/scratch-databases.js';
import { columnsOfDefinitions } from '../read/definition.js';
import '../app.module.js';
import type { Database } from './database.js';

/** The columns that cached summaries show, or follow to an inner summary. An id stays as it is. */
const cached = columnsOfDefinitions().filter((read) => read.cached && read.column !== 'id');
const columns = [...new Set(cached.map(({ table, column }) => `${table}.${column}`))].sort();
const tables = [...new Set(cached.map(({ table }) => table))].sort();

const columnsBesides = {
  text: `SELECT table_name::text, min(column_name)::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND NOT table_name || '.' || column_name = ANY ($1::text[]) GROUP BY table_name`,
};

describe.each(databaseKinds)('revisions on %s (SHAPE-9)', (kind) => {
  let database: Database;
  let replacedByInserts: string[];
  /** Of each table a column that no cached summary shows. */
  let others: ReadonlyMap<string | null, string | null>;

  beforeAll(async () => {
    database = await scratchDatabase(kind);
    replacedByInserts = await replacedBy(oneOfEach);
    const shown = `{${[...columns, ...tables.map((table) => `${table}.id`)].join(',')}}`;
    others = new Map(
      (await database.source.query(columnsBesides, [shown])).map(([table = '', column = '']) => [table, column]),
    );
  });
  afterAll(() => database.close());

  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await database.source.query({ text: 'SELECT name, revision::text FROM revisions' }, []);
    return new Map(rows.map(([name, revision]) => [name ?? '', revision ?? '']));
  };
  /** The tables whose revisions the script replaced. */
  const replacedBy = async (script: string): Promise<string[]> => {
    const before = await read();
    await database.exec(script);
    const after = await read();
    expect([...after.keys()]).toEqual(expect.arrayContaining(tables));
    return [...after].flatMap(([name, revision]) => (before.get(name) === revision ? [] : [name])).sort();
  };

  it.each(columns)('an update of %s replaces the revision', async (name) => {
    const [table = '', column = ''] = name.split('.');
    expect(await replacedBy(`UPDATE ${table} SET ${column} = ${column}`)).toEqual([table]);
  });

  it('an insert leaves every revision, since what is new cannot be cached', () => {
    expect(replacedByInserts).toEqual([]);
  });

  it.each(tables)('%s: an update of other columns leaves the revision, a delete replaces it', async (table) => {
    const column = others.get(table);
    expect(await replacedBy(`UPDATE ${table} SET ${column} = ${column}`)).toEqual([]);
    expect(await replacedBy(`DELETE FROM ${table} WHERE false`)).toEqual([table]);
  });

  it('replaces the revision on an insert that turns out to be an update', async () => {
    const upsert = `INSERT INTO groups SELECT * FROM groups ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name`;
    expect(await replacedBy(upsert)).toEqual(['groups']);
  });

  it('replaces the revision of a part that goes with its owner', async () => {
    const script = `INSERT INTO places (id, space_id, slug, name, pricing, availability_mode)
        SELECT gen_random_uuid(), space_id, 'other', name, pricing, availability_mode FROM places;
      INSERT INTO place_extras (id, place_id, name, sku, pricing)
        SELECT gen_random_uuid(), id, 'Tea', 'X-2', 'free' FROM places WHERE slug = 'other'`;
    expect(await replacedBy(script)).toEqual([]);
    expect(await replacedBy(`DELETE FROM places WHERE slug = 'other'`)).toEqual(['place_extras', 'places']);
  });

  it('never comes back to a revision that it had', async () => {
    const seen = new Set<string | undefined>();
    for (let round = 0; round < 5; round += 1) {
      seen.add((await read()).get('groups'));
      await database.exec(`UPDATE groups SET name = name`);
    }
    expect(seen.size).toBe(5);
  });

  it('replaces it once in a transaction, and again in the next', async () => {
    const name = 'groups';
    const seen = await database.prisma.$transaction(async (transaction) => {
      const revisions: string[] = [];
      for (let update = 0; update < 3; update += 1) {
        await transaction.$executeRaw`UPDATE groups SET name = name`;
        revisions.push((await transaction.revision.findUniqueOrThrow({ where: { name } })).revision);
      }
      return revisions;
    });
    expect(new Set(seen).size).toBe(1);
    expect((await read()).get(name)).toBe(seen[0]);
    expect(await replacedBy(`UPDATE groups SET name = name`)).toEqual([name]);
  });

  it('forgets what a savepoint took back', async () => {
    const script = `BEGIN; SAVEPOINT s; UPDATE groups SET name = name; ROLLBACK TO s; UPDATE groups SET name = name; COMMIT`;
    expect(await replacedBy(script)).toEqual(['groups']);
    expect(await replacedBy(`BEGIN; UPDATE groups SET name = name; ROLLBACK`)).toEqual([]);
  });

  it.each(tables)('%s must not be truncated', async (table) => {
    await expect(database.exec(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/must not be truncated/);
  });
});
