import { type SeedOptions, type SeedTable, seedTables } from '@resource-catalogue/prisma/seed';
import { type CopyRow, loadTables } from '../database/copy.js';
import type { Database } from '../database/database.js';
import { CommandError } from '../problems/command-error.js';
import { forgetDemo, recordDemo } from './demo-record.js';
import { isEmpty } from './is-empty.js';

/** How far a seed has come. */
export interface SeedProgress {
  readonly table: string;
  /** Rows of this table so far. */
  readonly rows: number;
  /** Rows that this table will have; null where that is known only in the end. */
  readonly of: number | null;
}

export interface SeedResult {
  readonly tables: number;
  readonly rows: number;
}

/** The embedded database is one process with one connection; what is larger belongs on a server. */
const mostEmbedded = 200_000;
const rowsBetweenNews = 1000;

/** Fills an empty database with a demonstration catalogue: all of it, or nothing when it fails or is interrupted. */
export async function seedDatabase(
  database: Database,
  options: SeedOptions,
  onProgress: (progress: SeedProgress) => void,
): Promise<SeedResult> {
  if (database.kind === 'embedded' && options.bookings > mostEmbedded) {
    throw new CommandError(
      `The embedded database takes at most ${mostEmbedded} bookings: set DATABASE_URL to a PostgreSQL database for more.`,
    );
  }
  if (!(await isEmpty(database))) {
    throw new CommandError(
      'The database has a catalogue already, to which nothing was added: name an empty one with DATA_DIR or DATABASE_URL.',
    );
  }
  await forgetDemo(database);
  const tables = seedTables(options);
  return loadTables(database, async (copy) => {
    let rows = 0;
    for (const table of tables) {
      const of = table.table === 'bookings' ? options.bookings : null;
      rows += await copy(table.table, table.columns, told(table, of, onProgress));
    }
    await recordDemo(copy, options);
    return { tables: tables.length, rows };
  });
}

/** The rows of a table, and news of them. */
function* told(
  { table, rows }: SeedTable,
  of: number | null,
  onProgress: (progress: SeedProgress) => void,
): Generator<CopyRow> {
  let count = 0;
  for (const row of rows()) {
    yield row;
    if (++count % rowsBetweenNews === 0) onProgress({ table, rows: count, of });
  }
  onProgress({ table, rows: count, of });
}
