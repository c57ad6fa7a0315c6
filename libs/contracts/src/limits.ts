/** Where every operation lies, below the base URL; the version is the interface's (VER-1). */
export const apiPrefix = '/api/v1';

/** The page size of a list that is asked without `limit` (PAGE-2). */
export const defaultLimit = 50;
/** The greatest page size; a greater `limit` is lowered to it (PAGE-2). */
export const maximumLimit = 200;
/** A page ends with the row that brings the JSON of its rows to so many bytes: 200 rows of 20 KiB each (PAGE-5). */
export const maximumPageBytes = 4 * 1024 * 1024;
/** How many bytes the JSON of one row may have; an import refuses longer lines. */
export const maximumRowBytes = 16 * 1024 * 1024;
/** How many bytes an answer may have: a page ends with the row that fills it (PAGE-5). */
export const maximumResponseBytes = maximumPageBytes + maximumRowBytes;
/** How many distinct values the set of an `in` or `not_in` filter may have; it has at least one (FILT-2). */
export const maximumSetSize = 100;

/** How many bytes request line and headers may have together (RATE-3). */
export const maximumHeadBytes = 16 * 1024;
/** How many bytes the body of a request may have (RATE-3). */
export const maximumBodyBytes = 1024 * 1024;
/** How many characters an `Idempotency-Key` may have (WRITE-7). */
export const maximumKeyLength = 255;

/**
 * How much the Markdown of a project may become (WRITE-10): bytes of HTML of all its descriptions together, and blocks of
 * what one body sends, which are paragraphs, headings, quotes, lists, items, rules, code blocks, tables, rows and cells.
 */
export const renderedLimits = { bytes: 2 * 1024 * 1024, blocks: 100_000 } as const;
