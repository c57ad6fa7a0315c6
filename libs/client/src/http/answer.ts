import type { CatalogueError, ErrorDetails, ErrorKind } from '../errors/catalogue-error.js';
import type { WholeAnswer } from './exchange.js';
import { readRateLimit } from '../headers/rate-limit.js';
import type { RateLimit } from '../headers/rate-limit.js';

/** What comes with every answer beside its data. */
export interface AnswerMeta {
  readonly status: number;
  /** The `X-Request-Id`, by which the operator finds the request (HTTP-1); null if a browser may not read it. */
  readonly requestId: string | null;
  /** The `ETag`: what `ifMatch` of a write names (HTTP-2). */
  readonly etag: string | null;
  readonly rateLimit: RateLimit | null;
  /** How many requests were sent for this call. */
  readonly attempts: number;
  /** Whether the body is a kept one that the service confirmed with 304. */
  readonly fromCache: boolean;
}

/** One thing that was read or written, with what came along. */
export interface Answer<Data> {
  readonly data: Data;
  readonly meta: AnswerMeta;
}

/** A good answer as the transport hands it on. */
export interface Reply {
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if the request expected no JSON. */
  readonly json: unknown;
  readonly meta: AnswerMeta;
  /** An error of this call, for an answer that turns out to be of no use; the message names the request first. */
  fail(kind: ErrorKind, what: string, details?: Partial<ErrorDetails>): CatalogueError;
}

/** Reads from an answer what every answer tells. */
export function metaOf({ status, headers }: WholeAnswer, attempts: number, fromCache: boolean): AnswerMeta {
  return {
    status,
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    rateLimit: readRateLimit(headers.get('ratelimit')) ?? null,
    attempts,
    fromCache,
  };
}
