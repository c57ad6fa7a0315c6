import { type CatalogueError, isCatalogueError } from './catalogue-error.js';

/** The result of a call as a value instead of an exception. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: CatalogueError };

/**
 * Waits for a call and returns its error instead of throwing it. Errors that are not of this library, such as a
 * `TypeError` for an empty set, are mistakes in the program and are still thrown.
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

/** A promise that can also be awaited without a `try`. */
export interface SafePromise<Value> extends Promise<Value> {
  /**
   * The value, or the error as a value instead of an exception.
   *
   * @example
   * const result = await client.bookings.get(id).safe();
   * if (result.ok) show(result.value.data);
   */
  safe(): Promise<Result<Value>>;
}

/** Adds `safe` to a promise. */
export function withSafe<Value>(promise: Promise<Value>): SafePromise<Value> {
  return Object.assign(promise, { safe: () => settle(promise) });
}
