import type { ProblemCode, ProblemDto } from '@resource-catalogue/contracts';
import type { Challenge, RateLimit } from '../http/headers.js';
import type { ResponseData } from '../resources/shapes.js';

/**
 * The body of an error, RFC 9457 `application/problem+json`: `code` says what happened, `errors` lists every validation
 * error (ERR-2).
 */
export type Problem = ResponseData<ProblemDto>;

/**
 * Why a call failed.
 *
 * - `api`: a response with an error status, of the service or of a proxy in front of it; `status` is set, and `problem` if
 *   the service responded.
 * - `rate_limited`: the quota is used up and the wait is longer than allowed; `retryAfterMs` is set (RATE-2).
 * - `network`: no response, or a truncated one.
 * - `timeout`: no response in time, for one attempt or for the whole call.
 * - `aborted`: the caller's signal ended the call; `cause` is its reason.
 * - `decode`: a response that breaks the API contract, such as an HTML page.
 * - `too_large`: a response with more bytes than `maxResponseBytes`; reading stopped there.
 * - `pagination`: a list that never ends: a cursor or page repeats, or many empty pages follow each other.
 * - `token`: the token function failed, or returned an invalid token; `cause` is its error.
 */
export type ErrorKind =
  | 'api'
  | 'rate_limited'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'decode'
  | 'too_large'
  | 'pagination'
  | 'token';

/** The properties of an error in addition to its message. */
export interface ErrorDetails {
  readonly kind: ErrorKind;
  /** The method of the request, `GET`. */
  readonly method: string;
  /** The URL, with the names of query parameters but without their values. */
  readonly url: string;
  /** How many requests were sent for this call. */
  readonly attempts: number;
  /** The status of the last response. */
  readonly status?: number;
  readonly problem?: Problem;
  /** The `X-Request-Id` of the last response, by which the operator finds it (HTTP-1). */
  readonly requestId?: string;
  /** Milliseconds after which the same call may succeed. */
  readonly retryAfterMs?: number;
  readonly rateLimit?: RateLimit;
  readonly challenge?: Challenge;
  /** The first 500 characters of a body that is not a problem document, without the token. */
  readonly bodyText?: string;
  /** While paging: the cursor of the page that could not be read, null for the first; `list({ cursor })` resumes there. */
  resumeCursor?: string | null;
  /** The underlying error: the reason of the caller's signal, or what `fetch` or the token function threw. */
  readonly cause?: unknown;
}

// A symbol of the whole process, so that the guards recognise errors of another installed copy.
const brand = Symbol.for('@resource-catalogue/client/error');

/**
 * Every failure of a call. Distinguish them by `kind`, with `isCatalogueError` and `hasProblem`; `instanceof` fails when a
 * program has two copies of this library. No part of an error ever holds the token.
 *
 * @example
 * try {
 *   await client.bookings.get(id);
 * } catch (error) {
 *   if (isCatalogueError(error, 'rate_limited')) return later(error.retryAfterMs);
 *   if (hasProblem(error, 'not_found')) return undefined;
 *   throw error;
 * }
 */
export class CatalogueError extends Error implements ErrorDetails {
  override readonly name = 'CatalogueError';
  declare readonly kind: ErrorKind;
  declare readonly method: string;
  declare readonly url: string;
  declare readonly attempts: number;
  declare readonly status?: number;
  declare readonly problem?: Problem;
  declare readonly requestId?: string;
  declare readonly retryAfterMs?: number;
  declare readonly rateLimit?: RateLimit;
  declare readonly challenge?: Challenge;
  declare readonly bodyText?: string;
  declare resumeCursor?: string | null;

  constructor(message: string, { cause, ...details }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, details);
    Object.defineProperty(this, brand, { value: true });
  }

  /** The loggable form: everything except the text of a foreign body, the cause and the stack. */
  toJSON(): Record<string, unknown> {
    const { bodyText, ...loggable } = this;
    return { ...loggable, message: this.message };
  }
}

/** The properties that are always set for a kind of error. */
export interface KindDetails {
  api: { readonly status: number };
  rate_limited: { readonly retryAfterMs: number };
  network: object;
  timeout: object;
  aborted: object;
  decode: object;
  too_large: { readonly status: number };
  pagination: { readonly resumeCursor: string | null };
  token: object;
}

/**
 * Whether a thrown value is an error of this library, and of this kind if one is passed.
 *
 * @example
 * if (isCatalogueError(error, 'timeout')) retryTomorrow();
 */
export function isCatalogueError<Kind extends ErrorKind = ErrorKind>(
  error: unknown,
  kind?: Kind,
): error is CatalogueError & { readonly kind: Kind } & KindDetails[Kind] {
  return error instanceof Error && brand in error && (kind === undefined || ('kind' in error && error.kind === kind));
}

/**
 * Whether a thrown value is an error response of the service with this problem code (ERR-3).
 *
 * @example
 * if (hasProblem(error, 'invalid_request')) for (const { parameter, detail } of error.problem.errors ?? []) show(detail);
 */
export function hasProblem<Code extends ProblemCode>(
  error: unknown,
  code: Code,
): error is CatalogueError & { readonly status: number; readonly problem: Problem & { readonly code: Code } } {
  return isCatalogueError(error) && error.problem?.code === code;
}
