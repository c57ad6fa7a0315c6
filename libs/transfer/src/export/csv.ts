import { type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';
import { headersIn } from '../layout.js';
import { escapeCell } from '../values/contents.js';

/** Begins a CSV file, so that spreadsheet programs read it as UTF-8. */
export const byteOrderMark = '\ufeff';
export const lineEnd = '\r\n';

/** Returns a function that formats a resource as a CSV row, with nested values in columns like `space.name`. */
export function csvFormat(dto: DtoClass): { readonly header: string; line(row: string): string } {
  const headers = [...fieldTable(dto).values()].flatMap((field) => [...headersIn(field, field.name)]);
  const paths = headers.map((header) => header.split('.'));
  return {
    header: `${byteOrderMark}${toCsvLine(headers)}${lineEnd}`,
    line: (row) => {
      const value: unknown = JSON.parse(row);
      return `${paths.map((path) => cell(cellText(at(value, path)))).join(',')}${lineEnd}`;
    },
  };
}

function at(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (!isObject(inner)) return null;
    inner = inner[key];
  }
  return inner;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeCell(value);
  return JSON.stringify(value);
}

/** Quotes a cell if necessary. */
export const cell = (text: string, delimiter = ','): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

/** Formats a row, without its line end. */
export const toCsvLine = (texts: readonly string[], delimiter = ','): string =>
  texts.map((text) => cell(text, delimiter)).join(delimiter);
