import type { Tables } from '@resource-catalogue/prisma';
import type { SeedOptions, SeedTable } from '@resource-catalogue/prisma/seed';
import {
  type CopyRow,
  type CopyRows,
  type Database,
  haveRows,
  loadTables,
  manyRows,
  unavailableMessage,
  vacuumFilled,
  withoutIndexes,
} from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';

export interface SeedProgress {
  readonly table: string;
  /** Rows of this table so far. */
  readonly rows: number;
  /** Total rows of this table; null if only known at the end. */
  readonly of: number | null;
}

interface SeedResult {
  readonly tables: number;
  readonly rows: number;
}

const rowsBetweenReports = 1000;

/** The settings by which a demo catalogue is recognised: how it was generated. */
const demoKeys = ['demo.bookings', 'demo.seed', 'demo.at'] as const;

function explainFailure(error: unknown): never {
  const reason = unavailableMessage(error);
  if (reason === null) throw error;
  throw new CommandError(`Nothing was seeded: the database failed (${reason}). Run the command again.`);
}

/** Fills an empty database with a demo catalogue, all or nothing. */
export async function seedDatabase(
  database: Database,
  options: SeedOptions,
  onProgress: (progress: SeedProgress) => void,
): Promise<SeedResult> {
  if (!(await isEmpty(database))) {
    throw new CommandError(
      'Nothing was seeded: the database already has a catalogue. Set DATA_DIR or DATABASE_URL to an empty database.',
    );
  }
  await database.prisma.catalogueSetting.deleteMany({ where: { key: { in: [...demoKeys, 'demo.rare'] } } });
  // Loaded on demand: a service that has data starts without the word lists of the demo.
  const { seedTables } = await import('@resource-catalogue/prisma/seed');
  const tables = seedTables(options);
  const written = new Map<string, number>();
  await loadTables(database, async (copy, inside) => {
    for (const table of tables) {
      const { table: name, columns } = table;
      const of = name === 'bookings' ? options.bookings : null;
      const load = () => copy(name, columns, withProgress(table, of, onProgress));
      written.set(name, await (options.bookings < manyRows ? load() : withoutIndexes(inside, name, new Set(), load)));
    }
    await recordDemo(copy, options);
  }).catch(explainFailure);
  await vacuumFilled(database, written);
  return { tables: tables.length, rows: [...written.values()].reduce((sum, rows) => sum + rows, 0) };
}

/** The rows of a table, with progress reports. */
function* withProgress(
  { table, rows }: SeedTable,
  of: number | null,
  onProgress: (progress: SeedProgress) => void,
): Generator<CopyRow> {
  let count = 0;
  for (const row of rows()) {
    yield row;
    if (++count % rowsBetweenReports === 0) onProgress({ table, rows: count, of });
  }
  onProgress({ table, rows: count, of });
}

/** Records that the catalogue is a demo and how it was generated, along with its rows. */
function recordDemo(copy: CopyRows, { bookings, seed, at, rare }: SeedOptions): Promise<number> {
  const values = [String(bookings), String(seed), at.toISOString(), String(rare)];
  return copy(
    'catalogue_settings',
    ['key', 'value'],
    [...demoKeys, 'demo.rare'].map((key, index) => [key, values[index] ?? null]),
  );
}

export async function isDemo({ prisma }: Pick<Database, 'prisma'>): Promise<boolean> {
  return (await prisma.catalogueSetting.count({ where: { key: { in: [...demoKeys] } } })) === demoKeys.length;
}

/** The setting that marks a demo which the service created at its start and renews on later days. */
export const renewalKey = 'demo.renewal';

/** Deletes a demo that the service created on an earlier day, if it is unchanged, so that it can be seeded again. */
export async function emptyOldDemo(database: Database, now: Date): Promise<void> {
  const { prisma } = database;
  const settings = await prisma.catalogueSetting.findMany({ where: { key: { startsWith: 'demo.' } } });
  const { 'demo.at': at, [renewalKey]: isRenewed } = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  if (at === undefined || isRenewed === undefined || at.slice(0, 10) >= now.toISOString().slice(0, 10)) return;
  // The service writes projects only.
  if ((await prisma.project.count({ where: { updated_at: { gt: new Date(at) } } })) > 0) return;
  const { seedTables } = await import('@resource-catalogue/prisma/seed');
  const tables = seedTables({ bookings: 1, seed: 1, at: now, rare: false }).map(({ table }) => table);
  const script = tables.toReversed().map((table) => `DELETE FROM ${table}`);
  await database.session((session) =>
    session.transaction(async (inside) => {
      // If several instances start at once, only one renews the demo.
      const text = `DELETE FROM catalogue_settings WHERE key = 'demo.at' AND value = $1 RETURNING key`;
      if ((await inside.query({ text }, [at])).length > 0) await inside.exec(script.join(';\n'));
    }),
  );
}

/** The tables that all others refer to, directly or not: if these are empty, so are the others. */
const roots: readonly (keyof Tables)[] = [
  'spaces',
  'groups',
  'accreditations',
  'equipments',
  'custom_duration_types',
  'categories',
  'project_licenses',
  'project_thematics',
  'plans',
  'members',
  'users',
];

/** Whether the catalogue has no rows; tokens do not count. */
export async function isEmpty({ source }: Pick<Database, 'source'>): Promise<boolean> {
  return !(await haveRows(source, roots));
}
