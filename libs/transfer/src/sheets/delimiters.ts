import { parse } from 'csv-parse/sync';

const delimiters = [',', ';', '\t'];

/** A first line with which Excel is told the delimiter; it is no row of the sheet. */
export const delimiterLine = /^\uFEFF?"?sep=([^"\r\n])"?[^\S\t]*(?:\r|\n)/i;

/**
 * The delimiter within the one cell of a head: a program that expects other delimiters opens a whole line as one cell, and
 * writes it back in quotes.
 */
export function delimiterInside(record: readonly string[]): string | null {
  const [cell = '', ...others] = record.filter((each) => each.trim() !== '');
  if (others.length > 0) return null;
  const delimiter = delimiterOf(cell);
  return cell.includes(delimiter) ? delimiter : null;
}

/** The cells of a line that is one cell; null where it has another form. */
export function cellsInside(record: readonly string[], delimiter: string): string[] | null {
  const [cell = '', ...others] = record;
  // A line without quotes was not taken for one cell.
  if (others.some((other) => other.trim() !== '')) return cell.includes(delimiter) ? null : [...record];
  try {
    return parse(cell, { delimiter, relax_column_count: true })[0] ?? [];
  } catch {
    return null;
  }
}

/** Reads lines of a sheet as cells, by its first line. */
export function lineReader(head: string): {
  readonly headers: readonly string[];
  readonly read: (line: string) => string[];
} {
  const delimiter = delimiterOf(head);
  const cellsOf = (line: string): string[] => parse(line, { delimiter, relax_column_count: true })[0] ?? [];
  const inner = delimiterInside(cellsOf(head));
  const read = (line: string): string[] => {
    const cells = cellsOf(line);
    return inner === null ? cells : (cellsInside(cells, inner) ?? cells);
  };
  return { headers: read(head), read };
}

/** The delimiter that occurs most in the first line, outside quotes. */
export function delimiterOf(text: string): string {
  const line = (/^.*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
