import { truncate, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listen } from '@resource-catalogue/testing/sockets';
import { emptyFolder, newFolder } from '@resource-catalogue/testing/running-program';
import { CommandError, readConfiguration } from '@resource-catalogue/program';
import pg from 'pg';
import { createBareDatabase } from '../test/support/databases.js';
import { runOn } from '../test/support/server-sql.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';

/** The one-line reason why a database cannot be opened. */
async function openingError(variables: Readonly<Record<string, string>>): Promise<string> {
  const error: unknown = await openDatabase(readConfiguration(variables)).catch((caught: unknown) => caught);
  if (!(error instanceof CommandError)) throw new Error('The error is not a CommandError.', { cause: error });
  expect(error.message).not.toMatch(/\n|secret/);
  return error.message;
}

it('a data directory that is a file is rejected', async () => {
  const file = join(await newFolder(), 'a-file');
  await writeFile(file, 'mine');
  expect(await openingError({ DATA_DIR: file })).toBe(
    `The data directory ${file} cannot be used (EEXIST): set DATA_DIR to a directory that this user may write to.`,
  );
});

it('a data directory with a damaged database is rejected', async () => {
  const DATA_DIR = await emptyFolder();
  await truncate(join(DATA_DIR, 'pgdata/global/pg_control'), 100);
  expect(await openingError({ DATA_DIR })).toBe(
    `The database in the data directory ${DATA_DIR} cannot be started (could not read file "global/pg_control": read 100 of 296): see ${DATA_DIR}/log.`,
  );
});

it('an unusable DATABASE_URL is rejected with one line that has the location and the reason', async () => {
  const server = createServer(respondWithDatabaseName);
  const place = `127.0.0.1:${await listen(server)}`;
  const cases = [
    [`${place}/28P01`, 'the server does not accept the user or the password (28P01)'],
    [`${place}/28000`, 'the server does not accept the user (28000)'],
    [`${place}/3D000`, 'the server has no database of this name (3D000)'],
    [`${place}/53300`, 'rejected by the server (53300)'],
    [`${place}/silence`, 'timeout expired'],
    ['127.0.0.1:1/catalogue', 'no server listens there (ECONNREFUSED)'],
    ['catalogue.invalid/catalogue', 'the host is not known (ENOTFOUND)'],
    ['catalogue.invalid/%ff', 'URI malformed'],
  ] as const;
  // Run concurrently, because one of them waits for a timeout.
  const lines = await Promise.all(
    cases.map(([address]) => openingError({ DATABASE_URL: `postgresql://ada:secret@${address}` })),
  );
  server.close();
  // Without a network, the resolver reports a temporary failure.
  expect(lines.map((line) => line.replace('EAI_AGAIN', 'ENOTFOUND'))).toEqual(
    cases.map(([address, reason]) => {
      const shown = address.replace('invalid/', 'invalid:5432/');
      return `The PostgreSQL database at ${shown} cannot be used: ${reason}. Check DATABASE_URL.`;
    }),
  );
});

/** Acts as a PostgreSQL server that responds with an error; the database name is its SQLSTATE. */
function respondWithDatabaseName(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.once('data', (startup: Buffer) => {
    const state = /database\0(\w+)/.exec(startup.toString('latin1'))?.[1] ?? '';
    if (state === 'silence') return;
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mrejected by the server\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(fields.length + 4, 1);
    socket.end(Buffer.concat([head, fields]));
  });
}

const id = '018f0000-0000-7000-8000-000000000001';

const open = (DATABASE_URL: string) => openDatabase(readConfiguration({ DATABASE_URL }));

const adminUrl = process.env['TEST_SERVER_URL'] ?? '';

interface Scratch {
  readonly url: URL;
  readonly name: string;
  sql(...statements: readonly string[]): Promise<void>;
}

describe('on a server', () => {
  const role = `catalogue_test_${process.pid}`;
  const drops: (() => Promise<void>)[] = [];
  beforeAll(() => runOn(adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'se%cret'`));
  afterAll(async () => {
    await Promise.all(drops.map((drop) => drop()));
    await runOn(adminUrl, `DROP ROLE ${role}`);
  });

  const scratch = async (): Promise<Scratch> => {
    const { url, drop } = await createBareDatabase();
    drops.push(drop);
    return {
      url: new URL(url),
      name: new URL(url).pathname.slice(1),
      sql: (...statements) => runOn(url, ...statements),
    };
  };
  /** The same database as a user that owns nothing. */
  const asRole = ({ url }: Scratch): string => {
    const other = new URL(url);
    other.username = role;
    other.password = 'se%cret';
    return other.href;
  };

  describe('a schema in the URL, and a role whose settings change the meaning of statements', () => {
    let database: Database;
    let own: Scratch;

    beforeAll(async () => {
      own = await scratch();
      const hostile = [
        'standard_conforming_strings = off',
        `bytea_output = 'escape'`,
        'extra_float_digits = -10',
        'quote_all_identifiers = on',
        `default_transaction_isolation = 'serializable'`,
        'synchronous_commit = off',
        `timezone = 'Asia/Tokyo'`,
        `datestyle = 'German'`,
        `search_path = 'nowhere'`,
        `statement_timeout = '50ms'`,
        `lock_timeout = '50ms'`,
      ];
      await own.sql(
        `CREATE SCHEMA "My Shop" AUTHORIZATION ${role}`,
        ...hostile.map((one) => `ALTER ROLE ${role} SET ${one}`),
      );
      own.url.searchParams.set('schema', 'My Shop');
      own.url.searchParams.set('options', '-c standard_conforming_strings=off -c synchronous_commit=off -c jit=on');
      database = await open(asRole(own));
    });
    afterAll(async () => {
      await database.close();
      await own.sql(`ALTER ROLE ${role} RESET ALL`);
    });

    it('every session reads and writes values in the same format', async () => {
      const schemas = `SELECT DISTINCT schemaname::text FROM pg_tables WHERE schemaname !~ '^(pg_|information)'`;
      expect(await database.source.query({ text: schemas }, [])).toEqual([['My Shop']]);
      const meaning = {
        text: String.raw`SELECT 'a\b', '\xff'::bytea::text, 0.1::float8::text, quote_ident('a'), current_schema()::text,
          '2026-07-01T12:00:00+02:00'::timestamptz::text, current_setting('transaction_isolation'),
          current_setting('synchronous_commit')`,
      };
      const expected = [
        String.raw`a\b`,
        String.raw`\xff`,
        '0.1',
        'a',
        'My Shop',
        '2026-07-01 10:00:00+00',
        'read committed',
        'on',
      ];
      expect(await database.source.query(meaning, [])).toEqual([expected]);
      expect(await database.session((session) => session.transaction(() => session.query(meaning)))).toEqual([
        expected,
      ]);
      expect(await database.source.query({ text: 'SHOW jit' }, [])).toEqual([['on']]);
    });

    it('the client, statements and COPY write to the schema of the URL', async () => {
      const name = String.raw`back\slash 'quoted'`;
      await database.prisma.group.create({ data: { id, name } });
      await database.session(async (session) => {
        await session.exec('CREATE TEMP TABLE staged AS SELECT * FROM groups');
        await session.exec('DELETE FROM groups');
        await session.exec('INSERT INTO groups SELECT * FROM staged');
        await session.append('groups', ['id', 'name'], Buffer.from(`${id.replace(/1$/, '2')}\tCrew\n`));
      });
      expect(await database.source.query({ text: 'SELECT name FROM groups ORDER BY id' }, [])).toEqual([
        [name],
        ['Crew'],
      ]);
    });
  });

  const tablesIn = async ({ url }: Scratch): Promise<unknown> => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const { rows } = await client.query(`SELECT oid FROM pg_class WHERE relkind IN ('r', 'v') ORDER BY oid`);
    await client.end();
    return rows;
  };

  it.each<
    [what: string, spoil: (database: Scratch) => Promise<unknown>, reason: string, url?: (own: Scratch) => string]
  >([
    [
      'that is not in UTF-8',
      ({ name }) =>
        runOn(
          adminUrl,
          `DROP DATABASE ${name}`,
          `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
        ),
      `its encoding is LATIN1; create another one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    ],
    [
      'with Citus',
      ({ sql }) =>
        sql(
          `INSERT INTO pg_extension SELECT 1, 'citus', extowner, extnamespace, false, '13.2-1', NULL, NULL
           FROM pg_extension WHERE extname = 'plpgsql'`,
        ),
      'it has the extension citus, which would make results wrong without an error; use a database without it',
    ],
    [
      'without the schema of the URL',
      ({ url }) => Promise.resolve(url.searchParams.set('schema', 'shop')),
      'it has no schema shop; run CREATE SCHEMA "shop" AUTHORIZATION "postgres", or correct "schema" in DATABASE_URL',
    ],
    [
      'whose schema is another user’s',
      () => Promise.resolve(),
      `the user ${role} has no right to create tables in the schema public; run GRANT USAGE, CREATE ON SCHEMA "public" TO "${role}"`,
      asRole,
    ],
    [
      'with tables of another program',
      ({ sql }) => sql('CREATE TABLE users (id int)', 'CREATE TABLE _prisma_migrations (id int)'),
      'its schema public has tables of another program, such as users; use an empty database, or an empty schema with ?schema=',
    ],
    [
      'whose sessions do not check foreign keys',
      ({ name, sql }) => sql(`ALTER DATABASE ${name} SET session_replication_role = replica`),
      'session_replication_role is replica, which turns foreign keys off; RESET it for the role and the database',
    ],
  ])(
    'a database %s is rejected in one sentence and left unchanged',
    async (_, spoil, reason, urlOf = ({ url }) => url.href) => {
      const own = await scratch();
      await spoil(own);
      const before = await tablesIn(own);
      const place = `${own.url.host}/${own.name}`;
      await expect(open(urlOf(own))).rejects.toThrow(
        new CommandError(`The PostgreSQL database at ${place} cannot be used: ${reason}.`),
      );
      expect(await tablesIn(own)).toEqual(before);
    },
  );
});
