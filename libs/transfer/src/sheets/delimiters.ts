import { parse } from 'csv-parse/sync';

const delimiters = [',', ';', '\t'];

/** A first line that names the delimiter for Excel. */
export const delimiterLine = /^\uFEFF?"?sep=([^"\r\n])"?[^\S\t]*(?:\r|\n)/i;

/** Takes the records of a sheet apart. */
export interface RecordReader {
  readonly headers: readonly string[];
  /** The delimiter between its columns. */
  readonly delimiter: string;
  /** The cells of a record; null where it has another form than the head. */
  readonly cells: (record: readonly string[]) => readonly string[] | null;
}

/** Makes a reader by the head. A program that expects another delimiter writes each line as one quoted cell. */
export function recordReader(head: readonly string[], outer: string): RecordReader {
  const [cell = '', ...others] = head.filter((each) => each.trim() !== '');
  const inner = delimiterOf(cell);
  const isOneCell = others.length === 0 && cell.includes(inner);
  const delimiter = isOneCell ? inner : outer;
  const headers = ((isOneCell ? cellsInside(head, inner) : null) ?? head).map((header) => header.trim());
  // A program may also write a single line as one quoted cell.
  const cells = (record: readonly string[]): readonly string[] | null =>
    isOneCell || (record.length === 1 && headers.length > 1) ? cellsInside(record, delimiter) : record;
  return { headers, delimiter, cells };
}

/** The cells of a line that is one cell. */
function cellsInside([cell = '', ...others]: readonly string[], delimiter: string): readonly string[] | null {
  // A line without quotes was not taken for one cell.
  if (others.some((other) => other.trim() !== '')) return cell.includes(delimiter) ? null : [cell, ...others];
  try {
    return parse(cell, { delimiter, relax_column_count: true })[0] ?? [];
  } catch {
    return null;
  }
}

/** The delimiter that occurs most in the first line, outside quotes. */
export function delimiterOf(text: string): string {
  const line = (/^.*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
