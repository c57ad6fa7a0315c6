import { asText } from '@resource-catalogue/testing/json';
import type { Database } from '../../../src/database.js';
import { openInMemory } from '../../../src/embedded.js';

/** Copies every table, and creates a function that restores changed tables and returns their names. */
const keep = `
  CREATE SCHEMA kept;
  CREATE TABLE kept.state (latest bigint);
  CREATE TABLE kept.tables AS
    SELECT c.relname::text AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attgenerated = '' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY c.relname;
  CREATE FUNCTION kept.put_back() RETURNS text LANGUAGE plpgsql SET session_replication_role = replica AS $$
  DECLARE
    kept_table record;
    is_other boolean;
    changed text[] := '{}';
    before bigint := (SELECT latest FROM kept.state);
  BEGIN
    -- The others' triggers fill these two.
    FOR kept_table IN SELECT * FROM kept.tables ORDER BY name IN ('booking_days', 'revisions') LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%1$I WHERE xmin::text::bigint > $1)
        OR (SELECT count(*) FROM public.%1$I) <> (SELECT count(*) FROM kept.%1$I)', kept_table.name) INTO is_other USING before;
      CONTINUE WHEN NOT is_other;
      EXECUTE format('DELETE FROM public.%1$I', kept_table.name);
      EXECUTE format('INSERT INTO public.%1$I (%2$s) SELECT * FROM kept.%1$I', kept_table.name, kept_table.columns);
      changed := changed || quote_ident(kept_table.name);
    END LOOP;
    UPDATE kept.state SET latest = pg_current_xact_id()::text::bigint;
    RETURN array_to_string(changed, ', ');
  END $$;
  DO $$
  DECLARE kept_table record;
  BEGIN
    FOR kept_table IN SELECT * FROM kept.tables LOOP
      EXECUTE format('CREATE TABLE kept.%1$I AS SELECT %2$s FROM public.%1$I', kept_table.name, kept_table.columns);
    END LOOP;
    INSERT INTO kept.state VALUES (pg_current_xact_id()::text::bigint);
  END $$;`;

/** A digest of the schema: columns of tables and indexes, constraints, triggers and functions. */
const schema = `
  SELECT md5(string_agg(part, ',' ORDER BY part)) FROM (
    SELECT concat_ws(' ', c.oid, c.relname, a.attnum, a.attname, a.atttypid, a.attcollation) AS part
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', oid, conname) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', oid, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat_ws(' ', oid, proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace)`;

declare global {
  /** Databases for Jest's global teardown to close: it may run in this process, which they would keep running. */
  var idleDatabases: Set<Database> | undefined;
}

// A worker stops listening for messages once it is told to end.
process.on('removeListener', (event) => {
  if (event === 'message') for (const database of globalThis.idleDatabases ?? []) void database.close();
});

interface Shared {
  readonly database: Database;
  readonly schema: string;
}

/**
 * An embedded database without files that the test files of a worker share in turn, because a new one takes a second.
 * Closing it restores its rows; if a test has changed the schema, the next one gets a new database.
 */
export class SharedDatabase {
  private idle: Shared | undefined;

  constructor(private readonly image: () => Promise<Blob>) {}

  async lend(): Promise<Database> {
    const shared = this.idle ?? (await this.open());
    this.idle = undefined;
    globalThis.idleDatabases?.delete(shared.database);
    let closed: Promise<void> | undefined;
    return { ...shared.database, close: () => (closed ??= this.takeBack(shared)) };
  }

  private async open(): Promise<Shared> {
    const database = await openInMemory(await this.image());
    await database.exec(keep);
    return { database, schema: await answerOf(database, schema) };
  }

  private async takeBack(shared: Shared): Promise<void> {
    const { database } = shared;
    if (this.idle || (await answerOf(database, schema)) !== shared.schema) return database.close();
    const changed = await answerOf(database, 'SELECT kept.put_back()');
    if (changed !== '') await database.exec(`VACUUM ${changed}`);
    this.idle = shared;
    (globalThis.idleDatabases ??= new Set()).add(database);
  }
}

async function answerOf({ source }: Database, text: string): Promise<string> {
  const [row] = await source.query({ text }, []);
  return asText(row?.[0]);
}
