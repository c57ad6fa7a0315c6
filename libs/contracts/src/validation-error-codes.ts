/**
 * Kinds of validation errors (ERR-2). The list is open: later releases may add codes; clients should show the
 * `detail` of unknown ones.
 */
export const validationErrorCodes = [
  /** A query parameter that the operation does not have, or `filters` in an invalid form (FILT-9, GET-3). */
  'unknown_parameter',
  /** A field that cannot be filtered or sorted by, or that the body does not have (FILT-9, SORT-1, WRITE-3). */
  'unknown_field',
  /** An operator that the filter does not have (FILT-9). */
  'unknown_operator',
  /** An invalid value: type, length, range, enumeration, date, encoding or NUL (FILT-9, FILT-11, WRITE-3). */
  'invalid_value',
  /** A damaged cursor, or one of another list (PAGE-3). */
  'invalid_cursor',
  /** A parameter or value that may occur only once (FILT-9, WRITE-3). */
  'duplicate',
  /** More values or entries than the limit allows (FILT-2, section 9). */
  'too_many',
  /** A required field that is absent or null (section 9). */
  'required',
  /** An id that does not exist, or is soft-deleted where it must be live (section 9). */
  'unknown_reference',
  /** Markdown that exceeds the limits of a project (WRITE-10). */
  'too_large',
] as const;

/** An error code of this release (ERR-2). */
export type ValidationErrorCode = (typeof validationErrorCodes)[number];
