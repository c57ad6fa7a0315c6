import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { oneOfEach } from '@resource-catalogue/database/testing/one-of-each';
import type { Database } from '@resource-catalogue/database';
import { catalogueDefinitions } from './catalogue-definitions.js';
import { columnsOfDefinitions } from '../define/required-columns.js';

/** The columns that cached summaries show or follow to an inner summary, except ids, which never change. */
const cached = columnsOfDefinitions(catalogueDefinitions).filter((read) => read.cached && read.column !== 'id');
const rename = `UPDATE groups SET name = name || '!'`;
const columns = [...new Set(cached.map(({ table, column }) => `${table}.${column}`))].sort();
const tables = [...new Set(cached.map(({ table }) => table))].sort();

/** An expression for a different value of each column; it may refer to a missing row, since foreign keys are dropped first. */
const otherValues = {
  text: `SELECT table_name || '.' || column_name, CASE data_type
      WHEN 'uuid' THEN 'gen_random_uuid()'
      WHEN 'USER-DEFINED' THEN format('(SELECT max(e) FROM unnest(enum_range(NULL::%I)) e WHERE e IS DISTINCT FROM %I)', udt_name, column_name)
      WHEN 'timestamp with time zone' THEN format('coalesce(%I, now()) + interval ''1 day''', column_name)
      ELSE format('coalesce(%I, '''') || ''!''', column_name) END
    FROM information_schema.columns WHERE table_schema = current_schema()`,
};

const dropForeignKeys = `DO $$
  DECLARE f record;
  BEGIN
    FOR f IN SELECT conrelid::regclass AS of, conname FROM pg_constraint WHERE contype = 'f' LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', f.of, f.conname);
    END LOOP;
  END $$`;

describe('revisions (SHAPE-9)', () => {
  let database: Database;
  let replacedByInserts: string[];

  beforeAll(async () => {
    database = await scratchDatabase();
    replacedByInserts = await replacedBy(oneOfEach);
  });
  afterAll(() => database.close());

  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await database.source.query({ text: 'SELECT name, revision::text FROM revisions' }, []);
    return new Map(rows.map(([name, revision]) => [name ?? '', revision ?? '']));
  };
  /** The tables whose revisions a script replaced. */
  const replacedBy = async (script: string): Promise<string[]> => {
    const before = await read();
    await database.exec(script);
    const after = await read();
    expect([...after.keys()]).toEqual(expect.arrayContaining(tables));
    return [...after].flatMap(([name, revision]) => (before.get(name) === revision ? [] : [name])).sort();
  };

  it('an insert keeps every revision, since new rows cannot be cached', () => {
    expect(replacedByInserts).toEqual([]);
  });

  it.each(tables)('%s keeps its revision when no row changes, and cannot be truncated', async (table) => {
    expect(await replacedBy(`UPDATE ${table} SET id = id`)).toEqual([]);
    expect(await replacedBy(`DELETE FROM ${table} WHERE false`)).toEqual([]);
    await expect(database.exec(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/must not be truncated/);
  });

  it('an insert that becomes an update replaces the revision', async () => {
    const upsert = `INSERT INTO groups SELECT * FROM groups ON CONFLICT (id) DO UPDATE SET name = 'Crew'`;
    expect(await replacedBy(upsert)).toEqual(['groups']);
  });

  it('a change in a session where ordinary triggers do not fire replaces the revision', async () => {
    const replicating = (script: string) =>
      `SET session_replication_role = replica; ${script}; RESET session_replication_role`;
    expect(await replacedBy(replicating(rename))).toEqual(['groups']);
    await expect(database.exec(`BEGIN; ${replicating('TRUNCATE groups CASCADE')}`)).rejects.toThrow(/truncated/);
    await database.exec('ROLLBACK');
  });

  it('a revision inserted from another database is ignored', async () => {
    expect(await replacedBy(`INSERT INTO revisions (name) VALUES ('groups')`)).toEqual([]);
  });

  it('deleting a place replaces the revisions of its parts', async () => {
    const script = `INSERT INTO places (id, space_id, slug, name, pricing, availability_mode)
        SELECT gen_random_uuid(), space_id, 'other', name, pricing, availability_mode FROM places;
      INSERT INTO place_extras (id, place_id, name, sku, pricing)
        SELECT gen_random_uuid(), id, 'Tea', 'X-2', 'free' FROM places WHERE slug = 'other'`;
    expect(await replacedBy(script)).toEqual([]);
    expect(await replacedBy(`DELETE FROM places WHERE slug = 'other'`)).toEqual(['place_extras', 'places']);
  });

  it('a transaction replaces a revision once, and the next one replaces it again', async () => {
    const name = 'groups';
    const seen = await database.prisma.$transaction(async (transaction) => {
      const revisions: string[] = [];
      for (let update = 0; update < 3; update += 1) {
        await transaction.$executeRawUnsafe(rename);
        revisions.push((await transaction.revision.findUniqueOrThrow({ where: { name } })).revision);
      }
      return revisions;
    });
    expect(new Set(seen).size).toBe(1);
    expect((await read()).get(name)).toBe(seen[0]);
    expect(await replacedBy(rename)).toEqual([name]);
  });

  it('a change rolled back to a savepoint has no effect on revisions', async () => {
    const script = `BEGIN; SAVEPOINT s; ${rename}; ROLLBACK TO s; ${rename}; COMMIT`;
    expect(await replacedBy(script)).toEqual(['groups']);
    expect(await replacedBy(`BEGIN; ${rename}; ROLLBACK`)).toEqual([]);
  });

  describe('changed rows', () => {
    const group = (number: number): string => `019f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    const some = (from: number, to: number): string => `id BETWEEN '${group(from)}' AND '${group(to)}'`;

    /** The changed rows in the revision of the groups after the script; checks that `former` is the previous revision. */
    const changedBy = async (script: string) => {
      const before = (await read()).get('groups');
      await database.exec(script);
      const text = `SELECT former::text, array_to_string(ARRAY(SELECT unnest(changed) ORDER BY 1), ' ') FROM revisions WHERE name = 'groups'`;
      const [[former, changed] = []] = await database.source.query({ text }, []);
      expect(former).toBe(before);
      return changed === '' ? null : changed?.split(' ').map((id) => Number(id.slice(-12)));
    };

    beforeAll(() =>
      database.exec(`INSERT INTO groups (id, name)
        SELECT ('019f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Group' FROM generate_series(1, 150) n`),
    );

    it('a revision lists the rows that a transaction changed', async () => {
      const third = `UPDATE groups SET name = CASE WHEN id = '${group(3)}' THEN 'Third' ELSE name END WHERE ${some(1, 9)}`;
      expect(await changedBy(third)).toEqual([3]);
      const parts = [`${rename} WHERE ${some(1, 2)}`, `DELETE FROM groups WHERE id = '${group(8)}'`, third];
      expect(await changedBy(`BEGIN; ${parts.join('; ')}; COMMIT`)).toEqual([1, 2, 8]);
      expect(
        await changedBy(
          `BEGIN; SAVEPOINT s; ${parts[1]}; ${parts[0]}; ROLLBACK TO s; ${rename} WHERE ${some(5, 5)}; COMMIT`,
        ),
      ).toEqual([5]);
    });

    it('a revision lists at most a hundred changed rows of a transaction', async () => {
      expect(await changedBy(`${rename} WHERE ${some(20, 119)}`)).toHaveLength(100);
      expect(await changedBy(`${rename} WHERE ${some(20, 120)}`)).toBeNull();
      const halves = `${rename} WHERE ${some(20, 79)}; ${rename} WHERE ${some(80, 139)}`;
      expect(await changedBy(`BEGIN; ${halves}; ${rename} WHERE ${some(20, 20)}; COMMIT`)).toBeNull();
      expect(await changedBy(`${rename} WHERE ${some(20, 20)}`)).toEqual([20]);
    });
  });

  describe('columns that summaries show', () => {
    let others: ReadonlyMap<string | null, string | null>;
    beforeAll(async () => {
      await database.exec(dropForeignKeys);
      others = new Map((await database.source.query(otherValues, [])).map(([name = '', value = '']) => [name, value]));
    });

    it.each(columns)('a different value of %s replaces the revision', async (name) => {
      const [table = '', column = ''] = name.split('.');
      expect(await replacedBy(`UPDATE ${table} SET ${column} = ${others.get(name)}`)).toEqual([table]);
    });

    it('a different value of another column keeps the revision', async () => {
      const changing = tables.filter((table) => others.has(`${table}.updated_at`));
      expect(changing.length).toBeGreaterThan(tables.length / 2);
      for (const table of changing) {
        const later = `UPDATE ${table} SET updated_at = updated_at + interval '1 day'`;
        expect([table, await replacedBy(later)]).toEqual([table, []]);
      }
    });

    it.each(tables)('a delete from %s replaces the revision', async (table) => {
      expect(await replacedBy(`DELETE FROM ${table}`)).toEqual([table]);
    });
  });
});
