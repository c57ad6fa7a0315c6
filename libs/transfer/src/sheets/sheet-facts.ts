import type { ReadSource } from '@resource-catalogue/database';
import { type TableFacts, tableFacts } from '../table-facts.js';

/** What the database says of the tables that sheets fill. */
export interface SheetFacts {
  readonly tables: ReadonlyMap<string, TableFacts>;
  /** What it stores in columns that are left out, by table. */
  readonly defaults: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** The time zones of spaces, by id. */
  readonly zones: ReadonlyMap<string, string>;
}

const defaultsText = `
  SELECT c.relname::text, a.attname::text, pg_get_expr(d.adbin, d.adrelid)
  FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
  WHERE c.relname = ANY ($1::text[]) AND pg_table_is_visible(c.oid) AND a.attgenerated = ''
    AND a.attname NOT IN ('id', 'created_at', 'updated_at')`;

export async function sheetFacts(source: ReadSource, tables: readonly string[]): Promise<SheetFacts> {
  const zones = await source.query({ text: 'SELECT id::text, time_zone FROM spaces' }, []);
  return {
    tables: await tableFacts(source, tables),
    defaults: await defaultsOf(source, tables),
    zones: new Map(zones.map(([id, zone]) => [id ?? '', zone ?? ''])),
  };
}

async function defaultsOf(source: ReadSource, tables: readonly string[]): Promise<SheetFacts['defaults']> {
  const rows = await source.query({ text: defaultsText }, [`{${tables.join(',')}}`]);
  const defaults = new Map<string, Map<string, unknown>>(tables.map((table) => [table, new Map()]));
  if (rows.length === 0) return defaults;
  const expressions = rows.map(([, , expression]) => `to_json(${expression})::text`).join(', ');
  const [values = []] = await source.query({ text: `SELECT ${expressions}` }, []);
  rows.forEach(([table, column], index) => {
    const value: unknown = JSON.parse(values[index] ?? 'null');
    defaults.get(table ?? '')?.set(column ?? '', value);
  });
  return defaults;
}
