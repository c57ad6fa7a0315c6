/** The page size of a list that is asked without `limit` (PAGE-2). */
export const defaultLimit = 50;
/** The greatest page size; a greater `limit` is lowered to it (PAGE-2). */
export const maximumLimit = 200;
/** How many distinct values the set of an `in` or `not_in` filter may have; it has at least one (FILT-2). */
export const maximumSetSize = 100;

/** What the OpenAPI document says of a query parameter. */
export interface ListParam {
  readonly description: string;
  readonly example: string | number;
}

/** The parameters that every list takes beside its filters; each may be sent once (FILT-9). */
export const listParams: Readonly<Record<'limit' | 'cursor' | 'sort', ListParam>> = {
  limit: {
    description: `How many rows a page has. Above ${maximumLimit} it is lowered to ${maximumLimit} (PAGE-2).`,
    example: 100,
  },
  cursor: {
    description:
      'The `meta.next` of a page: the page that follows it is answered (PAGE-1). It belongs to one collection, one sort and one set of filters (PAGE-3).',
    example: 'AZjBovS2fxKx3g',
  },
  sort: {
    description:
      'The field to sort by, with `-` in front for descending; ties are broken by `id` in the same direction (SORT-1, SORT-2).',
    example: '-created_at',
  },
};
