import type { ReadWatch } from './byte-source.js';

/**
 * The content of a cell. A date is a local time as if in UTC, because spreadsheets have no time zones; before 1900-01-02
 * it is a time without a day.
 */
export type Content = string | number | boolean | Date | null;

export interface TableRow {
  /** The row number that a spreadsheet program shows, from 1. */
  readonly row: number;
  /** The first line of the row in a CSV file; the row number in a workbook. */
  readonly line: number;
  readonly cells: readonly Content[];
}

/** A sheet of a workbook, or a CSV file. */
export interface Table {
  readonly path: string;
  /** Name in messages, printable: `inventory.xlsx, sheet Tools`. */
  readonly title: string;
  /** The name of the sheet, or of the file without its extension; printable. */
  readonly name: string;
  /** Remarks about how the table was read, for people: `2 hidden rows are left out`. */
  readonly notes: readonly string[];
  /** Whether commas in numbers are decimal commas: in CSV files whose delimiter is not a comma. */
  readonly decimalComma: boolean;
  /** Reads the rows that are not blank; can be called repeatedly. */
  readonly rows: (watch?: ReadWatch) => AsyncGenerator<TableRow, void, undefined>;
}
