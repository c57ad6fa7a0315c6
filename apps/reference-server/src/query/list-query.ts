import type { AnyCollectionContract, FilterField } from '@resource-catalogue/contracts';

export interface SetTest {
  readonly kind: 'set';
  readonly filter: FilterField;
  readonly operator: 'in' | 'not_in';
  /** Distinct values in code point order, ids in lower case. */
  readonly values: readonly string[];
}

export interface RangeTest {
  readonly kind: 'range';
  readonly filter: FilterField;
  readonly operator: 'lt' | 'lte' | 'gt' | 'gte';
  /** A number, or the milliseconds of a time. */
  readonly bound: number;
}

interface FlagTest {
  readonly kind: 'flag';
  readonly filter: FilterField;
  readonly wanted: boolean;
}

export type Test = SetTest | RangeTest | FlagTest;

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** The end of a page: the sort key and the id of its last row (PAGE-4). */
export interface Position {
  readonly key: string | number;
  readonly id: string;
}

export interface ListQuery {
  readonly contract: AnyCollectionContract;
  readonly tests: readonly Test[];
  readonly sort: Sort;
  readonly limit: number;
  readonly after: Position | null;
  /** The query that a cursor is valid for (PAGE-3). */
  readonly identity: string;
  /** The pairs that a link repeats: all except the cursor (LIST-4). */
  readonly linkPairs: readonly string[];
}
