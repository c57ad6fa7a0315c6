import type pg from 'pg';
import { CommandError, databaseAddress, getSchema } from '@resource-catalogue/program';
import { quoteIdentifier } from '../bulk/copy.js';

interface Facts {
  readonly encoding: string;
  readonly replication: string;
  readonly citus: boolean;
  readonly user: string;
  /** Whether the user may create tables in the schema; null if the schema does not exist. */
  readonly allowed: boolean | null;
  /** A table in a schema that has none of the catalogue's tables. */
  readonly stranger: string | null;
}

// Tables of extensions do not count as another program's.
const factsOfDatabase = `
  SELECT current_setting('server_encoding') AS encoding, current_setting('session_replication_role') AS replication,
    EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus,
    current_user AS user, has_schema_privilege(n.oid, 'USAGE') AND has_schema_privilege(n.oid, 'CREATE') AS allowed,
    (SELECT CASE WHEN bool_or(relname = 'bookings') AND bool_or(relname = '_prisma_migrations') THEN NULL
        ELSE min(relname) FILTER (WHERE relname <> '_prisma_migrations') END
      FROM pg_class c WHERE relnamespace = n.oid AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')) AS stranger
  FROM (VALUES (0)) AS one LEFT JOIN pg_namespace n ON n.nspname = $1`;

/** Rejects a database in which the catalogue could not work, before anything is written. */
export async function requireFitness(client: pg.ClientBase, databaseUrl: string): Promise<void> {
  const schema = getSchema(databaseUrl);
  const { rows } = await client.query<Facts>(factsOfDatabase, [schema]);
  const reason = rows[0] && findUnfitness(rows[0], schema);
  if (reason) throw unfitDatabase(databaseUrl, reason);
}

export const unfitDatabase = (databaseUrl: string, reason: string): CommandError =>
  new CommandError(`The PostgreSQL database at ${databaseAddress(databaseUrl)} cannot be used: ${reason}.`);

function findUnfitness(
  { encoding, replication, citus, user, allowed, stranger }: Facts,
  schema: string,
): string | null {
  if (encoding !== 'UTF8') {
    return `its encoding is ${encoding}; create another one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`;
  }
  if (citus) {
    return 'it has the extension citus, which would make results wrong without an error; use a database without it';
  }
  if (allowed === null) {
    return `it has no schema ${schema}; run CREATE SCHEMA ${quoteIdentifier(schema)} AUTHORIZATION ${quoteIdentifier(user)}, or correct "schema" in DATABASE_URL`;
  }
  if (!allowed) {
    return `the user ${user} has no right to create tables in the schema ${schema}; run GRANT USAGE, CREATE ON SCHEMA ${quoteIdentifier(schema)} TO ${quoteIdentifier(user)}`;
  }
  if (stranger !== null) {
    return `its schema ${schema} has tables of another program, such as ${stranger}; use an empty database, or an empty schema with ?schema=`;
  }
  if (replication !== 'origin') {
    return `session_replication_role is ${replication}, which turns foreign keys off; RESET it for the role and the database`;
  }
  return null;
}
