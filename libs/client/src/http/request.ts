/** The methods of the API (HTTP-3). */
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH';

/** A request to the service, before the token and the client's headers are added. */
export interface CatalogueRequest {
  readonly method: Method;
  /** The path below the base URL, `/api/v1/bookings`. */
  readonly path: string;
  /** The path without ids, `/api/v1/bookings/{id}`: warnings are emitted once per endpoint. */
  readonly endpoint: string;
  /** The query string, without `?`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as `Idempotency-Key`, the same on every attempt (WRITE-7). */
  readonly idempotencyKey?: string;
  /** Whether a successful response must be JSON. */
  readonly expectsJson: boolean;
}

/**
 * Options of a single call; times are milliseconds.
 *
 * @example
 * await client.bookings.get(id, { signal: AbortSignal.timeout(5_000), maxAttempts: 1 });
 */
export interface CallOptions {
  /** Ends the call while it waits for a response, for the quota or for its next attempt. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt, its body included. */
  readonly timeoutMs?: number;
  /** Milliseconds for the call with all attempts and waits. */
  readonly totalTimeoutMs?: number;
  /** Requests that one call may send, the first included; 1 means no retries. */
  readonly maxAttempts?: number;
  /** Milliseconds of the longest wait before an attempt; if the service requests more, the call fails with `retryAfterMs`. */
  readonly maxRetryWaitMs?: number;
  /** Bytes of the longest response, decompressed; a longer one fails as `too_large` while it arrives. */
  readonly maxResponseBytes?: number;
  /** Headers in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
}
