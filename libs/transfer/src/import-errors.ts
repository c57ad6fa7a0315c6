import { printable } from '@resource-catalogue/program';
import { shortened } from './import-limits.js';

/** A line of an import: the number of its source, from 0, and of the line in it, from 1. */
export interface Place {
  readonly source: number;
  readonly line: number;
}

/** A row of an import. */
export interface RowRef extends Place {
  /** Its number in its sheet; absent for rows of other files. */
  readonly row?: number;
  readonly collection: string;
  /** As the row has it, valid or not; null where it has none, or could not be read. */
  readonly id: string | null;
}

/** A value of a row that a detail quotes. */
export interface Quoted {
  readonly value: string;
  /** The table whose row the value should name, and does not. */
  readonly unknown?: string;
}

/** The text of an error, with values and other rows. */
export type Detail<Row extends Place = RowRef> = readonly (string | Quoted | Row)[];

/** An error of one cell of a sheet, or of its row if the column is empty. */
export interface CellProblem {
  readonly column: string;
  readonly detail: Detail;
}

/** Why a row is rejected. */
export interface ImportError<Row extends Place = RowRef> {
  readonly row: Row;
  /** RFC 6901; empty for the row as a whole. */
  readonly pointer: string;
  /** The column of a sheet that the pointer stands for. */
  readonly column?: string;
  readonly detail: Detail<Row>;
}

/** An error that the database found: it knows rows by their places only. */
export interface FoundError extends ImportError<Place> {
  /** The entity without a collection that is wrong, and with it every line that shows it; the row is the first one. */
  readonly entity?: { readonly table: string; readonly id: string };
}

export const placeOf = ([source, line]: readonly (string | null)[]): Place => ({
  source: Number(source),
  line: Number(line),
});

export const isPlace = <Row extends Place>(part: Detail<Row>[number]): part is Row =>
  typeof part === 'object' && 'line' in part;

/** A row of a file for people: `bookings.ndjson:17`, and in sheets `events.csv row 12, line 42` where both differ. */
export function rowText(path: string, { row, line }: RowRef): string {
  if (row === undefined) return `${path}:${line}`;
  return `${path} row ${row}${row === line ? '' : `, line ${line}`}`;
}

/** The sentence of an error, safe to print: `bookings.ndjson:17 /slots/0/end_time must be …`. */
export function errorText({ row, pointer, column, detail }: ImportError, nameOf: (row: RowRef) => string): string {
  const inSheet = column === undefined || column === '' ? ':' : `, column ${column}:`;
  const where = row.row === undefined ? ` ${column ?? pointer}`.trimEnd() : inSheet;
  return printable(`${nameOf(row)}${where} ${detailText(detail, nameOf)}`);
}

/** The sentence of an error beside its row: `Price: must be …`. */
export function problemText(
  { pointer, column = pointer, detail }: ImportError,
  nameOf: (row: RowRef) => string,
): string {
  return printable(`${column === '' ? '' : `${column}: `}${detailText(detail, nameOf)}`);
}

const detailText = (detail: Detail, nameOf: (row: RowRef) => string): string =>
  detail.map((part) => (typeof part === 'string' ? part : isPlace(part) ? nameOf(part) : part.value)).join('');

/** A value as error messages quote it. */
export function quotation(value: unknown): Quoted {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { value: `\`${shortened(text)}\`` };
}

export const didYouMean = (proposal: string | null): Detail =>
  proposal === null ? [] : ['; did you mean ', quotation(proposal), '?'];

/** The error of a value: the rule, the value, and a better one where one is near. */
export function refusal(detail: string, value: unknown, proposal: string | null, why = ''): Detail {
  return [`${detail}, not `, quotation(value), ...(why === '' ? [] : [why]), ...didYouMean(proposal)];
}
