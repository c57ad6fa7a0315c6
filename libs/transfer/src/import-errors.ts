import { printable } from '@resource-catalogue/program';
import { truncate } from './import-limits.js';

/** A line of an import: source index from 0, line number from 1. */
export interface LineLocation {
  readonly source: number;
  readonly line: number;
}

export interface RowRef extends LineLocation {
  /** Row number in its sheet; absent for other files. */
  readonly row?: number;
  readonly collection: string;
  /** Id as given, valid or not; null if missing or unreadable. */
  readonly id: string | null;
}

/** A value that an error message quotes. */
export interface Quoted {
  readonly value: string;
  /** The table in which no row has this value. */
  readonly unknown?: string;
}

/** The text of an error, in parts: texts, quoted values and references to other rows. */
export type Detail<Row extends LineLocation = RowRef> = readonly (string | Quoted | Row)[];

/** An error in a cell of a sheet, or in the whole row if the column is empty. */
export interface CellProblem {
  readonly column: string;
  readonly detail: Detail;
}

/** The reason why a row is rejected. */
export interface ImportError<Row extends LineLocation = RowRef> {
  readonly row: Row;
  /** RFC 6901; empty for the whole row. */
  readonly pointer: string;
  /** The column of a sheet that corresponds to the pointer. */
  readonly column?: string;
  readonly detail: Detail<Row>;
}

/** An error found by a query, with the lines of rows but not their ids. */
export interface FoundError extends ImportError<LineLocation> {
  /** The invalid embedded entity; all lines that embed it are rejected, and `row` is the first one. */
  readonly entity?: { readonly table: string; readonly id: string };
}

export const toLocation = ([source, line]: readonly (string | null)[]): LineLocation => ({
  source: Number(source),
  line: Number(line),
});

export const isLocation = <Row extends LineLocation>(part: Detail<Row>[number]): part is Row =>
  typeof part === 'object' && 'line' in part;

/** Location of a row for people: `bookings.ndjson:17`, or `events.csv row 12, line 42` in a sheet where both differ. */
export function rowText(path: string, { row, line }: RowRef): string {
  if (row === undefined) return `${path}:${line}`;
  return `${path} row ${row}${row === line ? '' : `, line ${line}`}`;
}

/** Error message with its location, safe to print: `bookings.ndjson:17 /slots/0/end_time must be …`. */
export function errorText({ row, pointer, column, detail }: ImportError, nameOf: (row: RowRef) => string): string {
  const inSheet = column === undefined || column === '' ? ':' : `, column ${column}:`;
  const where = row.row === undefined ? ` ${column ?? pointer}`.trimEnd() : inSheet;
  return printable(`${nameOf(row)}${where} ${detailText(detail, nameOf)}`);
}

/** Error message for use next to its row: `Price: must be …`. */
export function problemText(
  { pointer, column = pointer, detail }: ImportError,
  nameOf: (row: RowRef) => string,
): string {
  return printable(`${column === '' ? '' : `${column}: `}${detailText(detail, nameOf)}`);
}

const detailText = (detail: Detail, nameOf: (row: RowRef) => string): string =>
  detail.map((part) => (typeof part === 'string' ? part : isLocation(part) ? nameOf(part) : part.value)).join('');

/** Quotes a value for an error message. */
export function quotation(value: unknown): Quoted {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { value: `\`${truncate(text)}\`` };
}

export const didYouMean = (proposal: string | null): Detail =>
  proposal === null ? [] : ['; did you mean ', quotation(proposal), '?'];

/** Error for a value: the rule, the value, and a similar valid value if there is one. */
export function invalidValue(detail: string, value: unknown, proposal: string | null, why = ''): Detail {
  return [`${detail}, not `, quotation(value), ...(why === '' ? [] : [why]), ...didYouMean(proposal)];
}
