import type { CollectionMapping, FieldMapping, TableMapping } from './mapping.js';

/** A field as it is proposed, and what a person should know of it. */
export interface SuggestedField {
  readonly mapping: FieldMapping;
  /** Stands behind it. */
  readonly note?: string;
  /** Stand below its values, or above it. */
  readonly todo: readonly string[];
}

export interface SuggestedCollection extends Omit<CollectionMapping, 'fields'> {
  readonly note?: string;
  readonly fields: ReadonlyMap<string, SuggestedField>;
}

export interface SuggestedTable extends Omit<TableMapping, 'collections'> {
  /** Of the sheet or the file, for messages. */
  readonly name: string;
  readonly header_row: number;
  /** Why dates and decimals are read so, by key. */
  readonly notes: ReadonlyMap<string, string>;
  readonly collections: ReadonlyMap<string, SuggestedCollection>;
  /** Columns that are not used, with some of their values. */
  readonly unused: readonly { readonly name: string; readonly samples: readonly string[] }[];
  /** What a person should check. */
  readonly checks: readonly string[];
}
