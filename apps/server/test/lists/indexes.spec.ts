import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyCollectionContract, collections, filterTable } from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';

interface Column {
  readonly nullable: boolean;
  /** Whether texts compare in another order than by code point. */
  readonly misordered: boolean;
  /** Whether an index finds rows by this column: it begins with it, or has only the rows in which it is set. */
  readonly found: boolean;
  /** Whether an index has the rows in the order of this column and, where it ties, of the id. */
  readonly sorted: boolean;
}

const indexed = (condition: string): string =>
  `EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND (${condition}))::text`;

const columnsOfTables = `
  SELECT t.relname::text, a.attname::text, (NOT a.attnotnull)::text,
    (a.atttypid = 'text'::regtype AND a.attcollation <> '"C"'::regcollation)::text,
    ${indexed(`i.indkey[0] = a.attnum OR pg_get_expr(i.indpred, t.oid) = format('(%I IS NOT NULL)', a.attname)`)},
    ${indexed(`i.indkey[0] = a.attnum AND (i.indisunique OR i.indkey[1] = d.attnum)`)}
  FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_attribute d ON d.attrelid = t.oid AND d.attname = 'id'
  WHERE t.relkind = 'r' AND pg_table_is_visible(t.oid) AND a.attnum > 0 AND NOT a.attisdropped`;

async function columnsOf({ source }: Database): Promise<ReadonlyMap<string, Column>> {
  const rows = await source.query({ text: columnsOfTables }, []);
  return new Map(
    rows.map(([table, column, ...facts]) => {
      const [nullable = false, misordered = false, found = false, sorted = false] = facts.map(
        (fact) => fact === 'true',
      );
      return [`${table}.${column}`, { nullable, misordered, found, sorted }];
    }),
  );
}

/** What a collection lacks to be sorted and filtered quickly and in the right order, each a sentence that says what to add. */
function missing({ name, sorts, filters }: AnyCollectionContract, columns: ReadonlyMap<string, Column>): string[] {
  const sentences: string[] = [];
  for (const key of sorts) {
    const column = columns.get(`${name}.${key}`);
    if (column?.sorted === false) {
      sentences.push(`No index has ${name} in the order of ${key}: ${addToModel(`${key}, id`)}`);
    }
    if (column?.misordered) {
      const alter = `ALTER TABLE ${name} ALTER COLUMN ${key} TYPE TEXT COLLATE "C"`;
      sentences.push(`${name}.${key} does not sort by code point (SORT-1): add ${alter} to a migration.`);
    }
  }
  for (const field of filterTable(filters).keys()) {
    const key = field === 'soft_deleted' ? 'soft_deleted_at' : field;
    const column = columns.get(`${name}.${key}`);
    if (column?.found !== false) continue;
    const partial = `add CREATE INDEX ON ${name} (${key}, created_at, id) WHERE ${key} IS NOT NULL to a migration.`;
    const remedy = column.nullable ? partial : addToModel(`${key}, created_at, id`);
    sentences.push(`No index finds ${name} by ${key}, which is a filter: ${remedy}`);
  }
  return sentences;
}

const addToModel = (columns: string): string =>
  `add @@index([${columns}]) to its model in prisma/schema, and the index to a migration.`;

describe('the migrated database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  const missingNow = async () => {
    const columns = await columnsOf(database);
    return collections.flatMap((contract) => missing(contract, columns));
  };

  it('has an index for every sort and for every filter by a column', async () => {
    expect(await missingNow()).toEqual([]);
  });

  it('is told what it lacks', async () => {
    await database.exec(`
      DROP INDEX subscriptions_starts_at_id_idx;
      DROP INDEX machines_publication_state_created_at_id_idx;
      DROP INDEX bookings_canceled_at_id_idx;
      DROP INDEX events_deleted_idx;
      ALTER TABLE projects ALTER COLUMN name TYPE TEXT COLLATE "default"`);
    expect(await missingNow()).toEqual([
      'No index finds machines by publication_state, which is a filter: add @@index([publication_state, created_at, id]) to its model in prisma/schema, and the index to a migration.',
      'No index finds events by soft_deleted_at, which is a filter: add CREATE INDEX ON events (soft_deleted_at, created_at, id) WHERE soft_deleted_at IS NOT NULL to a migration.',
      'projects.name does not sort by code point (SORT-1): add ALTER TABLE projects ALTER COLUMN name TYPE TEXT COLLATE "C" to a migration.',
      'No index has subscriptions in the order of starts_at: add @@index([starts_at, id]) to its model in prisma/schema, and the index to a migration.',
      'No index finds subscriptions by starts_at, which is a filter: add @@index([starts_at, created_at, id]) to its model in prisma/schema, and the index to a migration.',
      'No index finds bookings by canceled_at, which is a filter: add CREATE INDEX ON bookings (canceled_at, created_at, id) WHERE canceled_at IS NOT NULL to a migration.',
    ]);
  });
});
