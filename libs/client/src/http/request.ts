/** The methods of the interface (HTTP-3). */
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH';

/** One request to the service, before a token and a client's own headers are added. */
export interface CatalogueRequest {
  readonly method: Method;
  /** The path below the base URL, `/api/v1/bookings`. */
  readonly path: string;
  /** The path without ids, `/api/v1/bookings/{id}`: what warnings are counted by. */
  readonly endpoint: string;
  /** The query string, without `?`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as `Idempotency-Key`, the same on every attempt (WRITE-7). */
  readonly idempotencyKey?: string;
  /** Whether a good answer must be JSON. */
  readonly expectsJson: boolean;
}

/**
 * What a single call may set for itself; times are milliseconds.
 *
 * @example
 * await client.bookings.get(id, { signal: AbortSignal.timeout(5_000), maxAttempts: 1 });
 */
export interface CallOptions {
  /** Ends the call, whether it waits for an answer, for the quota or for its next attempt. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt, its body included. */
  readonly timeoutMs?: number;
  /** Milliseconds for the call with all attempts and waits. */
  readonly totalTimeoutMs?: number;
  /** Requests that one call may send, the first included; 1 repeats nothing. */
  readonly maxAttempts?: number;
  /** Milliseconds of the longest wait before an attempt; when the service asks for more, the call fails with that wait. */
  readonly maxRetryWaitMs?: number;
  /** Headers beside those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
}
