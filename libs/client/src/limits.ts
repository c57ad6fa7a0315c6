import type * as contracts from '@resource-catalogue/contracts';

// Constants of the API that the client needs at run time. It imports only types of the contracts, so each number is
// repeated here, and does not compile if the contracts have another one.

/** The page size of a list without `limit` (PAGE-2). */
export const defaultPageSize = 50 satisfies typeof contracts.defaultLimit;
/** The maximum page size (PAGE-2). */
export const maximumPageSize = 200 satisfies typeof contracts.maximumLimit;
/**
 * Maximum number of bytes of a response: a page of 4 MiB and one row (PAGE-5). A test compares it with the
 * contracts.
 */
export const maximumResponseBytes = 20 * 1024 * 1024;
/** Maximum number of values of one filter (FILT-2). */
export const maximumSetSize = 100 satisfies typeof contracts.maximumSetSize;
