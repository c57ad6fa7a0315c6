import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandError } from '@resource-catalogue/program';
import pg from 'pg';
import { createBareDatabase } from '../../test/support/databases.js';
import { oneOfEach } from '../../test/support/one-of-each.js';
import { openDatabase } from '../open-database.js';
import { findTriggerFault } from './triggers.js';

const schema = 'My Shop';

const ofSchema = `JOIN pg_class c ON c.oid = g.tgrelid WHERE NOT g.tgisinternal AND c.relnamespace = '"${schema}"'::regnamespace`;

const existing = `SELECT c.relname AS "table", g.tgname AS "trigger", g.tgenabled AS "enabled" FROM pg_trigger g ${ofSchema} ORDER BY 1, 2`;

/** For each table with triggers: statements that fire all of them, except those of TRUNCATE. */
const writes = `
  SELECT CASE WHEN a.attname IS NULL THEN '' ELSE format('UPDATE %1$s SET id = gen_random_uuid();', t.name) END
    || format('CREATE TEMP TABLE moved AS TABLE %1$s; DELETE FROM %1$s; INSERT INTO %1$s TABLE pg_temp.moved; DROP TABLE moved', t.name) AS script
  FROM (SELECT DISTINCT c.oid, format('%I.%I', '${schema}', c.relname) AS name FROM pg_trigger g ${ofSchema}) t
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'id' ORDER BY t.name`;

const dropForeignKeys = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS script FROM pg_constraint
  WHERE contype = 'f' AND connamespace = '"${schema}"'::regnamespace`;

const definitions = `
  SELECT pg_get_functiondef(p.oid) AS script FROM pg_proc p WHERE p.pronamespace = '"${schema}"'::regnamespace`;

describe('triggers on a server', () => {
  let url: URL;
  let drop: () => Promise<void>;
  let client: pg.Client;

  beforeAll(async () => {
    const created = await createBareDatabase();
    ({ drop } = created);
    client = new pg.Client({ connectionString: created.url });
    await client.connect();
    await client.query(`CREATE SCHEMA "${schema}"; SET search_path = "${schema}"`);
    url = new URL(created.url);
    url.searchParams.set('schema', schema);
    await (await openDatabase({ dataDir: '', databaseUrl: url.href })).close();
    await client.query(oneOfEach);
  });
  afterAll(async () => {
    await client.end();
    await drop();
  });
  beforeEach(() => client.query('BEGIN'));
  afterEach(() => client.query('ROLLBACK'));

  const select = async (text: string) => (await client.query<Readonly<Record<string, string>>>(text)).rows;
  const runEach = async (scripts: string) => {
    for (const { script = '' } of await select(scripts)) await client.query(script);
  };

  it('every function works with an empty search_path', async () => {
    const unpinned = `SELECT proname FROM pg_proc WHERE pronamespace = '"${schema}"'::regnamespace
      AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql') AND proconfig IS NULL`;
    expect(await select(unpinned)).toEqual([]);
    // PostgreSQL checks the statements of functions in SQL when it creates them.
    await client.query(`SET LOCAL search_path = ''`);
    await runEach(definitions);
  });

  it('all triggers are required, and a migrated database has them', async () => {
    const required = await select('SELECT * FROM required_triggers() ORDER BY 1, 2');
    expect(required).toEqual(await select(existing));
    expect(required.length).toBeGreaterThan(22 * 3);
    expect(await findTriggerFault(client)).toBeNull();
  });

  it.each<[change: string, script: string, reason: RegExp | string]>([
    [
      'a dropped trigger',
      'DROP TRIGGER groups_updated ON groups; ALTER TABLE groups DISABLE TRIGGER groups_deleted',
      'its trigger groups_updated on groups is missing, one of 2 faulty triggers; restore the database from a backup with its schema',
    ],
    [
      'a disabled trigger',
      'ALTER TABLE groups DISABLE TRIGGER groups_updated',
      'its trigger groups_updated on groups is disabled; run ALTER TABLE groups ENABLE ALWAYS TRIGGER groups_updated',
    ],
    [
      'triggers enabled as for ordinary tables',
      'ALTER TABLE bookings ENABLE TRIGGER USER; ALTER TABLE groups ENABLE TRIGGER USER',
      'its trigger booking_days_of_replicated on bookings is disabled; run ALTER TABLE bookings ENABLE REPLICA TRIGGER booking_days_of_replicated',
    ],
    [
      'a function without a search_path',
      'ALTER FUNCTION note_booking_days() RESET search_path',
      `its trigger booking_days_of_inserted on bookings depends on the search_path, one of 2 faulty triggers; run ALTER FUNCTION note_booking_days() SET search_path = "${schema}"`,
    ],
    [
      'a schema with another name',
      `ALTER SCHEMA "${schema}" RENAME TO other; SET LOCAL search_path = other`,
      /^its trigger .* depends on the search_path, .*; run ALTER FUNCTION .* = other; .* = other$/,
    ],
  ])('%s is a fault, and the reason says how to correct it', async (_, script, reason) => {
    await client.query(script);
    const found = await findTriggerFault(client);
    expect(found).toMatch(reason);
    const [, correction] = found?.split('; run ') ?? [];
    if (correction === undefined) return;
    await client.query(correction);
    expect(await findTriggerFault(client)).toBeNull();
  });

  it('rejects a database with a disabled trigger, and says how to enable it', async () => {
    await client.query('COMMIT; ALTER TABLE groups DISABLE TRIGGER groups_updated');
    const reason = await openDatabase({ dataDir: '', databaseUrl: url.href }).catch((error: unknown) => error);
    await client.query('ALTER TABLE groups ENABLE ALWAYS TRIGGER groups_updated');
    expect(reason).toEqual(
      new CommandError(
        `The PostgreSQL database at ${url.host}${url.pathname} cannot be used: ` +
          'its trigger groups_updated on groups is disabled; run ALTER TABLE groups ENABLE ALWAYS TRIGGER groups_updated.',
      ),
    );
  });

  describe.each(['origin', 'replica'])('with an empty search_path and session_replication_role = %s', (role) => {
    beforeEach(() => client.query(`SET LOCAL search_path = ''; SET LOCAL session_replication_role = ${role}`));

    it('SHAPE-9: triggers update revisions and booking days, and reject TRUNCATE', async () => {
      const table = (name: string) => `"${schema}".${name}`;
      await runEach(dropForeignKeys);
      const revisions = `SELECT name, revision FROM ${table('revisions')} ORDER BY name`;
      const before = await select(revisions);
      await runEach(writes);
      const after = await select(revisions);
      expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
      expect(after.filter(({ revision }) => before.some((row) => row['revision'] === revision))).toEqual([]);
      expect(await select(`SELECT key FROM ${table('booking_days')} ORDER BY key`)).toHaveLength(4);
      for (const { name = '' } of after) {
        await client.query('SAVEPOINT before');
        await expect(client.query(`TRUNCATE ${table(name)} CASCADE`)).rejects.toThrow(/must not be truncated/);
        await client.query('ROLLBACK TO before');
      }
    });
  });
});
