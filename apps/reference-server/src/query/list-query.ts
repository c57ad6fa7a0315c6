import type { AnyCollectionContract, FilterField, Operator } from '@resource-catalogue/contracts';
import type { Row } from '../json.js';
import type { Pair } from './query.js';

/** One filter of a query. */
export interface Test {
  readonly filter: FilterField;
  readonly operator: Operator;
  /** The values in normal form: a set in code point order, ids in lower case, an instant, an integer, or a boolean. */
  readonly values: readonly string[];
  readonly keeps: (row: Row) => boolean;
}

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** The end of a page: the sort key and the id of its last row (PAGE-4). */
export interface Position {
  readonly key: string | number;
  readonly id: string;
}

/** The list that a cursor belongs to: hashes of its collection, its sort and its filters (PAGE-3). */
export type Scope = readonly [collection: string, sort: string, filters: string];

export interface ListQuery {
  readonly contract: AnyCollectionContract;
  /** The parameters as sent. */
  readonly pairs: readonly Pair[];
  readonly tests: readonly Test[];
  readonly sort: Sort;
  /** Negative if the first position comes before the second. */
  readonly compare: (one: Position, other: Position) => number;
  readonly limit: number;
  readonly after: Position | null;
  readonly scope: Scope;
}
