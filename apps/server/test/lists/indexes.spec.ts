import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, filterTable } from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { select } from '@resource-catalogue/database/testing/stored';

const indexed = (condition: string): string =>
  `EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND (${condition}))::text`;

/**
 * Whether the column is nullable; whether its texts compare by code point; whether an index can look rows up by it (as its
 * first column, or limited to rows in which it is set); and whether an index sorts by it, with ties ordered by id.
 */
const columnsOfTables = `
  SELECT t.relname || '.' || a.attname, (NOT a.attnotnull)::text,
    (a.atttypid <> 'text'::regtype OR a.attcollation = '"C"'::regcollation)::text,
    ${indexed(`i.indkey[0] = a.attnum OR pg_get_expr(i.indpred, t.oid) = format('(%I IS NOT NULL)', a.attname)`)},
    ${indexed(`i.indkey[0] = a.attnum AND (i.indisunique OR i.indkey[1] = d.attnum)`)}
  FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_attribute d ON d.attrelid = t.oid AND d.attname = 'id'
  WHERE t.relkind = 'r' AND pg_table_is_visible(t.oid) AND a.attnum > 0 AND NOT a.attisdropped`;

const addToModel = (columns: string): string =>
  `add @@index([${columns}]) to its model in prisma/schema, and the index to a migration.`;

describe('the migrated database', () => {
  let database: Database;
  const columns = new Map<string, readonly boolean[]>();
  beforeAll(async () => {
    database = await scratchDatabase();
    for (const [name, ...facts] of await select(database, columnsOfTables))
      columns.set(
        name ?? '',
        facts.map((fact) => fact === 'true'),
      );
  });
  afterAll(() => database.close());

  it.each(collections)('SORT-1, FILT-1: $name have an index for every sort and filter', ({ name, sorts, filters }) => {
    const unsorted = sorts.flatMap((key) => {
      const [, byCodePoint, , sorted] = columns.get(`${name}.${key}`) ?? [];
      const alter = `ALTER TABLE ${name} ALTER COLUMN ${key} TYPE TEXT COLLATE "C"`;
      return [
        ...(sorted ? [] : [`No index has ${name} in the order of ${key}: ${addToModel(`${key}, id`)}`]),
        ...(byCodePoint ? [] : [`${name}.${key} does not sort by code point: add ${alter} to a migration.`]),
      ];
    });
    const unfiltered = [...filterTable(filters).keys()].flatMap((field) => {
      const key = field === 'soft_deleted' ? 'soft_deleted_at' : field;
      const [nullable, , found] = columns.get(`${name}.${key}`) ?? [true, true, true];
      if (found) return [];
      const partial = `add CREATE INDEX ON ${name} (${key}, created_at, id) WHERE ${key} IS NOT NULL to a migration.`;
      return [`No index finds ${name} by ${key}: ${nullable ? partial : addToModel(`${key}, created_at, id`)}`];
    });
    expect([...unsorted, ...unfiltered]).toEqual([]);
  });
});
