import { maximumLimit } from './limits.js';

/** What the OpenAPI document says of a query parameter. */
export interface ListParam {
  readonly description: string;
  readonly example: string | number;
}

/** The parameters that every list takes beside its filters; each may be sent once (FILT-9). */
export const listParams: Readonly<Record<'limit' | 'cursor' | 'sort', ListParam>> = {
  limit: {
    description: `The number of rows in a page; a page of long rows has fewer (PAGE-5). A number above ${maximumLimit} counts as ${maximumLimit} (PAGE-2).`,
    example: 100,
  },
  cursor: {
    description:
      'The `meta.next` of a page, to get the page after it (PAGE-1). It belongs to one collection, one sort and one set of filters (PAGE-3).',
    example: 'AZjBovS2fxKx3g',
  },
  sort: {
    description:
      'The field to sort by, with `-` in front for descending; ties are broken by `id` in the same direction (SORT-1, SORT-2).',
    example: '-created_at',
  },
};
