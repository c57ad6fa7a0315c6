import type { Row } from '@resource-catalogue/database';
import type { Summary } from '../define/sources.js';
import type { RowColumn } from '../statement/row-columns.js';
import { mark } from '../statement/summary-sql.js';

/** Finds the JSON text of a summary by id; the page has loaded all summaries that its rows refer to. */
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
 * PostgreSQL prints `2026-03-01 09:00:00.5+00` in a UTC session; the API returns `2026-03-01T09:00:00.500Z`
 * (SHAPE-1). Slicing the text is some ten times cheaper than a round trip through `Date`.
 */
export function instant(value: string): string {
  const fraction = value.length > 22 ? value.slice(20, -3) : '';
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}
