import type { RowColumn } from './row-columns.js';
import type { Summary } from './summary.js';
import type { Row } from '../database/read-source.js';

/** Finds the JSON text of a summary by id; the page has loaded every fragment that its rows name. */
export type FragmentOf = (summary: Summary<object>, id: string) => string;

type Part = (row: Row, fragmentOf: FragmentOf) => string;

/**
 * Compiled once for each definition. Text is joined, never built as objects and printed: a page of 100 bookings
 * has some 3,000 values, and objects for them cost more than everything else of the page.
 */
export function rowWriter(columns: readonly RowColumn[]): (row: Row, fragmentOf: FragmentOf) => string {
  const leads = columns.map((column, index) => `${index === 0 ? '{' : ','}"${column.key}":`);
  const parts = columns.map((column, index) => part(column, index));
  return (row, fragmentOf) => {
    let text = '';
    for (let index = 0; index < parts.length; index += 1) text += leads[index] + parts[index]!(row, fragmentOf);
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
    case 'fragment':
      return (row, fragmentOf) => nullable(row[index], (id) => fragmentOf(shown.summary, id));
    case 'remainder':
      return (row) => String(Math.max(0, Number(row[shown.total]) - Number(row[shown.taken])));
  }
}

function nullable(value: string | null | undefined, show: (value: string) => string): string {
  return value === null || value === undefined ? 'null' : show(value);
}

/**
 * PostgreSQL prints `2026-03-01 09:00:00.5+00` in a session at UTC; the interface shows `2026-03-01T09:00:00.500Z`
 * (SHAPE-1). Cutting the text is some ten times cheaper than a `Date` there and back.
 */
export function instant(value: string): string {
  const fraction = value.length > 22 ? value.slice(20, -3) : '';
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}
