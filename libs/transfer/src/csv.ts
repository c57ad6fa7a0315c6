import { type DtoClass, type Field, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';

/** A path of keys to one value of a row. */
type Path = readonly string[];

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const byteOrderMark = '\ufeff';
export const lineEnd = '\r\n';

/** Makes a writer of CSV rows of a DTO: a column for each value, such as `space.name` for one of a summary. */
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

/** The DTO of an object, whose keys are columns; an array has no fixed number of them, so it stays one JSON text. */
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
  if (typeof value === 'string') return escapedCell(value);
  return JSON.stringify(value);
}

/**
 * Beginnings that a spreadsheet reads as a formula, also behind white space, or that an import would take for an escape
 * or an empty cell.
 */
const needsEscape = /^(?:$|[=+\-@＝＋－＠'\s])/;

/** A text that a spreadsheet does not run: some were written by strangers. */
const escapedCell = (text: string): string => (needsEscape.test(text) ? `'${text}` : text);

/** The text that an export has escaped; other cells are as they are. */
export const unescapedCell = (cell: string): string =>
  cell.startsWith("'") && needsEscape.test(cell.slice(1)) ? cell.slice(1) : cell;

/** A text as a cell. */
export const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
