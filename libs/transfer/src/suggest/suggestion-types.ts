import type { CollectionMapping, FieldMapping, TableMapping } from '../map/mapping.js';

/** A suggested field, with comments for the person who checks it. */
export interface SuggestedField {
  readonly mapping: FieldMapping;
  /** Written after the field. */
  readonly note?: string;
  /** Written after its values, or before the field. */
  readonly todo: readonly string[];
}

export interface SuggestedCollection extends Omit<CollectionMapping, 'fields'> {
  readonly note?: string;
  readonly fields: ReadonlyMap<string, SuggestedField>;
}

export interface SuggestedTable extends Omit<TableMapping, 'collections'> {
  /** The name of the sheet or the file, for messages. */
  readonly name: string;
  readonly header_row: number;
  /** Reasons for the formats of dates and decimals, by key. */
  readonly notes: ReadonlyMap<string, string>;
  readonly collections: ReadonlyMap<string, SuggestedCollection>;
  /** Unused columns, with sample values. */
  readonly unused: readonly { readonly name: string; readonly samples: readonly string[] }[];
  /** Points for a person to check. */
  readonly checks: readonly string[];
}
