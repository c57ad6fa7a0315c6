import { isCatalogueError } from '../errors/catalogue-error.js';
import type { Reply } from './answer.js';
import { Call } from './call.js';
import type { CheckItems } from './check-items.js';
import { connect } from './connection.js';
import type { Connection } from './connection.js';
import type { EventListener } from './events.js';
import { judgeAnswer } from './judge-answer.js';
import type { CallOptions, CatalogueRequest } from './request.js';
import { sendOnce } from './send-once.js';
import type { ClientOptions } from './settings.js';
import { readToken } from './token.js';

/** The way to the service that the operations take. */
export interface Transport {
  /** Where the service is: scheme, host and port. */
  readonly origin: string;
  /** Tells the client's listener, or `console.warn`. */
  readonly emit: EventListener;
  /** Judges what was read, if the client has a check. */
  readonly check?: CheckItems;
  /** Sends a request; rejects with a `CatalogueError` unless the answer is good. */
  send(request: CatalogueRequest, options?: CallOptions): Promise<Reply>;
}

/** What a transport without retries can be told. */
export type PlainOptions = Omit<
  ClientOptions,
  'cache' | 'check' | 'maxAttempts' | 'maxRetryWaitMs' | 'retryShare' | 'totalTimeoutMs'
>;

/**
 * Makes a transport that sends each request once: it knows no retries, quota, token refresh, cache, check or deprecation. It is for
 * bundles that count bytes, and for programs that repeat by themselves; `retryAfterMs` of an error says when.
 *
 * @throws TypeError if the base URL is none.
 * @example
 * const transport = createPlainTransport({ baseUrl: 'https://catalogue.example.org', token });
 * const { data } = await listPage(transport, bookings, { limit: 10 });
 */
export function createPlainTransport(options: PlainOptions): Transport {
  return transportOf(
    connect(options, () => readToken(options.token)),
    async (call) => {
      const answer = await sendOnce(call);
      const outcome = isCatalogueError(answer) ? answer : judgeAnswer(call, answer);
      if (isCatalogueError(outcome)) throw outcome;
      return outcome;
    },
  );
}

/** Makes a transport of a way to carry out a call, and tells of the calls that fail. */
export function transportOf(connection: Connection, carryOut: (call: Call) => Promise<Reply>): Transport {
  const { settings, emit } = connection;
  return {
    origin: new URL(settings.baseUrl).origin,
    emit,
    send: async (request, options = {}) => {
      const call = new Call(connection, request, options);
      try {
        return await carryOut(call);
      } catch (error) {
        if (isCatalogueError(error)) emit({ type: 'failure', ...call.tag, error });
        throw error;
      }
    },
  };
}
