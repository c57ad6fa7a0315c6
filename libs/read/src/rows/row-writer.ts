import { type Field, fieldTable } from '@resource-catalogue/contracts';
import type { Row } from '@resource-catalogue/database';
import { whereSql } from '../statement/conditions.js';
import type { Definition } from '../define/definition.js';
import type { ColumnSource, JsonSource, Source, Summary } from '../define/sources.js';
import { idColumn, mark, markSql, summarySql } from '../define/summary.js';

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
  const key = field.name;
  switch (source.from) {
    case 'column':
      return { key, sql: `t.${source.name ?? key}::text`, shown: scalarShown(field), ...lengthSql(source, key) };
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

/** Finds the JSON text of a summary by id; the page has loaded all summaries that its rows name. */
export type SummaryText = (summary: Summary, id: string) => string;

type Part = (row: Row, summaryText: SummaryText) => string;

/**
 * Compiled once per definition. Text is concatenated rather than built as objects: a page of 100 bookings has some
 * 3,000 values, and objects for them would cost more than everything else.
 */
export function rowWriter(columns: readonly RowColumn[]): (row: Row, summaryText: SummaryText) => string {
  const leads = columns.map((column, index) => `${index === 0 ? '{' : ','}"${column.key}":`);
  const parts = columns.map((column, index) => part(column, index));
  return (row, summaryText) => {
    let text = '';
    for (let index = 0; index < parts.length; index += 1) text += leads[index] + parts[index]!(row, summaryText);
    return `${text}}`;
  };
}

function part({ shown }: RowColumn, index: number): Part {
  switch (shown.as) {
    case 'quoted':
      return (row) => nullable(row[index], (value) => `"${value}"`);
    case 'text':
      return (row) => nullable(row[index], (value) => JSON.stringify(value));
    case 'instant':
      return (row) => nullable(row[index], (value) => `"${instant(value)}"`);
    case 'plain':
    case 'passed':
      return (row) => row[index] ?? 'null';
    case 'summary':
      return (row, summaryText) => nullable(row[index], (id) => summaryText(shown.summary, id));
    case 'array':
      return (row, summaryText) => `[${withSummaries(row[index] ?? '', shown.marked, summaryText)}]`;
    case 'remainder':
      return (row) => String(Math.max(0, Number(row[shown.total]) - Number(row[shown.taken])));
  }
}

const idLength = 36;

/** The ids in the text that are marked with the given summary. */
export function* markedIds(text: string, index: number): Generator<string> {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (Number(text[at + 1]) === index) yield text.slice(at + 2, at + 2 + idLength);
  }
}

/** Inserts the summaries at their marks. */
export function withSummaries(text: string, marked: readonly Summary[], summaryText: SummaryText): string {
  const [first = '', ...others] = text.split(mark);
  let shown = first;
  for (const piece of others) {
    const summary = marked[Number(piece[0])];
    if (!summary) throw new Error('A row contains a summary mark that its statement does not define.');
    shown += summaryText(summary, piece.slice(1, 1 + idLength)) + piece.slice(1 + idLength);
  }
  return shown;
}

function nullable(value: string | null | undefined, show: (value: string) => string): string {
  return value === null || value === undefined ? 'null' : show(value);
}

/**
 * PostgreSQL prints `2026-03-01 09:00:00.5+00` in a UTC session; the interface shows `2026-03-01T09:00:00.500Z`
 * (SHAPE-1). Slicing the text is some ten times cheaper than a round trip through `Date`.
 */
export function instant(value: string): string {
  const fraction = value.length > 22 ? value.slice(20, -3) : '';
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}
