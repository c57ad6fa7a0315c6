import type { ResponseMeta } from '../http/response.js';
import type { CallOptions, Method } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import { newIdempotencyKey } from './idempotency-key.js';

/** A request that the typed operations do not cover. */
export interface RawRequest extends CallOptions {
  /** The query string, encoded and without `?`. */
  readonly query?: string;
  /** Sent as JSON, unless `headers` has another `content-type`; a string is sent unchanged. */
  readonly body?: unknown;
  /** Allows retries of a POST whose response is lost (WRITE-7); `auto` creates a key. */
  readonly idempotencyKey?: string;
}

/** A response, not parsed. */
export interface RawResponse {
  readonly meta: ResponseMeta;
  readonly headers: Headers;
  /** The body; empty if there is none. */
  readonly text: string;
}

/**
 * Sends any request to the service, with the client's token, quota, retries and errors.
 *
 * @param path starts with `/` and follows the base URL; another origin is rejected, since the token would go there.
 * @throws TypeError at once for another path.
 * @example
 * const { headers } = await raw(transport, 'HEAD', '/api/v1/bookings');
 */
export async function raw(
  transport: Transport,
  method: Method,
  path: string,
  { query = '', body, idempotencyKey, ...options }: RawRequest = {},
): Promise<RawResponse> {
  if (!/^\/(?![/\\])/.test(path)) throw new TypeError('The path must start with one slash.');
  const key = idempotencyKey === 'auto' ? newIdempotencyKey() : idempotencyKey;
  const content = body !== undefined && {
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  const request = { method, path, endpoint: path, query, expectsJson: false, ...content };
  const { headers, text, meta } = await transport.send(
    { ...request, ...(key !== undefined && { idempotencyKey: key }) },
    options,
  );
  return { headers, text, meta };
}
