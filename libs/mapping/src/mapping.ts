/** How the tables of someone's workbook become rows of the catalogue. The JSON Schema describes each key for editors. */
export interface Mapping {
  readonly version: 1;
  readonly tables: readonly TableMapping[];
}

export interface TableMapping {
  /** The sheet, or the file without its extension; `*` stands for any text. Needed where there are several. */
  readonly sheet?: string;
  /** The row with the names of the columns, from 1. */
  readonly header_row?: number;
  /** The first row for which this holds, such as the header of another table, ends the table. */
  readonly until?: Condition;
  /** Texts that mean an empty cell, such as `n.v.`, whatever their case. */
  readonly no_value?: readonly string[];
  /** How dates like 3/4/2026 are read; ISO dates and those of a workbook need nothing. */
  readonly dates?: DateOrder;
  /** What parts whole numbers from fractions. */
  readonly decimal?: 'comma' | 'point';
  /** The IANA time zone of times without an offset; without it, that of the row's space. */
  readonly time_zone?: string;
  /** Rows that are left out. Blank rows and repeated headers always are. */
  readonly skip?: readonly Condition[];
  readonly collections: Readonly<Record<string, CollectionMapping>>;
}

export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

export interface CollectionMapping {
  /** Only rows for which one of these holds; all rows without it. */
  readonly only?: readonly Condition[];
  /** A column with a number: as many rows come from one, such as the units of a machine. */
  readonly repeat?: string;
  readonly fields: Readonly<Record<string, FieldMapping>>;
}

/** Holds for a row with a single value, such as a heading within the table, or whose column is so. */
export type Condition =
  | 'single-cell'
  | { readonly column: string; readonly is?: Texts; readonly begins?: Texts; readonly empty?: boolean };

type Texts = string | readonly string[];

/** Where the value of a field comes from: a column, several, or a constant. */
export interface FieldMapping {
  /** The column, or the first of these that the table has. */
  readonly column?: Texts;
  /** Columns whose values are put together, such as a date and a time. */
  readonly join?: readonly string[];
  /** What stands between them; a space without it. */
  readonly with?: string;
  /** The same value for each row. */
  readonly value?: Scalar;
  /** The value where the cell is empty. */
  readonly default?: Scalar;
  /** What values mean, whatever their case; `*` stands for all others. */
  readonly values?: Readonly<Record<string, Scalar>>;
  /** What parts several values in one cell. */
  readonly split?: string;
  /** The part of a text that counts. */
  readonly part?: TextPart;
  /** Makes a key of a name: `slug`, or `numbered-slug`, which numbers equal names in their order. */
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
