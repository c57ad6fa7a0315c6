import { maximumRowBytes } from '@resource-catalogue/contracts';

/** Max sizes of what an import reads, so that a small file cannot take much memory. docs/guides/data.md lists them. */
export const importLimits = {
  /** Bytes of a line of NDJSON, or of a row of CSV with all its cells. The largest project takes about 8 MiB. */
  rowBytes: maximumRowBytes,
  /** Columns of a CSV file: as many as a spreadsheet can have. */
  columns: 16_384,
  /** Rows of a CSV file: as many bookings as `resource-catalogue seed` can make. */
  rows: 10_000_000,
  /** Values in one cell, with bars between them. */
  values: 1000,
} as const;

export type ImportLimits = Readonly<Record<keyof typeof importLimits, number>>;

const shown = 10;
const longestShown = 60;

/** Joins the first ten of some texts, and says how many there are in all. */
export function firstOf(texts: readonly string[], separator = ', '): string {
  const first = texts.slice(0, shown).join(separator);
  return texts.length > shown ? `${first}${separator}… (${texts.length} in total)` : first;
}

/** The beginning of a text from a file, which an error message quotes. */
export const shortened = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
