import type { CatalogueError, ErrorDetails, ErrorKind, Problem } from '../errors/catalogue-error.js';
import { isRecord, withoutNullish } from '../objects.js';
import type { Call } from './call.js';
import { type RateLimit, readChallenge, readRateLimit, readRetryAfter } from './headers.js';
import type { CachedBody } from './response-cache.js';

/** The metadata of a response. */
export interface ResponseMeta {
  readonly status: number;
  /** The `X-Request-Id`, by which the operator finds the request (HTTP-1); null if a browser may not read it. */
  readonly requestId: string | null;
  /** The `ETag`: the value for `ifMatch` of a write (HTTP-2). */
  readonly etag: string | null;
  readonly rateLimit: RateLimit | null;
  /** Number of requests sent for this call. */
  readonly attempts: number;
  /** Whether the body is a cached one that the service confirmed with 304. */
  readonly fromCache: boolean;
}

/** One resource that was read or written, with metadata. */
export interface ResourceResponse<Data> {
  readonly data: Data;
  readonly meta: ResponseMeta;
}

/** A successful response from the transport. */
export interface Reply {
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if the request expected no JSON. */
  readonly json: unknown;
  readonly meta: ResponseMeta;
  /** An error of this call, for a response that turns out to be unusable; `what` follows method and URL. */
  fail(kind: ErrorKind, what: string, details?: Partial<ErrorDetails>): CatalogueError;
}

/** A response whose body has been read. */
export interface FullResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Reads the metadata from the headers of a response. */
export function toMeta({ status, headers }: FullResponse, attempts: number, fromCache: boolean): ResponseMeta {
  return {
    status,
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    rateLimit: readRateLimit(headers.get('ratelimit')),
    attempts,
    fromCache,
  };
}

/** Turns a successful response into a reply, any other into an error; a 304 stands for the cached body. */
export function classifyResponse(call: Call, response: FullResponse, cached?: CachedBody): Reply | CatalogueError {
  const { status, headers } = response;
  const fromCache = status === 304 && cached !== undefined;
  const meta = toMeta(response, call.attempts, fromCache);
  const { requestId, rateLimit } = meta;
  const known = withoutNullish({ status, requestId, rateLimit });
  const fail: Reply['fail'] = (kind, what, details) => call.error(kind, what, { ...known, ...details });
  // A 304 to a raw request may match the caller's own tag.
  const succeeded = status === 304 ? fromCache || !call.request.expectsJson : status >= 200 && status < 300;
  if (!succeeded) return toError(call, response, fail);
  const text = fromCache ? cached.body : response.text;
  const json = call.request.expectsJson ? parse(text) : { value: undefined };
  if (json !== undefined) return { headers, text, json: json.value, meta, fail };
  const what = `returned ${status} with a body that is not JSON (${headers.get('content-type') ?? 'no Content-Type'})`;
  return fail('decode', what, { bodyText: excerpt(call, text) });
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The error of an unsuccessful response; a 429 without a delay has a wait of 0. */
function toError(call: Call, { status, headers, text }: FullResponse, fail: Reply['fail']): CatalogueError {
  const body = parse(text)?.value;
  const problem = isProblem(body) ? body : undefined;
  const limited = status === 429;
  const details = withoutNullish({
    problem,
    bodyText: problem ? null : excerpt(call, text),
    retryAfterMs: readRetryAfter(headers, call.options.clock.now()) ?? (limited ? 0 : null),
    challenge: readChallenge(headers.get('www-authenticate')),
  });
  return fail(limited ? 'rate_limited' : 'api', describeFailure(status, problem), details);
}

const longestBodyText = 500;

/** The start of a body, without the token: a proxy may quote the request. */
function excerpt({ token }: Call, text: string): string {
  return text.replaceAll(token, '[token]').slice(0, longestBodyText);
}

/** A proxy that responds instead of the service sends no problem document. */
function isProblem(value: unknown): value is Problem {
  return isRecord(value) && typeof value['code'] === 'string';
}

function describeFailure(status: number, problem: Problem | undefined): string {
  const received = `returned ${status}`;
  if (status < 400) return `${received}: check baseUrl`;
  if (problem === undefined) return received;
  // Locations and codes only: the details of validation errors quote what was sent.
  const places = problem.errors
    ?.slice(0, 3)
    .map((error) => ` ${error.parameter ?? error.pointer ?? error.header}: ${error.code}.`);
  return `${received}: ${problem.detail}${places?.join('') ?? ''}`;
}
