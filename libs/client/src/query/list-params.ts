/**
 * What a list is asked. Without `sort` the order is the collection's own, mostly newest first (SORT-2).
 *
 * @example
 * { filters: { state: { in: ['confirmed'] }, starts_at: { gte: new Date() } }, sort: '-starts_at', limit: 100 }
 */
export interface ListParams<Filters, Sort extends string = string> {
  /** Rows must meet all of these (FILT-1). Drafts, canceled and soft-deleted rows are there until filtered out (FILT-8). */
  readonly filters?: Filters;
  /** The field to sort by; `-` in front turns the order round (SORT-1). */
  readonly sort?: Sort | `-${Sort}`;
  /** Rows of a page: 50 if absent, at most 200, which the service lowers more to (PAGE-2). */
  readonly limit?: number;
  /** Where to go on: the `nextCursor` of a page of the same list; null or absent for the first page (PAGE-3). */
  readonly cursor?: string | null | undefined;
}
