import type { JsonObject, Row } from '../json.js';
import type { ValidationError } from '../problem-error.js';
import { findRow, type Store } from '../store.js';
import { parseBody } from './body-text.js';
import { validate } from './validate.js';

export interface SentProject {
  /** The valid fields in normal form. */
  readonly sent: JsonObject;
  readonly errors: readonly ValidationError[];
}

/** Reads the body of a write; the project to change is null on POST. */
export type ReadBody = (bytes: Buffer, before: Row | null) => SentProject;

export const bodyReader =
  (store: Store): ReadBody =>
  (bytes, before) => {
    const { body, errors: textual } = parseBody(bytes);
    if (body === null) return { sent: {}, errors: textual };
    const { sent, errors } = validate(body, { before, find: (collection, id) => findRow(store, collection, id) });
    return { sent, errors: [...textual, ...errors] };
  };
