import type { ReadSource } from '@resource-catalogue/database';
import { timestampKeys } from '../layout.js';

/** The schema of a table, as the database reports it. */
export interface TableFacts {
  readonly columns: ReadonlyMap<string, ColumnFacts>;
  readonly foreignKeys: readonly ForeignKey[];
  readonly checks: readonly { readonly name: string; readonly condition: string }[];
  readonly uniques: readonly UniqueIndex[];
}

interface ColumnFacts {
  readonly type: string;
  readonly generated: boolean;
  readonly nullable: boolean;
  /** The default expression; empty without one. */
  readonly default: string;
}

export interface ForeignKey {
  readonly column: string;
  readonly target: string;
}

/** A unique index other than the primary key. */
export interface UniqueIndex {
  readonly name: string;
  /** Expressions over the table's columns. */
  readonly keys: readonly string[];
  /** The condition of a partial index. */
  readonly where: string | null;
}

const columnsText = `
  SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL), (a.attgenerated <> '')::text, (NOT a.attnotnull)::text,
    pg_get_expr(d.adbin, d.adrelid)
  FROM tables c JOIN pg_attribute a ON a.attrelid = c.oid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum AND a.attgenerated = ''
  WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const foreignKeysText = `
  SELECT c.relname::text, a.attname::text, f.relname::text
  FROM tables c JOIN pg_constraint k ON k.conrelid = c.oid JOIN pg_class f ON f.oid = k.confrelid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
  WHERE k.contype = 'f' AND cardinality(k.conkey) = 1 ORDER BY k.conname`;

const checksText = `
  SELECT c.relname::text, k.conname::text, pg_get_expr(k.conbin, k.conrelid)
  FROM tables c JOIN pg_constraint k ON k.conrelid = c.oid WHERE k.contype = 'c' ORDER BY k.conname`;

const uniquesText = `
  SELECT c.relname::text, x.relname::text, pg_get_expr(i.indpred, i.indrelid),
    (SELECT json_agg(pg_get_indexdef(i.indexrelid, n, true) ORDER BY n) FROM generate_series(1, i.indnkeyatts) n)::text
  FROM tables c JOIN pg_index i ON i.indrelid = c.oid JOIN pg_class x ON x.oid = i.indexrelid
  WHERE i.indisunique AND NOT i.indisprimary ORDER BY x.relname`;

/** Reads columns, keys and constraints from the database, so that they are defined only once. */
export async function tableFacts(
  source: Pick<ReadSource, 'query'>,
  tables: readonly string[],
): Promise<ReadonlyMap<string, TableFacts>> {
  const found = `SELECT * FROM pg_class c WHERE relkind = 'r' AND relname = ANY ($1::text[]) AND pg_table_is_visible(oid)`;
  /** Queries rows whose first column is their table, and returns a function that finds the others of a table. */
  const queryByTable = async (query: string) => {
    const rows = await source.query({ text: `WITH tables AS (${found}) ${query}` }, [`{${tables.join(',')}}`]);
    return (table: string) =>
      rows.filter(([name]) => name === table).map(([, ...values]) => values.map((value) => value ?? ''));
  };
  const columnsOf = await queryByTable(columnsText);
  const foreignKeysOf = await queryByTable(foreignKeysText);
  const checksOf = await queryByTable(checksText);
  const uniquesOf = await queryByTable(uniquesText);
  const factsOf = (table: string): TableFacts => ({
    columns: new Map(
      columnsOf(table).map(([name = '', type = '', generated, nullable, value = '']) => [
        name,
        { type, generated: generated === 'true', nullable: nullable === 'true', default: value },
      ]),
    ),
    foreignKeys: foreignKeysOf(table).map(([column = '', target = '']) => ({ column, target })),
    checks: checksOf(table).map(([name = '', condition = '']) => ({ name, condition })),
    uniques: uniquesOf(table).map(([name = '', where = '', keys = '[]']) => ({
      name,
      where: where === '' ? null : where,
      keys: texts(keys),
    })),
  });
  return new Map(tables.map((table) => [table, factsOf(table)]));
}

function texts(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  return [parsed].flat().map(String);
}

/** Evaluates the column defaults of a table, except those of ids and timestamps. */
export async function defaultValues(
  source: Pick<ReadSource, 'query'>,
  { columns }: Pick<TableFacts, 'columns'>,
): Promise<ReadonlyMap<string, unknown>> {
  const known = [...columns].filter(
    ([name, column]) => column.default !== '' && name !== 'id' && !timestampKeys.has(name),
  );
  const expressions = known.map(([, column]) => `to_json(${column.default})::text`).join(', ');
  const [values = []] = await source.query({ text: `SELECT ${expressions}` }, []);
  return new Map(known.map(([name], index): [string, unknown] => [name, JSON.parse(values[index] ?? 'null')]));
}

/** Sorts the tables so that referenced tables come first. */
export function inOrderOfReferences(facts: ReadonlyMap<string, TableFacts>): readonly string[] {
  const ordered: string[] = [];
  const visit = (table: string, above: readonly string[]): void => {
    if (ordered.includes(table)) return;
    if (above.includes(table)) throw new Error(`The tables ${[...above, table].join(', ')} refer to each other.`);
    for (const { target } of facts.get(table)?.foreignKeys ?? []) {
      if (target !== table && facts.has(target)) visit(target, [...above, table]);
    }
    ordered.push(table);
  };
  for (const table of [...facts.keys()].sort()) visit(table, []);
  return ordered;
}
