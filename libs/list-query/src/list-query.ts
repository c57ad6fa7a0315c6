import type { FilterField, Operator } from '@resource-catalogue/contracts';

/**
 * One entry of a problem's `errors` (ERR-2). `parameter` is the query parameter as sent, percent-decoded if
 * possible.
 */
export interface ValidationError {
  readonly parameter: string;
  readonly code: string;
  readonly detail: string;
}

/** The type of a sort key, and so of a cursor's key. */
export type SortKind = 'uuid' | 'text' | 'datetime' | 'integer';

/** The parameters of a collection's list. Maps, so that no field name can match an inherited property. */
export interface ListSpec {
  readonly collection: string;
  readonly filters: ReadonlyMap<string, FilterField>;
  readonly sorts: ReadonlyMap<string, SortKind>;
  /** A key of `sorts`, with `-` in front for descending (SORT-2). */
  readonly defaultSort: string;
}

export type SetOperator = Extract<Operator, 'in' | 'not_in'>;
export type RangeOperator = Extract<Operator, 'lt' | 'lte' | 'gt' | 'gte'>;

/** `values` are distinct, uuids in lower case, in code point order. */
export interface SetListFilter {
  readonly field: string;
  readonly operator: SetOperator;
  readonly values: readonly string[];
}

/** `value` is an integer, or an instant as the wire shows it: `YYYY-MM-DDThh:mm:ss.sssZ`. */
export interface RangeListFilter {
  readonly field: string;
  readonly operator: RangeOperator;
  readonly value: string | number;
}

export interface BooleanListFilter {
  readonly field: string;
  readonly operator: Extract<Operator, 'eq'>;
  readonly value: boolean;
}

/** One condition of a list; all conditions are joined with AND. */
export type ListFilter = SetListFilter | RangeListFilter | BooleanListFilter;

export interface ListSort {
  readonly field: string;
  readonly descending: boolean;
}

/**
 * The position of a row in a sorted list: the sort key as in the JSON (an integer as decimal digits), and the tie-
 * breaker.
 */
export interface Position {
  readonly key: string;
  readonly id: string;
}

export interface ListQuery {
  /** In canonical order: by field, then by operator. */
  readonly filters: readonly ListFilter[];
  readonly sort: ListSort;
  /** The page size in effect (PAGE-2). */
  readonly limit: number;
  /** The position after which the page begins; null for the first page. */
  readonly after: Position | null;
  /** 16 hex digits, the same for all queries of one collection with the same sort and the same filters (PAGE-3). */
  readonly fingerprint: string;
  /** The pairs as sent, in order and without the cursor, escaped for a URI; `links.*` repeat them (LIST-4). */
  readonly pairs: readonly string[];
}

export type ListQueryResult =
  | { readonly ok: true; readonly query: ListQuery }
  | { readonly ok: false; readonly errors: readonly ValidationError[] };
