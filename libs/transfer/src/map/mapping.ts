/** Maps the tables of a workbook to rows of the catalogue. The JSON Schema describes each key for editors. */
export interface Mapping {
  readonly version: 1;
  readonly tables: readonly TableMapping[];
}

export interface TableMapping {
  /** The sheet, or the file without its extension; `*` matches any text. Required if there are several. */
  readonly sheet?: string;
  /** The name of the file, if several have sheets of that name; `*` matches any text. */
  readonly file?: string;
  /** The row with the column names, from 1. */
  readonly header_row?: number;
  /** The first matching row, such as the header of another table, ends the table. */
  readonly until?: Condition;
  /** Texts that mean an empty cell, such as `n.v.`, ignoring case. */
  readonly no_value?: readonly string[];
  /** The order of dates like 3/4/2026; not needed for ISO dates and dates of a workbook. */
  readonly dates?: DateOrder;
  /** The decimal separator. */
  readonly decimal?: 'comma' | 'point';
  /** The IANA time zone of times without an offset; defaults to that of the row's space. */
  readonly time_zone?: string;
  /** Rows to skip, in addition to blank rows and repeated headers. */
  readonly skip?: readonly Condition[];
  readonly collections: Readonly<Record<string, CollectionMapping>>;
}

export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

export interface CollectionMapping {
  /** Includes only rows that match one of these conditions; defaults to all rows. */
  readonly only?: readonly Condition[];
  /** A column with the number of rows to create from one, such as the units of a machine. */
  readonly repeat?: string;
  readonly fields: Readonly<Record<string, FieldMapping>>;
}

/** Matches rows with a single value, such as headings within the table, or rows by the value of a column. */
export type Condition =
  | 'single-cell'
  | { readonly column: string; readonly is?: Texts; readonly begins?: Texts; readonly empty?: boolean };

type Texts = string | readonly string[];

/** The source of a field: a column, several columns or a constant. */
export interface FieldMapping {
  /** The column, or the first of these that the table has. */
  readonly column?: Texts;
  /** Columns whose values are joined, such as a date and a time. */
  readonly join?: readonly string[];
  /** The separator of joined values; a space by default. */
  readonly with?: string;
  /** The value of each new row. */
  readonly value?: Scalar;
  /** The value of empty cells in new rows. */
  readonly default?: Scalar;
  /** Whether the value or default also replaces that of stored rows. */
  readonly overwrite?: boolean;
  /** Meanings of values, ignoring case; `*` matches all others. */
  readonly values?: Readonly<Record<string, Scalar>>;
  /** The separator of several values in one cell. */
  readonly split?: string;
  /** The part of the text to use. */
  readonly part?: TextPart;
  /** Derives a key from a name: `slug`, or `numbered-slug`, which numbers equal names in order. */
  readonly as?: 'slug' | 'numbered-slug';
  /** Whether the table may lack the column. */
  readonly optional?: boolean;
}

export const textParts = [
  'first-word',
  'other-words',
  'last-word',
  'before-comma',
  'after-comma',
  'email',
  'start',
  'end',
] as const;
export type TextPart = (typeof textParts)[number];

export type Scalar = string | number | boolean;
