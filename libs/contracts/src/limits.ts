/** The path of all operations below the base URL; the version is that of the API (VER-1). */
export const apiPrefix = '/api/v1';

/** The page size of a list without `limit` (PAGE-2). */
export const defaultLimit = 50;
/** The maximum page size; a greater `limit` is lowered to it (PAGE-2). */
export const maximumLimit = 200;
/** A page ends with the row that brings the JSON of its rows to this many bytes: 200 rows of 20 KiB each (PAGE-5). */
export const maximumPageBytes = 4 * 1024 * 1024;
/** Maximum number of bytes of the JSON of a row; an import rejects longer lines. */
export const maximumRowBytes = 16 * 1024 * 1024;
/** Maximum number of bytes of a response: a page ends with the row that fills it (PAGE-5). */
export const maximumResponseBytes = maximumPageBytes + maximumRowBytes;
/** Maximum number of distinct values in the set of an `in` or `not_in` filter; it has at least one (FILT-2). */
export const maximumSetSize = 100;

/** Maximum number of bytes of the request line and headers together (RATE-3). */
export const maximumHeadBytes = 16 * 1024;
/** Maximum number of bytes of a request body (RATE-3). */
export const maximumBodyBytes = 1024 * 1024;
/** Maximum number of characters of an `Idempotency-Key` (WRITE-7). */
export const maximumKeyLength = 255;

/**
 * Limits of a project's rendered Markdown (WRITE-10): bytes of HTML of all its descriptions together, and blocks of
 * one body: paragraphs, headings, quotes, lists, items, rules, code blocks, tables, rows and cells.
 */
export const renderedLimits = { bytes: 2 * 1024 * 1024, blocks: 100_000 } as const;
