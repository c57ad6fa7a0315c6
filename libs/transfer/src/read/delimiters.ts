import { parse } from 'csv-parse/sync';

const delimiters = [',', ';', '\t'];

/** A first line that names the delimiter for Excel. */
export const delimiterLine = /^\uFEFF?"?sep=([^"\r\n])"?[^\S\t]*(?:\r|\n)/i;

/** Splits the records of a sheet. */
export interface RecordReader {
  readonly headers: readonly string[];
  /** The delimiter between columns. */
  readonly delimiter: string;
  /** The cells of a record; null if its format differs from the header's. */
  readonly cells: (record: readonly string[]) => readonly string[] | null;
}

/** Detects the format from the header. A program that expects another delimiter writes each line as one quoted cell. */
export function recordReader(head: readonly string[], outer: string): RecordReader {
  const [cell = '', ...others] = head.filter((each) => each.trim() !== '');
  const inner = detectDelimiter(cell);
  const isOneCell = others.length === 0 && cell.includes(inner);
  const delimiter = isOneCell ? inner : outer;
  const headers = ((isOneCell ? cellsInside(head, inner) : null) ?? head).map((header) => header.trim());
  // A program may also write a single line as one quoted cell.
  const cells = (record: readonly string[]): readonly string[] | null =>
    isOneCell || (record.length === 1 && headers.length > 1) ? cellsInside(record, delimiter) : record;
  return { headers, delimiter, cells };
}

/** Splits a line that is a single cell. */
function cellsInside([cell = '', ...others]: readonly string[], delimiter: string): readonly string[] | null {
  // A line without quotes was not written as one cell.
  if (others.some((other) => other.trim() !== '')) return cell.includes(delimiter) ? null : [cell, ...others];
  try {
    return parse(cell, { delimiter, relax_column_count: true })[0] ?? [];
  } catch {
    return null;
  }
}

/** The most frequent delimiter in the first line, outside quotes. */
export function detectDelimiter(text: string): string {
  const line = (/^.*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
