import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CommandError, errorMessage } from '@resource-catalogue/program';

/** A connection for the migration alone. */
export interface MigrationConnection {
  query(text: string, values: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  exec(script: string): Promise<unknown>;
}

/** The database cannot be migrated; the message gives the reason and what to do. */
export class MigrationError extends CommandError {
  override readonly name = 'MigrationError';
}

// Prisma Migrate's own lock and table, so that its command line and this runner accept and exclude each other.
const lock = 72707369;
const bookkeeping = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/** Applies missing migrations and returns their names. A second runner waits for the first and finds nothing to do. */
export async function migrate(connection: MigrationConnection, folder: URL): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  await connection.exec(`SELECT pg_advisory_lock(${lock})`);
  try {
    await connection.exec(`SET client_min_messages = warning; ${bookkeeping}`);
    const recorded = await readRecords(connection);
    rejectUnknown(migrations, recorded);
    const pending = migrations.filter((migration) => isPending(migration, recorded.get(migration.name)));
    for (const migration of pending) await apply(connection, migration);
    return pending.map(({ name }) => name);
  } finally {
    // A broken connection has released the lock, and its own error is more useful.
    await connection.exec(`SELECT pg_advisory_unlock(${lock})`).catch(() => undefined);
  }
}

export interface MigrationRecord {
  readonly checksum: string;
  readonly finished: boolean;
}

async function readRecords(connection: MigrationConnection): Promise<ReadonlyMap<string, MigrationRecord>> {
  const rows = await connection.query(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at`,
    [],
  );
  return new Map(
    rows.map((row) => [
      String(row['migration_name']),
      { checksum: String(row['checksum']), finished: row['finished'] === true },
    ]),
  );
}

function rejectUnknown(migrations: readonly Migration[], recorded: ReadonlyMap<string, MigrationRecord>): void {
  const unknown = unknownIn(migrations, recorded);
  if (unknown === undefined) return;
  if (unknown < (migrations[0]?.name ?? '')) {
    throw new MigrationError(
      `The database has the migration ${unknown}, which predates the first one of this version: export the data with the version that made it, and import it into an empty database with this one.`,
    );
  }
  throw new MigrationError(
    `The database has the migration ${unknown}, which this version lacks: start the version that made it, or a newer one.`,
  );
}

function unknownIn(migrations: readonly Migration[], recorded: ReadonlyMap<string, unknown>): string | undefined {
  const names = new Set(migrations.map(({ name }) => name));
  return [...recorded.keys()].find((name) => !names.has(name));
}

/** Describes in one sentence how the database differs from what this version needs; null if it does not. */
export function describeDifference(
  migrations: readonly Migration[],
  recorded: ReadonlyMap<string, MigrationRecord>,
): string | null {
  const ahead = unknownIn(migrations, recorded);
  if (ahead !== undefined) return `The database has the migration ${ahead}, which this version lacks.`;
  const behind = migrations.find(({ name, checksums }) => {
    const record = recorded.get(name);
    return !record?.finished || !checksums.includes(record.checksum);
  });
  return behind ? `The database lacks this version of the migration ${behind.name}.` : null;
}

function isPending(migration: Migration, record: MigrationRecord | undefined): boolean {
  if (!record) return true;
  if (!record.finished) {
    throw new MigrationError(
      `The migration ${migration.name} was started but never finished: repair the database, then mark it with "prisma migrate resolve".`,
    );
  }
  if (!migration.checksums.includes(record.checksum)) {
    throw new MigrationError(
      `The migration ${migration.name} was edited after it was applied: restore its file, and put the change into a new migration.`,
    );
  }
  return false;
}

async function apply(connection: MigrationConnection, migration: Migration): Promise<void> {
  if (migration.transactional) {
    try {
      await connection.exec('BEGIN');
      await connection.exec(migration.script);
      await begin(connection, migration);
      await finish(connection, migration);
      await connection.exec('COMMIT');
    } catch (error) {
      await connection.exec('ROLLBACK').catch(() => undefined);
      throw failure(migration, 'left nothing behind', error);
    }
    return;
  }
  await begin(connection, migration);
  try {
    await connection.exec(migration.script);
  } catch (error) {
    throw failure(migration, 'cannot run in a transaction, so it may be partly applied', error);
  }
  await finish(connection, migration);
}

const begin = (connection: MigrationConnection, { name, checksums: [checksum] }: Migration) =>
  connection.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)`, [
    randomUUID(),
    checksum,
    name,
  ]);

const finish = (connection: MigrationConnection, { name }: Migration) =>
  connection.query(
    `UPDATE "_prisma_migrations" SET finished_at = clock_timestamp(), applied_steps_count = 1
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );

function failure({ name }: Migration, state: string, cause: unknown): MigrationError {
  return new MigrationError(`The migration ${name} failed and ${state}: ${errorMessage(cause)}`, { cause });
}

export interface Migration {
  readonly name: string;
  readonly script: string;
  /** Checksums of the script, the one to record, and of the script with CRLF, as a checkout on Windows recorded it. */
  readonly checksums: readonly [recorded: string, withCrlf: string];
  /** False for statements that PostgreSQL rejects inside a transaction. */
  readonly transactional: boolean;
}

/** The migrations in a directory laid out by Prisma Migrate, oldest first. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const missing = (cause?: unknown) =>
    new MigrationError(
      `There are no migrations in ${fileURLToPath(folder)}: install the whole of this version, prisma/migrations included.`,
      { cause },
    );
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw missing(error);
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (names.length === 0) throw missing();
  return Promise.all(names.sort().map((name) => readMigration(folder, name)));
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const text = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8').catch((error: unknown) => {
    throw new MigrationError(`The migration ${name} has no migration.sql: restore the file, or delete its folder.`, {
      cause: error,
    });
  });
  const script = text.replaceAll('\r\n', '\n');
  return {
    name,
    script,
    checksums: [sha256(script), sha256(script.replaceAll('\n', '\r\n'))],
    transactional: !/^(CREATE|DROP|REINDEX)\b[^;]*\bCONCURRENTLY\b/im.test(script),
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
