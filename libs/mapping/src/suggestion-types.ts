import type { Condition, DateOrder, FieldMapping } from './mapping.js';

/** A field as it is proposed, and what a person should know of it. */
export interface SuggestedField {
  readonly mapping: FieldMapping;
  /** Stands behind it. */
  readonly note?: string;
  /** Stand below its values, or above it. */
  readonly todo: readonly string[];
}

export interface SuggestedCollection {
  readonly only?: readonly Condition[];
  readonly repeat?: string;
  readonly note?: string;
  readonly fields: ReadonlyMap<string, SuggestedField>;
}

export interface SuggestedTable {
  readonly sheet?: string;
  readonly header_row: number;
  readonly dates?: DateOrder;
  readonly decimal?: 'comma' | 'point';
  /** Why dates and decimals are read so, by key. */
  readonly notes: ReadonlyMap<string, string>;
  readonly no_value?: readonly string[];
  readonly skip: readonly Condition[];
  readonly until?: Condition;
  readonly collections: ReadonlyMap<string, SuggestedCollection>;
  /** Columns that are not used, with some of their values. */
  readonly unused: readonly { readonly name: string; readonly samples: readonly string[] }[];
  /** What a person should check. */
  readonly checks: readonly string[];
}
