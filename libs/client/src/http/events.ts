import type { CatalogueError } from '../errors/catalogue-error.js';
import type { RateLimit } from './headers.js';

interface OfCall {
  /** The number of the call in its client; its attempts share it. */
  readonly call: number;
  readonly method: string;
  /** The URL without the values of its query parameters. */
  readonly url: string;
}

/** A request is about to be sent. */
export interface RequestEvent extends OfCall {
  readonly type: 'request';
  /** 1 for the first request of a call. */
  readonly attempt: number;
}

/** A response has arrived, with any status. */
export interface ResponseEvent extends OfCall {
  readonly type: 'response';
  readonly attempt: number;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string | null;
  readonly rateLimit: RateLimit | null;
}

/** An attempt has failed and another follows after `waitMs`. */
export interface RetryEvent extends OfCall {
  readonly type: 'retry';
  /** The attempt that failed. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly error: CatalogueError;
}

/** A call is held back because the quota is used up. */
export interface ThrottleEvent extends OfCall {
  readonly type: 'throttle';
  readonly waitMs: number;
}

/** A call has failed, after all its retries. */
export interface FailureEvent extends OfCall {
  readonly type: 'failure';
  readonly error: CatalogueError;
}

/** A page of a list has been read. */
export interface PageEvent {
  readonly type: 'page';
  readonly collection: string;
  readonly items: number;
  /** The cursor of the next page; null after the last. */
  readonly nextCursor: string | null;
}

/** A warning for the program's authors, such as a `Deprecation`; emitted once per endpoint. */
export interface WarningEvent {
  readonly type: 'warning';
  readonly message: string;
}

/** An event of a client. Events never contain a token, a header or the value of a filter. */
export type ClientEvent =
  | RequestEvent
  | ResponseEvent
  | RetryEvent
  | ThrottleEvent
  | FailureEvent
  | PageEvent
  | WarningEvent;

/**
 * Receives the events of a client; what it throws is ignored, so a listener never breaks a call.
 *
 * @example
 * const onEvent: EventListener = (event) => {
 *   if (event.type === 'response') histogram.record(event.durationMs, { status: event.status });
 * };
 */
export type EventListener = (event: ClientEvent) => void;
