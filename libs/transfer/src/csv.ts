import { type DtoClass, type Field, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';
import { isFragile } from './sheets/damaged-names.js';

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const byteOrderMark = '\ufeff';
export const lineEnd = '\r\n';

/** Makes a writer of CSV rows of a DTO: a column for each value, such as `space.name` for one of a summary. */
export function csvOf(dto: DtoClass): { readonly header: string; line(row: string): string } {
  const headers = [...fieldTable(dto).values()].flatMap((field) => [...headersIn(field, field.name)]);
  const paths = headers.map((header) => header.split('.'));
  return {
    header: `${byteOrderMark}${headers.map(cell).join(',')}${lineEnd}`,
    line: (row) => {
      const value: unknown = JSON.parse(row);
      return `${paths.map((path) => cell(shown(at(value, path)))).join(',')}${lineEnd}`;
    },
  };
}

/** The columns of a field. The keys of an object are columns; an array has no fixed number of them, so it stays one JSON text. */
export function* headersIn({ kind, dto }: Pick<Field, 'kind' | 'dto'>, path: string): Generator<string> {
  const inner = kind === 'object' ? dto?.() : undefined;
  if (!inner) yield path;
  else for (const field of fieldTable(inner).values()) yield* headersIn(field, `${path}.${field.name}`);
}

function at(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (!isObject(inner)) return null;
    inner = inner[key];
  }
  return inner;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapedCell(value);
  return JSON.stringify(value);
}

/**
 * Beginnings that a spreadsheet reads as a formula, also behind white space, or that an import would take for an escape
 * or an empty cell.
 */
const escaped = /^(?:$|[=+\-@＝＋－＠'\s])/;

/** Whether a spreadsheet would run a text, or make another text of it, such as `42` of `00042`. */
const needsEscape = (text: string): boolean => escaped.test(text) || isFragile(text);

/** A text that a spreadsheet neither runs nor changes: some were written by strangers. */
const escapedCell = (text: string): string => (needsEscape(text) ? `'${text}` : text);

/** The text that an export has escaped; other cells are as they are. */
export const unescapedCell = (cell: string): string =>
  cell.startsWith("'") && needsEscape(cell.slice(1)) ? cell.slice(1) : cell;

/** A cell of someone's sheet, which a spreadsheet does not run, and which is read as it was. */
export const inertCell = (cell: string): string =>
  /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^[+-]?[\d.,\s]*$/.test(cell) ? `'${cell}` : cell;

/** A text as a cell. */
export const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One row, without its line end. */
export const toCsvLine = (texts: readonly string[]): string => texts.map(cell).join(',');
