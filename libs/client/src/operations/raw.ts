import type { AnswerMeta } from '../http/answer.js';
import { newIdempotencyKey } from './idempotency-key.js';
import type { CallOptions, Method } from '../http/request.js';
import type { Transport } from '../http/transport.js';

/** A request that the typed operations do not cover. */
export interface RawRequest extends CallOptions {
  /** The query string as it is to be sent, without `?`. */
  readonly query?: string;
  /** Sent as JSON, unless `headers` names another `content-type`; a text is sent as it is. */
  readonly body?: unknown;
  /** Lets a POST be repeated when its answer gets lost (WRITE-7); `auto` makes a key. */
  readonly idempotencyKey?: string;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly meta: AnswerMeta;
  readonly headers: Headers;
  /** The body; empty where there is none. */
  readonly text: string;
}

/**
 * Sends any request to the service, with the client's token, quota, retries and errors.
 *
 * @param path begins with `/` and follows the base URL; an address elsewhere is refused, since the token goes with it.
 * @throws TypeError at once for another path.
 * @example
 * const { headers } = await raw(transport, 'HEAD', '/api/v1/bookings');
 */
export async function raw(
  transport: Transport,
  method: Method,
  path: string,
  { query = '', body, idempotencyKey, ...options }: RawRequest = {},
): Promise<RawAnswer> {
  if (!/^\/(?![/\\])/.test(path)) throw new TypeError('The path does not begin with one slash.');
  const key = idempotencyKey === 'auto' ? newIdempotencyKey() : idempotencyKey;
  const { headers, text, meta } = await transport.send(
    {
      method,
      path,
      endpoint: path,
      query,
      expectsJson: false,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    },
    options,
  );
  return { headers, text, meta };
}
