import { type Field, fieldTable } from '@resource-catalogue/contracts';
import type { Definition } from './definition.js';
import { entriesOf } from './entries.js';
import { isSource, type Source } from './sources.js';
import { type Summary, summarySql } from './summary.js';

/** How the writer turns the text of one selected column into the JSON text of one key. */
export type Shown =
  | { readonly as: 'quoted' | 'text' | 'plain' | 'instant' | 'passed' }
  | { readonly as: 'fragment'; readonly summary: Summary<object> }
  | { readonly as: 'remainder'; readonly total: number; readonly taken: number };

export interface RowColumn {
  readonly key: string;
  /** An expression of type text over the row `t`. */
  readonly sql: string;
  readonly shown: Shown;
}

const seatHoldingStates = `'pending', 'confirmed', 'no_show'`;

/** The selected columns of a definition, in the contract's order: what a list and a get read, and nothing else. */
export function rowColumns(definition: Definition): readonly RowColumn[] {
  const fields = fieldTable(definition.contract.resource);
  const sources = new Map(entriesOf(definition.sources, isSource));
  const keys = [...fields.keys()];
  return [...fields.values()].map((field) => {
    const source = sources.get(field.name);
    if (!source) throw new Error(`The definition of ${definition.contract.name} has no source for ${field.name}.`);
    return rowColumn(field, source, keys);
  });
}

function rowColumn(field: Field, source: Source, keys: readonly string[]): RowColumn {
  const key = field.name;
  switch (source.from) {
    case 'column':
      return { key, sql: `t.${source.name ?? key}::text`, shown: scalarShown(field) };
    case 'json':
      return { key, sql: `t.${key}::text`, shown: { as: 'passed' } };
    case 'ref':
      return { key, sql: `t.${source.key ?? `${key}_id`}::text`, shown: { as: 'fragment', summary: source.summary } };
    case 'reverse': {
      const where = source.where ? ` AND r.${source.where.column} = '${source.where.equals}'` : '';
      const sql = `(SELECT r.id::text FROM ${source.summary.table} r WHERE r.${source.key} = t.id${where})`;
      return { key, sql, shown: { as: 'fragment', summary: source.summary } };
    }
    case 'set': {
      const { expression, joins } = summarySql(source.summary, 's');
      const from = `${source.table} j JOIN ${source.summary.table} s ON s.id = j.${source.key} ${joins.join(' ')}`;
      return { key, sql: array(expression, from, `j.${source.owner}`, 's.id'), shown: { as: 'passed' } };
    }
    case 'children': {
      const { expression, joins } = summarySql(source.summary, 's');
      const order = source.order.map((name) => `s.${name}`).join(', ');
      const from = `${source.summary.table} s ${joins.join(' ')}`;
      return { key, sql: array(expression, from, `s.${source.owner}`, order), shown: { as: 'passed' } };
    }
    case 'seats_booked':
      return {
        key,
        sql:
          `(SELECT count(*)::text FROM bookings b JOIN booking_seats s ON s.booking_id = b.id ` +
          `WHERE b.${source.key} = t.id AND b.state IN (${seatHoldingStates}))`,
        shown: { as: 'plain' },
      };
    case 'remainder':
      return {
        key,
        sql: 'NULL',
        shown: { as: 'remainder', total: keys.indexOf(source.total), taken: keys.indexOf(source.taken) },
      };
  }
}

function array(expression: string, from: string, owner: string, order: string): string {
  return `coalesce((SELECT concat('[', string_agg(${expression}, ',' ORDER BY ${order}), ']') FROM ${from} WHERE ${owner} = t.id), '[]')`;
}

function scalarShown(field: Field): Shown {
  switch (field.kind) {
    case 'uuid':
    case 'enum':
    case 'date':
      return { as: 'quoted' };
    case 'text':
      return { as: 'text' };
    case 'datetime':
      return { as: 'instant' };
    case 'integer':
    case 'number':
    case 'boolean':
      return { as: 'plain' };
    case 'object':
    case 'array':
      return { as: 'passed' };
  }
}
