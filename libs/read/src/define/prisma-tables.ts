import type { Prisma, Tables } from '@resource-catalogue/prisma';
import type { ReadSource } from '@resource-catalogue/database';
import { CommandErrors } from '@resource-catalogue/program';

/** A table of the Prisma schema. */
export type TableName = keyof Tables;

/** The values of a table's columns, as Prisma types them. */
export type ColumnsOf<Table extends TableName> = Prisma.TypeMap['model'][Tables[Table]['model']]['payload']['scalars'];

/** A column of the table. */
export type ColumnName<Table extends TableName> = keyof ColumnsOf<Table> & string;

/** A foreign key of the table. */
export type ForeignKey<Table extends TableName> = keyof Tables[Table]['references'] & string;

/** The table that a foreign key refers to. */
export type TargetOf<Table extends TableName, Key extends ForeignKey<Table>> = Extract<
  Tables[Table]['references'][Key],
  TableName
>;

/** A foreign key of the table that refers to the target. */
export type ForeignKeyTo<Target extends TableName, Table extends TableName> = {
  [Key in ForeignKey<Table>]: TargetOf<Table, Key> extends Target ? Key : never;
}[ForeignKey<Table>];

/** A column that the statements of a collection read. */
export interface ColumnRead {
  readonly collection: string;
  readonly table: string;
  readonly column: string;
  /** Whether it is part of a cached summary, so that a trigger must report its changes (SHAPE-9). */
  readonly cached: boolean;
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
 * Refuses a database that lacks columns which the collections read; otherwise lists would fail one by one on their
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
    `Add a migration with a trigger that names it to replace_revision() after each update.`
  );
}
