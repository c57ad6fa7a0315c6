import { maximumLimit } from './limits.js';

/** The description of a query parameter in the OpenAPI document. */
export interface ListParam {
  readonly description: string;
  readonly example: string | number;
}

/** The parameters of every list in addition to its filters; each may be sent once (FILT-9). */
export const listParams: Readonly<Record<'limit' | 'cursor' | 'sort', ListParam>> = {
  limit: {
    description: `Number of rows per page; pages of long rows have fewer (PAGE-5). Numbers above ${maximumLimit} count as ${maximumLimit} (PAGE-2).`,
    example: 100,
  },
  cursor: {
    description:
      'The `meta.next` of the previous page (PAGE-1). It is valid for one collection, one sort and one set of filters (PAGE-3).',
    example: 'AZjBovS2fxKx3g',
  },
  sort: {
    description:
      'The field to sort by, with `-` in front for descending; ties are broken by `id` in the same direction (SORT-1, SORT-2).',
    example: '-created_at',
  },
};
