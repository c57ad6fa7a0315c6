import { type Field, fieldTable } from '@resource-catalogue/contracts';
import type { Definition } from '../define/definition.js';
import type { ColumnSource, JsonSource, Source, Summary } from '../define/sources.js';
import { idColumn } from '../define/summary.js';
import { whereSql } from './conditions.js';
import { markSql, summarySql } from './summary-sql.js';

/** How the writer turns the text of a selected column into the JSON text of a key. */
type Shown =
  | { readonly as: 'quoted' | 'text' | 'plain' | 'instant' | 'passed' }
  | { readonly as: 'summary'; readonly summary: Summary }
  | { readonly as: 'array'; readonly marked: readonly Summary[] }
  | { readonly as: 'remainder'; readonly total: number; readonly taken: number };

export interface RowColumn {
  readonly key: string;
  /** An expression of type text over the row `t`. */
  readonly sql: string;
  readonly shown: Shown;
  /**
   * An integer expression over `t` for keys that can be long: at most the bytes that the column adds to the row's
   * JSON.
   */
  readonly length?: string;
}

/** How the values of a column are written, by the kind of their field. */
const scalars = {
  ...{ uuid: 'quoted', enum: 'quoted', date: 'quoted', text: 'text', datetime: 'instant' },
  ...{ integer: 'plain', number: 'plain', boolean: 'plain', object: 'passed', array: 'passed' },
} as const satisfies Record<Field['kind'], Shown['as']>;

/** The columns that lists and gets of a definition select, in the contract's order. */
export function rowColumns(definition: Definition): readonly RowColumn[] {
  const fields = fieldTable(definition.dto);
  const keys = [...fields.keys()];
  return [...fields.values()].map((field) => {
    const source = definition.sources.get(field.name);
    if (!source) throw new Error(`The definition of ${definition.name} has no source for ${field.name}.`);
    return rowColumn(field, source, keys);
  });
}

function rowColumn(field: Field, source: Source, keys: readonly string[]): RowColumn {
  const { name: key, kind } = field;
  switch (source.from) {
    case 'column':
      return { key, sql: `t.${source.name ?? key}::text`, shown: { as: scalars[kind] }, ...lengthSql(source, key) };
    case 'json':
      return { key, sql: `t.${key}::text`, shown: { as: 'passed' }, ...lengthSql(source, key) };
    case 'ref':
      return { key, sql: `t.${source.key ?? `${key}_id`}::text`, shown: { as: 'summary', summary: source.summary } };
    case 'reverse': {
      const where = `r.${source.owner} = t.id${whereSql('r', source.where)}`;
      const sql = `(SELECT r.id::text FROM ${source.summary.table} r WHERE ${where})`;
      return { key, sql, shown: { as: 'summary', summary: source.summary } };
    }
    case 'set': {
      const marked: Summary[] = [];
      const items = `SELECT ${markSql(source.summary, `j.${source.key}`, marked)} FROM ${source.table} j WHERE j.${source.owner} = t.id ORDER BY j.${source.key}`;
      const sql = source.onlyWith
        ? `CASE WHEN t.${source.onlyWith} IS NOT NULL THEN ${array(items)} END`
        : array(items);
      return { key, sql, shown: { as: 'array', marked } };
    }
    case 'children': {
      const marked: Summary[] = [];
      const { expression, joins } = summarySql(source.summary, 's', marked);
      const from = `${source.summary.table} s ${joins.join(' ')}`;
      const items = `SELECT ${expression} FROM ${from} WHERE s.${source.owner} = t.id ORDER BY s.${idColumn(source.summary)}`;
      return { key, sql: array(items), shown: { as: 'array', marked } };
    }
    case 'count': {
      const from = `${source.parents} b JOIN ${source.table} s ON s.${source.parent} = b.id`;
      const conditions = Object.entries(source.where).map(
        ([column, values]) => ` AND b.${column} IN (${values.map((value) => `'${value}'`).join(', ')})`,
      );
      const where = `b.${source.owner} = t.id${conditions.join('')}`;
      return { key, sql: `(SELECT count(*)::text FROM ${from} WHERE ${where})`, shown: { as: 'plain' } };
    }
    case 'remainder':
      return {
        key,
        sql: 'NULL',
        shown: { as: 'remainder', total: keys.indexOf(source.total), taken: keys.indexOf(source.taken) },
      };
  }
}

function lengthSql(source: ColumnSource | JsonSource, key: string): Pick<RowColumn, 'length'> {
  if (source.from === 'json') return source.length === undefined ? {} : { length: `coalesce(t.${source.length}, 0)` };
  // The length of a text that is stored out of line is known without reading it.
  return source.long ? { length: `coalesce(octet_length(t.${source.name ?? key}), 0)` } : {};
}

/** Ordered by an index, so nothing is sorted; an aggregate would sort even a single item, which most rows have. */
const array = (items: string): string => `array_to_string(ARRAY(${items}), ',')`;
