import ky from 'ky';
import { type CatalogueError, isCatalogueError } from '../errors/catalogue-error.js';
import { isRecord, withoutNullish } from '../objects.js';
import { classifyResponse, toMeta, type Reply, type FullResponse } from './response.js';
import { readText } from './body.js';
import type { Call, Connection } from './call.js';
import { withinLimit } from './clock.js';
import { type ClientOptions, originOf } from './options.js';
import type { CachedBody } from './response-cache.js';

const noToken = 'was not sent: no token';

/**
 * Makes one attempt, and passes the headers of every response on. Errors that it throws end the call; errors that it
 * returns allow another attempt.
 */
export async function sendOnce(
  call: Call,
  cached?: CachedBody,
  observe?: (headers: Headers) => void,
): Promise<Reply | CatalogueError> {
  const { options, connection } = call;
  const startedAt = options.clock.now();
  const { attempts } = call;
  const limitMs = Math.min(options.timeoutMs, call.deadline - startedAt);
  const outcome = await withinLimit(limitMs, options.signal, async (signal) => {
    await takeToken(call, signal);
    call.attempts += 1;
    connection.emit({ type: 'request', ...call.tag, attempt: call.attempts });
    return exchange(call, makeHeaders(call, cached?.etag), signal);
  });
  if ('value' in outcome) {
    const { value } = outcome;
    const { status, requestId, rateLimit } = toMeta(value, call.attempts, false);
    const facts = { attempt: call.attempts, status, durationMs: options.clock.now() - startedAt, requestId, rateLimit };
    connection.emit({ type: 'response', ...call.tag, ...facts });
    observe?.(value.headers);
    return classifyResponse(call, value, cached);
  }
  const { kind, cause } = outcome;
  if (isCatalogueError(cause)) throw cause;
  if (kind === 'aborted') throw call.error(kind, 'was aborted', { cause });
  if (kind === 'network') return call.error(kind, `got no response: ${failureReason(call, cause)}`, { cause });
  if (call.attempts === attempts) throw call.error('token', noToken);
  return call.error(kind, `got no response within ${limitMs} ms`);
}

/** The platform's code of a failure, such as ECONNREFUSED; messages of causes may quote the request. */
function failureReason({ options }: Call, cause: unknown): string {
  const inner = isRecord(cause) ? (cause['cause'] ?? cause) : cause;
  const code = isRecord(inner) && inner['code'];
  if (typeof code === 'string') return code;
  // Browsers hide the reason of a failed request from scripts, so CORS is possible whenever the origins differ.
  const page: unknown = Reflect.get(globalThis, 'location');
  const origin = isRecord(page) ? page['origin'] : undefined;
  if (typeof origin !== 'string' || origin === originOf(options.baseUrl)) return 'no connection';
  return `no connection, or the service does not allow the origin ${origin} (CORS)`;
}

async function takeToken(call: Call, signal: AbortSignal): Promise<void> {
  const token = await call.connection.token(signal).catch((cause: unknown) => {
    throw call.error('token', noToken, { cause });
  });
  // The function was called again and returned the rejected token.
  if (call.rejection !== undefined && token === call.token) throw call.rejection;
  call.token = token;
}

/** The headers of a request; later ones replace earlier ones of the same name, in any case. */
function makeHeaders({ options, request, token }: Call, tag?: string): Headers {
  const headers = new Headers({ accept: 'application/json' });
  const known = tag !== undefined && { 'if-none-match': tag };
  const key = request.idempotencyKey && { 'idempotency-key': request.idempotencyKey };
  const all = { ...request.headers, ...options.headers, ...known, ...key, authorization: `Bearer ${token}` };
  for (const [name, value] of Object.entries(all)) headers.set(name, value);
  return headers;
}

/** Sends one request and reads the whole response. */
async function exchange(call: Call, headers: Headers, signal: AbortSignal): Promise<FullResponse> {
  const { connection, url, options, request } = call;
  const { method, body = null } = request;
  try {
    const response = await connection.fetch(url, { method, headers, signal, body });
    const { status, headers: received } = response;
    const text = await readText(response, options.maxResponseBytes, signal);
    if (text !== undefined) return { status, headers: received, text };
    const what = `returned more than ${options.maxResponseBytes} bytes`;
    throw call.error('too_large', what, withoutNullish({ status, requestId: received.get('x-request-id') }));
  } catch (error) {
    // Errors of ky contain the request and so the token; their causes do not.
    throw error instanceof Error && 'request' in error ? error.cause : error;
  }
}

/** ky sends one request. Retries and timeouts are our own, because they concern all calls of a client (see ADR 7). */
export function fetchWithKy({ fetch, hooks }: ClientOptions): Connection['fetch'] {
  // The API has no redirects, and following one could send the token elsewhere.
  const redirect = 'manual';
  const once = ky.create({
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect,
    ...withoutNullish({ fetch, hooks }),
  });
  return (url, request) => {
    try {
      return once(url, request);
    } catch (error) {
      // ky fails at once in jsdom, because Node's `Request` rejects jsdom's signals. Without a signal the call still
      // ends in time, and the body of a late response is canceled.
      if (request.signal.aborted || hooks) throw error;
      return (fetch ?? globalThis.fetch)(new Request(url, { ...request, redirect, signal: null }));
    }
  };
}
