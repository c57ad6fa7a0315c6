/** Maps the tables of a workbook to rows of the catalogue. `mapping-schema.ts` describes each key, also for editors. */
export interface Mapping {
  readonly version: 1;
  readonly tables: readonly TableMapping[];
}

export interface TableMapping {
  readonly sheet?: string;
  readonly file?: string;
  readonly header_row?: number;
  readonly until?: Condition;
  readonly no_value?: readonly string[];
  readonly dates?: DateOrder;
  readonly decimal?: 'comma' | 'point';
  readonly time_zone?: string;
  readonly skip?: readonly Condition[];
  readonly collections: Readonly<Record<string, CollectionMapping>>;
}

export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

export interface CollectionMapping {
  readonly only?: readonly Condition[];
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
  readonly column?: Texts;
  readonly join?: readonly string[];
  readonly with?: string;
  readonly value?: Scalar;
  readonly default?: Scalar;
  readonly overwrite?: boolean;
  readonly values?: Readonly<Record<string, Scalar>>;
  readonly split?: string;
  readonly part?: TextPart;
  readonly as?: 'slug' | 'numbered-slug';
  readonly optional?: boolean;
}

export const textParts = [
  ...(['first-word', 'other-words', 'last-word', 'before-comma', 'after-comma', 'email', 'start', 'end'] as const),
];
export type TextPart = (typeof textParts)[number];

export type Scalar = string | number | boolean;
