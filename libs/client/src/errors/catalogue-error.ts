import type { ProblemCode } from '@resource-catalogue/contracts';
import type { RateLimit } from '../headers/rate-limit.js';
import type { Challenge } from '../headers/challenge.js';
import type { Problem } from './problem.js';

/**
 * Why a call failed.
 *
 * - `api`: the service, or a proxy before it, answered with an error; `status` is set, and `problem` if the service did.
 * - `rate_limited`: the quota is used up and the wait is longer than allowed; `retryAfterMs` is set (RATE-2).
 * - `network`: no answer, or one that broke off.
 * - `timeout`: no answer in time, for one attempt or for the call as a whole.
 * - `aborted`: the caller's signal ended the call; `cause` is its reason.
 * - `decode`: an answer that is not what the interface promises, such as a page of HTML or half of a document.
 * - `pagination`: cursors that lead nowhere: one that comes again, or many empty pages in a row.
 * - `token`: the token function failed, or gave no token that a header can carry; `cause` is its error.
 */
export type ErrorKind = 'api' | 'rate_limited' | 'network' | 'timeout' | 'aborted' | 'decode' | 'pagination' | 'token';

/** What an error tells beside its message. */
export interface ErrorDetails {
  readonly kind: ErrorKind;
  /** The method of the request, `GET`. */
  readonly method: string;
  /** The address, with the names of query parameters and without their values. */
  readonly url: string;
  /** How many requests were sent for this call. */
  readonly attempts: number;
  /** The status of the last answer. */
  readonly status?: number;
  readonly problem?: Problem;
  /** The `X-Request-Id` of the last answer, by which the operator finds it (HTTP-1). */
  readonly requestId?: string;
  /** Milliseconds after which the same call may succeed. */
  readonly retryAfterMs?: number;
  readonly rateLimit?: RateLimit;
  readonly challenge?: Challenge;
  /** The beginning of a body that is no problem, with the token blotted out. */
  readonly bodyText?: string;
  /** While paging: the cursor of the page that could not be read, null for the first; `list({ cursor })` goes on there. */
  resumeCursor?: string | null;
  /** What to throw on: the caller's reason, or the error of `fetch`. */
  readonly cause?: unknown;
}

// A symbol of the whole process, so that the guards know the errors of another installed copy.
const brand = Symbol.for('@resource-catalogue/client/error');

/**
 * Every failure of a call. Tell them apart by `kind`, with `isCatalogueError` and `hasProblem`; `instanceof` fails when a
 * program holds two copies of this library. No part of it ever holds the token.
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

  /** What logs may keep: all of it but the text of a foreign body, the cause and the stack. */
  toJSON(): Record<string, unknown> {
    const { bodyText, ...told } = this;
    return { ...told, message: this.message };
  }
}

/** What is always there with a kind of error. */
export interface KindDetails {
  api: { readonly status: number };
  rate_limited: { readonly retryAfterMs: number };
  network: object;
  timeout: object;
  aborted: object;
  decode: object;
  pagination: { readonly resumeCursor: string | null };
  token: object;
}

/**
 * Whether something that was thrown is an error of this library, of the given kind if one is given.
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
 * Whether something that was thrown is the service's answer with this problem code (ERR-3).
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
