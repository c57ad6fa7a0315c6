import { type DtoClass, type Field, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';
import { isFragile } from '../values/damaged-names.js';

/** RFC 4180, with the byte order mark that makes spreadsheet programs read UTF-8. */
export const byteOrderMark = '\ufeff';
export const lineEnd = '\r\n';

/** Returns a function that formats a resource as a CSV row, with nested values in columns like `space.name`. */
export function csvFormat(dto: DtoClass): { readonly header: string; line(row: string): string } {
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

/** Columns of a field: one per key of an object; an array is one column of JSON, because its length varies. */
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
 * Prefixes that a spreadsheet would run as a formula, even after white space, or that an import would read as an
 * escape or an empty cell.
 */
const risky = /^(?:$|[=+\-@＝＋－＠'\s])/;

/** Whether a spreadsheet would run the text or change it, for instance `00042` to `42`. */
const needsEscape = (text: string): boolean => risky.test(text) || isFragile(text);

/** Escapes text that a spreadsheet would run or change; the text may come from strangers. */
const escapedCell = (text: string): string => (needsEscape(text) ? `'${text}` : text);

/** Removes the escape that an export added; other cells are unchanged. */
export const unescapedCell = (cell: string): string =>
  cell.startsWith("'") && needsEscape(cell.slice(1)) ? cell.slice(1) : cell;

/** Escapes a cell of an imported sheet so that a spreadsheet does not run it and an import reads the same text. */
export const inertCell = (cell: string): string =>
  /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^[+-]?[\d.,\s]*$/.test(cell) ? `'${cell}` : cell;

/** Quotes a cell if necessary. */
export const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Formats a row, without its line end. */
export const toCsvLine = (texts: readonly string[]): string => texts.map(cell).join(',');
