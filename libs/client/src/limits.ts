import type * as contracts from '@resource-catalogue/contracts';

// Facts of the interface that the client needs at run time. It imports the contracts as types only, so each number is
// written again here, and does not compile once the contracts say another.

/** The path that every request adds to the base URL (VER-1). */
export const apiPath = '/api/v1';
/** The page size of a list that is asked without `limit` (PAGE-2). */
export const defaultPageSize = 50 satisfies typeof contracts.defaultLimit;
/** The greatest page size (PAGE-2). */
export const maximumPageSize = 200 satisfies typeof contracts.maximumLimit;
/** How many bytes an answer may have: a page of 4 MiB and one row (PAGE-5). A test compares it with the contracts. */
export const maximumResponseBytes = 20 * 1024 * 1024;
/** How many values the set of one filter may have (FILT-2). */
export const maximumSetSize = 100 satisfies typeof contracts.maximumSetSize;
