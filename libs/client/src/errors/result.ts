import { isCatalogueError } from './catalogue-error.js';
import type { CatalogueError } from './catalogue-error.js';

/** How a call ended, for those who rather look than catch. */
export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: CatalogueError };

/**
 * Waits for a call and returns its error instead of throwing it. Errors that are not of this library, such as a
 * `TypeError` for an empty set, are mistakes in the program and still thrown.
 *
 * @example
 * const result = await settle(client.bookings.getMany(ids));
 * if (!result.ok) console.log(result.error.kind);
 */
export async function settle<Value>(call: PromiseLike<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!isCatalogueError(error)) throw error;
    return { ok: false, error };
  }
}
