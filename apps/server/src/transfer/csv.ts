import { type DtoClass, type Field, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '../request/read-body.js';

/** A path of keys to one value of a row. */
type Path = readonly string[];

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const byteOrderMark = '\ufeff';
export const lineEnd = '\r\n';

/** Makes what writes rows of a DTO for spreadsheets: a column for each value, `space.name` for one of a summary. */
export function csvOf(dto: DtoClass): { readonly header: string; line(row: string): string } {
  const paths = [...columns(dto, [])];
  return {
    header: `${byteOrderMark}${paths.map((path) => cell(path.join('.'))).join(',')}${lineEnd}`,
    line: (row) => {
      const value: unknown = JSON.parse(row);
      return `${paths.map((path) => cell(shown(at(value, path)))).join(',')}${lineEnd}`;
    },
  };
}

function* columns(dto: DtoClass, above: Path): Generator<Path> {
  for (const field of fieldTable(dto).values()) {
    const path = [...above, field.name];
    const inner = partOf(field);
    if (inner) yield* columns(inner, path);
    else yield path;
  }
}

/** What lies one beside another; an array has no fixed number of columns, so it stays one JSON text. */
const partOf = ({ kind, dto }: Field): DtoClass | undefined => (kind === 'object' ? dto?.() : undefined);

function at(value: unknown, path: Path): unknown {
  let inner = value;
  for (const key of path) {
    if (!isObject(inner)) return null;
    inner = inner[key];
  }
  return inner;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return formulaSafe(value);
  return JSON.stringify(value);
}

/** Spreadsheets run a text that begins like a formula, and some texts were written by strangers. */
const formulaSafe = (text: string): string => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text);

/** A text as a cell. */
export const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
