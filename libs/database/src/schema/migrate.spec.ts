import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { until } from '@resource-catalogue/testing/until';
import { createBareDatabase } from '../../test/support/databases.js';
import { migrate, type MigrationConnection, MigrationError } from './migrate.js';

interface Scratch {
  readonly connection: MigrationConnection;
  /** Another connection. */
  connect(): Promise<MigrationConnection>;
  drop(): Promise<void>;
}

async function scratchServer(): Promise<Scratch> {
  const { url, drop } = await createBareDatabase();
  const clients: pg.Client[] = [];
  const connect = async (): Promise<MigrationConnection> => {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    return {
      query: async (text, values) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
      exec: (script) => client.query(script),
    };
  };
  return {
    connection: await connect(),
    connect,
    async drop() {
      await Promise.all(clients.map((client) => client.end()));
      await drop();
    },
  };
}

describe('migrate', () => {
  let scratch: Scratch;
  let folder: string;

  beforeAll(async () => {
    scratch = await scratchServer();
  });
  afterAll(() => scratch.drop());

  beforeEach(async () => {
    await scratch.connection.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    folder = await newFolder();
    await write('1_tables', 'CREATE TABLE things (name text); CREATE TABLE others (name text);');
  });

  const write = async (name: string, script: string): Promise<void> => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), script);
  };
  const run = (connection = scratch.connection) => migrate(connection, pathToFileURL(`${folder}/`));
  const records = () =>
    scratch.connection.query(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, applied_steps_count AS steps
       FROM _prisma_migrations ORDER BY migration_name`,
      [],
    );
  const tables = async () => {
    const rows = await scratch.connection.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%prisma%' ORDER BY 1`,
      [],
    );
    return rows.map((row) => row['tablename']);
  };

  it('applies missing migrations in order, and records them as Prisma Migrate does', async () => {
    await write('2_more', 'ALTER TABLE things ADD COLUMN number int;');
    expect(await run()).toEqual(['1_tables', '2_more']);
    await write('3_last', 'ALTER TABLE things ADD COLUMN last int;');
    expect(await run()).toEqual(['3_last']);
    expect(await run()).toEqual([]);
    expect(await records()).toEqual(
      ['1_tables', '2_more', '3_last'].map((name) => ({ name, finished: true, steps: 1 })),
    );
  });

  it('accepts a database that was migrated with other line ends, and keeps its record', async () => {
    const lines = 'CREATE TABLE one (name text);\nCREATE TABLE two (name text);\n';
    const checksums = async () =>
      (await scratch.connection.query(`SELECT checksum FROM _prisma_migrations ORDER BY migration_name`, [])).map(
        ({ checksum }) => checksum,
      );
    await write('2_lines', lines);
    await run();
    const recorded = await checksums();
    await write('2_lines', lines.replaceAll('\n', '\r\n'));
    expect([await run(), await checksums()]).toEqual([[], recorded]);

    // Earlier versions recorded the bytes of the file.
    const withCrlf = createHash('sha256').update(lines.replaceAll('\n', '\r\n')).digest('hex');
    await scratch.connection.query(`UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = '2_lines'`, [
      withCrlf,
    ]);
    await write('2_lines', lines);
    expect([await run(), await checksums()]).toEqual([[], [recorded[0], withCrlf]]);
  });

  it('rolls back a failed migration, and applies it once it is fixed', async () => {
    await write('2_bad', 'CREATE TABLE half (name text); INSERT INTO nowhere VALUES (1);');
    const failure = run();
    await expect(failure).rejects.toBeInstanceOf(MigrationError);
    await expect(failure).rejects.toThrow(/2_bad failed and left nothing behind: .*"nowhere"/);
    expect(await tables()).toEqual(['others', 'things']);
    expect(await records()).toHaveLength(1);
    await write('2_bad', 'CREATE TABLE half (name text);');
    expect(await run()).toEqual(['2_bad']);
  });

  it.each<[reason: string, spoil: () => Promise<unknown>]>([
    ['The migration 1_tables was edited', () => write('1_tables', 'CREATE TABLE things (name text);')],
    [
      'The migration 2_empty has no migration.sql: restore the file, or delete its folder.',
      () => mkdir(join(folder, '2_empty')),
    ],
    [
      'The migration 1_tables was started but never finished',
      () => scratch.connection.exec('UPDATE _prisma_migrations SET finished_at = NULL'),
    ],
    [
      'The database has the migration 2_newer, which this version lacks: start the version that made it, or a newer one.',
      () => scratch.connection.exec(`UPDATE _prisma_migrations SET migration_name = '2_newer'`),
    ],
    [
      'The database has the migration 0_older, which predates the first one of this version: ' +
        'export the data with the version that made it, and import it into an empty database with this one.',
      () => scratch.connection.exec(`UPDATE _prisma_migrations SET migration_name = '0_older'`),
    ],
  ])('applies nothing and throws: %s', async (reason, spoil) => {
    await run();
    await write('3_own', 'CREATE TABLE own (name text);');
    await spoil();
    await expect(run()).rejects.toBeInstanceOf(MigrationError);
    await expect(run()).rejects.toThrow(reason);
    expect(await tables()).toEqual(['others', 'things']);
  });

  it('reapplies a migration that an operator has marked as rolled back', async () => {
    await run();
    await scratch.connection.exec('DROP TABLE things, others; UPDATE _prisma_migrations SET rolled_back_at = now()');
    expect(await run()).toEqual(['1_tables']);
  });

  it('runs CREATE INDEX CONCURRENTLY outside a transaction', async () => {
    await write('2_index', 'CREATE INDEX CONCURRENTLY things_name_idx ON things (name);');
    expect(await run()).toEqual(['1_tables', '2_index']);
    await write('3_index', 'CREATE INDEX CONCURRENTLY nothing_idx ON nothing (name);');
    await expect(run()).rejects.toThrow(/3_index failed and cannot run in a transaction, so it may be partly applied/);
    await expect(run()).rejects.toThrow(/3_index was started but never finished/);
  });

  /** The number of sessions that wait for an advisory lock. */
  const waitingSessions = async () => {
    const text = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    return Number((await scratch.connection.query(text, []))[0]?.['count']);
  };

  it('a second process waits for the first one and then finds nothing to do', async () => {
    await write('2_slow', 'CREATE TABLE slow (name text);');
    const others = await Promise.all([scratch.connect(), scratch.connect()]);
    let waiting: Promise<(readonly string[])[]> = Promise.resolve([]);
    const first: MigrationConnection = {
      ...scratch.connection,
      exec: async (script) => {
        // While the first one is migrating, all others wait for it.
        if (script.includes('TABLE slow')) {
          waiting = Promise.all(others.map(run));
          await until(async () => (await waitingSessions()) === others.length, waiting);
        }
        return scratch.connection.exec(script);
      },
    };
    const applied = await run(first);
    expect([applied, ...(await waiting)]).toEqual([['1_tables', '2_slow'], ...others.map(() => [])]);
    expect(await records()).toHaveLength(2);
  });
});
