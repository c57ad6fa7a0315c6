import { settle } from '../errors/result.js';
import type { Result } from '../errors/result.js';

/** A promise that can also be waited for without a `try`. */
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

/** Gives a promise its `safe`. */
export function safely<Value>(promise: Promise<Value>): SafePromise<Value> {
  return Object.assign(promise, { safe: () => settle(promise) });
}
