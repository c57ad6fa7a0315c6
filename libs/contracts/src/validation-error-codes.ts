/**
 * What can be wrong at one spot of a request (ERR-2). The list is open: later releases may add codes, and a client shows the
 * `detail` of one that it does not know.
 */
export const validationErrorCodes = [
  /** A query parameter that the operation does not take, or `filters` in another form (FILT-9, GET-3). */
  'unknown_parameter',
  /** A field that cannot be filtered or sorted by, or that the body does not have (FILT-9, SORT-1, WRITE-3). */
  'unknown_field',
  /** An operator that the filter does not have (FILT-9). */
  'unknown_operator',
  /** A value of the wrong form: type, length, range, enumeration, date, encoding or NUL (FILT-9, FILT-11, WRITE-3). */
  'invalid_value',
  /** A cursor that is damaged, or belongs to another list (PAGE-3). */
  'invalid_cursor',
  /** Something sent twice that may be sent once, or twice in a set that must be free of repetitions (FILT-9, WRITE-3). */
  'duplicate',
  /** More values or entries than the limit allows (FILT-2, section 9). */
  'too_many',
  /** A field that must be sent, or must not be null, and has no value (section 9). */
  'required',
  /** An id of something that does not exist, or is soft-deleted where it must be live (section 9). */
  'unknown_reference',
  /** Markdown that becomes more than a project may hold (WRITE-10). */
  'too_large',
] as const;

/** An error code of this release (ERR-2). */
export type ValidationErrorCode = (typeof validationErrorCodes)[number];
