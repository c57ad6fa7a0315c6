import type { ReadSource } from '@resource-catalogue/database';
import { CommandErrors } from '@resource-catalogue/program';
import type { Definition } from './definition.js';
import type { Source, Summary } from './sources.js';

/** A column that the statements of a collection read. */
export interface ColumnRead {
  readonly collection: string;
  readonly table: string;
  readonly column: string;
  /** Whether it is part of a cached summary, so that a trigger must report its changes (SHAPE-9). */
  readonly cached: boolean;
}

/** The columns that the statements of these collections read. */
export const columnsOfDefinitions = (definitions: readonly Definition[]): ColumnRead[] =>
  definitions.flatMap((definition) => [...columnsRead(definition)]);

function* columnsRead({ name, sources, filters, zoneMap }: Definition): Generator<ColumnRead> {
  const columns = [...sources].flatMap(([key, source]) => [...columnsOfSource(name, key, source)]);
  if (zoneMap) {
    const bounds = zoneMap.times.flatMap((time) => [`least_${time}`, `greatest_${time}`]);
    for (const column of ['key', 'begins', ...bounds, ...zoneMap.values]) columns.push([zoneMap.table, column]);
  }
  for (const filter of filters.values()) {
    if (filter.on === 'column') columns.push([name, filter.name]);
    if (filter.on === 'deletion') columns.push([name, 'soft_deleted_at']);
  }
  for (const [table, column, cached = false] of columns) yield { collection: name, table, column, cached };
}

type Column = readonly [table: string, column: string, cached?: boolean];

function* columnsOfSource(own: string, key: string, source: Source): Generator<Column> {
  switch (source.from) {
    case 'column':
      yield [own, source.name ?? key];
      break;
    case 'json':
      yield [own, key];
      if (source.length !== undefined) yield [own, source.length];
      break;
    case 'ref':
      yield [own, source.key ?? `${key}_id`];
      yield* columnsOfSummary(source.summary, true);
      break;
    case 'reverse':
      yield [source.summary.table, source.owner];
      for (const column of Object.keys(source.where ?? {})) yield [source.summary.table, column];
      yield* columnsOfSummary(source.summary, true);
      break;
    case 'set':
      yield [source.table, source.owner];
      yield [source.table, source.key];
      if (source.onlyWith !== undefined) yield [own, source.onlyWith];
      yield* columnsOfSummary(source.summary, true);
      break;
    case 'children':
      yield [source.summary.table, source.owner];
      yield* columnsOfSummary(source.summary, false);
      break;
    case 'count':
      yield [source.parents, source.owner];
      for (const column of Object.keys(source.where)) yield [source.parents, column];
      yield [source.table, source.parent];
      break;
    case 'remainder':
  }
}

function* columnsOfSummary({ table, sources }: Summary, cached: boolean): Generator<Column> {
  for (const [key, source] of sources) {
    if (source.from === 'column') yield [table, source.name ?? key, cached];
    else yield [table, source.key ?? `${key}_id`, cached];
    if (source.from === 'ref') yield* columnsOfSummary(source.summary, true);
    if (source.from === 'ref_column') yield [source.table, source.name, cached];
  }
}

const columnsOfDatabase = `
  WITH watched AS (
    SELECT g.tgrelid, string_to_array(encode(g.tgargs, 'escape'), '\\000') AS columns
    FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid WHERE p.proname = 'replace_revision'
  )
  SELECT c.relname::text, a.attname::text,
    EXISTS (SELECT 1 FROM watched w WHERE w.tgrelid = c.oid AND a.attname = ANY (w.columns))::text
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relname = ANY ($1::text[]) AND c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid)
    AND a.attnum > 0 AND NOT a.attisdropped`;

/**
 * Rejects a database that lacks columns which the collections read; otherwise lists would fail one by one on their
 * first request.
 */
export async function requireColumns(source: Pick<ReadSource, 'query'>, reads: readonly ColumnRead[]): Promise<void> {
  const tables = new Map<string | null, Map<string | null, boolean>>();
  const read = `{${[...new Set(reads.map(({ table }) => table))].join(',')}}`;
  for (const [table = null, column = null, watched] of await source.query({ text: columnsOfDatabase }, [read])) {
    tables.set(table, (tables.get(table) ?? new Map<string | null, boolean>()).set(column, watched === 'true'));
  }
  const errors = reads.flatMap((read) => checkColumn(read, tables.get(read.table)) ?? []);
  if (errors.length > 0) throw new CommandErrors([...new Set(errors)]);
}

function checkColumn(
  { collection, table, column, cached }: ColumnRead,
  columns: ReadonlyMap<string | null, boolean> | undefined,
): string | null {
  const correct = 'Correct the definition, or add a migration.';
  if (!columns)
    return `The collection ${collection} reads the table ${table}, which the database does not have. ${correct}`;
  const watched = columns.get(column);
  if (watched === undefined) {
    return `The collection ${collection} reads ${table}.${column}, a column that the database does not have. ${correct}`;
  }
  if (watched || !cached) return null;
  return (
    `The collection ${collection} shows cached summaries of ${table}.${column}, whose changes no trigger reports. ` +
    `Add a migration with a trigger that passes its name to replace_revision() after each update.`
  );
}
