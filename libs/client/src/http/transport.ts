import { isCatalogueError } from '../errors/catalogue-error.js';
import type { Reply } from './answer.js';
import { sendOnce } from './attempt.js';
import { Call } from './call.js';
import { connect, type Connection } from './connection.js';
import type { EventListener } from './events.js';
import type { ClientOptions } from './options.js';
import type { CallOptions, CatalogueRequest } from './request.js';
import { readToken } from './token.js';

/** Runs the client's check; what it refuses becomes a `decode` error. */
type CheckItems = (collection: string, items: readonly unknown[], reply: Reply) => Promise<void>;

/** The connection to the service that operations use. */
export interface Transport {
  /** The origin of the service: scheme, host and port. */
  readonly origin: string;
  /** Passes an event to the client's listener, or a warning to `console.warn`. */
  readonly emit: EventListener;
  /** Checks resources, if the client has a check. */
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
 * @throws TypeError if the base URL or the token is invalid.
 * @example
 * const transport = createPlainTransport({ baseUrl: 'https://catalogue.example.org', token });
 * const { data } = await listPage(transport, bookings, { limit: 10 });
 */
export function createPlainTransport(options: PlainOptions): Transport {
  return makeTransport(
    connect(options, () => readToken(options.token)),
    async (call) => {
      const outcome = await sendOnce(call);
      if (isCatalogueError(outcome)) throw outcome;
      return outcome;
    },
  );
}

/** Creates a transport from a function that carries out calls, and emits an event for each failed call. */
export function makeTransport(connection: Connection, carryOut: (call: Call) => Promise<Reply>): Transport {
  const { options, emit } = connection;
  return {
    origin: new URL(options.baseUrl).origin,
    emit: (event) => emit(event, event.type === 'warning' ? event.message : undefined),
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
