import { maximumRowBytes } from '@resource-catalogue/contracts';

/** Size limits of an import, so that a small file cannot use much memory. docs/guides/import-reference.md lists them. */
export const importLimits = {
  /** Maximum bytes of an NDJSON line or a CSV row. The largest possible project takes about 8 MiB. */
  rowBytes: maximumRowBytes,
  /** Maximum columns of a CSV file: the limit of spreadsheet programs. */
  columns: 16_384,
  /** Maximum rows of a CSV file: the limit of `resource-catalogue seed`. */
  rows: 10_000_000,
  /** Maximum values in a cell, separated by bars. */
  values: 1000,
} as const;

export type ImportLimits = Readonly<Record<keyof typeof importLimits, number>>;

const shown = 10;
const longestShown = 60;

/** Joins the first ten texts and appends the total number if there are more. */
export function joinFirst(texts: readonly string[], separator = ', '): string {
  const first = texts.slice(0, shown).join(separator);
  return texts.length > shown ? `${first}${separator}… (${texts.length} in total)` : first;
}

/** Truncates a text from a file for an error message. */
export const truncate = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
