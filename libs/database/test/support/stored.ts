import { asText } from '@resource-catalogue/testing/json';
import type { Database } from '../../src/database.js';
import type { Value } from '../../src/connections/read-source.js';

// Rows as stored, with columns that the API does not show.

export async function select(database: Database, text: string, values: readonly Value[] = []) {
  return database.source.query({ text }, values);
}

/** A project with everything that it owns, and the last transaction that wrote its row. */
export async function storedRow(database: Database, id: unknown): Promise<string> {
  const of = (table: string): string =>
    `(SELECT coalesce(string_agg(t::text || t.xmin::text, ' ' ORDER BY t::text), '') FROM ${table} t WHERE t.project_id = p.id)`;
  const rows = await select(
    database,
    `SELECT concat_ws(' | ', p.xmin::text, p::text, ${of('project_collaborators')}, ${of('project_machines')},
     ${of('project_project_thematics')}) FROM projects p WHERE p.id = $1::uuid`,
    [asText(id)],
  );
  return asText(rows[0]?.[0]);
}

export async function countRows(database: Database, from: string, values: readonly Value[] = []): Promise<number> {
  const rows = await select(database, `SELECT count(*)::text FROM ${from}`, values);
  return Number(rows[0]?.[0]);
}

/** Returns a function that reads a digest of every table except these; any stored change alters a digest. */
export async function makeDumper(database: Database, but = 'none'): Promise<() => Promise<unknown>> {
  const tables = await select(
    database,
    `SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename !~ $1 ORDER BY 1`,
    [but],
  );
  const digests = tables.map(([name]) => {
    const table = asText(name);
    return `SELECT '${table}'::text, md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t.ctid), '')) FROM "${table}" t`;
  });
  return () => select(database, digests.join(' UNION ALL '));
}
