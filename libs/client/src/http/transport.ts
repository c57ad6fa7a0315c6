import ky from 'ky';
import type { KyInstance } from 'ky';
import { isCatalogueError } from '../errors/catalogue-error.js';
import { classifyAnswer } from './answer.js';
import type { Reply } from './answer.js';
import { sendOnce } from './attempt.js';
import { Call } from './call.js';
import type { EventListener } from './events.js';
import { resolveOptions } from './options.js';
import type { ClientOptions, ResolvedOptions } from './options.js';
import type { CallOptions, CatalogueRequest } from './request.js';
import type { CheckItems } from './response-check.js';
import { readToken } from './token.js';
import { withoutNullish } from '../objects.js';

/** The way to the service that the operations take. */
export interface Transport {
  /** Where the service is: scheme, host and port. */
  readonly origin: string;
  /** Passes an event to the client's listener, or a warning to `console.warn`. */
  readonly emit: EventListener;
  /** Checks what was read, if the client has a check. */
  readonly check?: CheckItems;
  /** Sends a request; rejects with a `CatalogueError` unless it succeeds. */
  send(request: CatalogueRequest, options?: CallOptions): Promise<Reply>;
}

/** The options of a transport without retries. */
export type PlainOptions = Omit<
  ClientOptions,
  'cache' | 'check' | 'maxAttempts' | 'maxRetryWaitMs' | 'retryShare' | 'totalTimeoutMs'
>;

/**
 * Makes a transport that sends each request once: no retries, quota, token refresh, cache, check or deprecation warnings.
 * It is for bundles that count bytes, and for programs that retry by themselves; `retryAfterMs` of an error says when.
 *
 * @throws TypeError if the base URL is invalid.
 * @example
 * const transport = createPlainTransport({ baseUrl: 'https://catalogue.example.org', token });
 * const { data } = await listPage(transport, bookings, { limit: 10 });
 */
export function createPlainTransport(options: PlainOptions): Transport {
  return transportOf(
    connect(options, () => readToken(options.token)),
    async (call) => {
      const answer = await sendOnce(call);
      const outcome = isCatalogueError(answer) ? answer : classifyAnswer(call, answer);
      if (isCatalogueError(outcome)) throw outcome;
      return outcome;
    },
  );
}

/** What every call of a client needs. */
export interface Connection {
  readonly options: ResolvedOptions;
  /** The token to send; the signal ends the attempt that waits for it. */
  readonly token: (signal: AbortSignal) => Promise<string>;
  readonly emit: EventListener;
  /** Sends one request. */
  readonly ky: KyInstance;
}

/** Reads the options of a client and makes what its calls need. */
export function connect(options: ClientOptions, token: Connection['token']): Connection {
  const emit: EventListener = (event) => {
    try {
      if (options.onEvent) options.onEvent(event);
      else if (event.type === 'warning') console.warn(event.message);
    } catch {
      // A listener never breaks a call.
    }
  };
  return { options: resolveOptions(options), token, emit, ky: singleAttempts(options) };
}

/** ky sends one request. Retries and timeouts are our own, since they bind the calls of a client together (see ADR 7). */
function singleAttempts({ fetch, hooks }: ClientOptions): KyInstance {
  return ky.create({
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // The interface has no redirects, and following one could carry the token elsewhere.
    redirect: 'manual',
    ...withoutNullish({ fetch, hooks }),
  });
}

/** Makes a transport from a way to carry out a call, and emits an event for each call that fails. */
export function transportOf(connection: Connection, carryOut: (call: Call) => Promise<Reply>): Transport {
  const { options, emit } = connection;
  return {
    origin: new URL(options.baseUrl).origin,
    emit,
    send: async (request, callOptions = {}) => {
      const call = new Call(connection, request, callOptions);
      try {
        return await carryOut(call);
      } catch (error) {
        if (isCatalogueError(error)) emit({ type: 'failure', ...call.tag, error });
        throw error;
      }
    },
  };
}
