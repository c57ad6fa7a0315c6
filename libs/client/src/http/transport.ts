import { isCatalogueError } from '../errors/catalogue-error.js';
import type { Reply } from './response.js';
import { fetchWithKy, sendOnce } from './attempt.js';
import { Call, type Connection } from './call.js';
import { systemClock } from './clock.js';
import type { EventListener } from './events.js';
import { deprecationWarning } from './headers.js';
import { type ClientOptions, defaultLimits, originOf, resolveOptions } from './options.js';
import { QuotaThrottle } from './quota-throttle.js';
import type { CallOptions, CatalogueRequest } from './request.js';
import { useCache } from './response-cache.js';
import { RetryBudget, type RetryState, waitForQuota, waitToRetry } from './retry.js';
import { readToken, TokenStore } from './token.js';

/** Runs the client's check; what it rejects becomes a `decode` error. */
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
export type PlainTransportOptions = Omit<
  ClientOptions,
  'cache' | 'check' | 'maxAttempts' | 'maxRetryWaitMs' | 'retryShare' | 'totalTimeoutMs'
>;

/** Free retries before the share of all calls applies. */
const retryReserve = 10;

/**
 * Creates a transport for the free functions (`list`, `get`, …), so that bundlers can drop unused ones.
 *
 * @throws TypeError if the base URL or the token is invalid, or a limit is not above 0.
 * @example
 * const transport = createTransport({ baseUrl: 'https://catalogue.example.org', token });
 * const page = await list(transport, bookings, { sort: 'starts_at' });
 */
export function createTransport(options: ClientOptions): Transport {
  const { clock = systemClock, retryShare = 0.2, check } = options;
  const { timeoutMs, totalTimeoutMs, maxAttempts, maxRetryWaitMs, maxResponseBytes } = { ...defaultLimits, ...options };
  const limits = { timeoutMs, totalTimeoutMs, maxAttempts, maxRetryWaitMs, maxResponseBytes };
  for (const [name, limit] of Object.entries(limits)) {
    if (!(limit > 0)) throw new TypeError(`${name} must be above 0.`);
  }
  const tokens = new TokenStore(options.token);
  const budget = new RetryBudget(retryShare, retryReserve);
  const state = { clock, tokens, throttle: new QuotaThrottle(), budget };
  const connection = connect(options, (signal) => tokens.current(signal));
  const warn = (message: string) => connection.emit({ type: 'warning', message });
  return {
    ...makeTransport(connection, (call) => sendWithRetries(call, state)),
    check: async (collection, items, reply) => {
      try {
        await check?.(collection, items, warn);
      } catch (cause) {
        throw reply.fail('decode', `returned ${collection} that the check rejects`, { cause });
      }
    },
  };
}

/** Sends until a response succeeds, or an error occurs that a retry cannot fix. */
async function sendWithRetries(call: Call, state: RetryState): Promise<Reply> {
  const { options, url, request } = call;
  const cache = request.method === 'GET' && request.expectsJson ? options.cache : undefined;
  call.deadline = options.clock.now() + options.totalTimeoutMs;
  state.budget.earn();
  for (;;) {
    await waitForQuota(call, state);
    const cached = cache && (await useCache(options, () => cache.get(url)));
    const outcome = await sendOnce(call, cached, (headers) => observe(call, headers, state.throttle));
    if (isCatalogueError(outcome)) {
      await waitToRetry(call, outcome, state);
      continue;
    }
    const { etag, fromCache } = outcome.meta;
    if (cache && etag !== null && !fromCache) {
      await useCache(options, () => cache.set(url, { etag, body: outcome.text }));
    }
    return outcome;
  }
}

/** Passes the quota to the throttle (RATE-2), and warns about deprecated endpoints (VER-1). */
function observe({ options, connection, request }: Call, headers: Headers, throttle: QuotaThrottle): void {
  throttle.learn(headers, options.clock.now());
  const endpoint = `${request.method} ${options.baseUrl}${request.endpoint}`;
  const message = deprecationWarning(endpoint, headers);
  if (message !== undefined) connection.emit({ type: 'warning', message }, endpoint);
}

/**
 * Makes a transport that sends each request once: no retries, quota, token refresh, cache, check or deprecation warnings.
 * It is for bundles that count bytes, and for programs that retry by themselves; `retryAfterMs` of an error says when.
 *
 * @throws TypeError if the base URL or the token is invalid.
 * @example
 * const transport = createPlainTransport({ baseUrl: 'https://catalogue.example.org', token });
 * const { data } = await listPage(transport, bookings, { limit: 10 });
 */
export function createPlainTransport(options: PlainTransportOptions): Transport {
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
function makeTransport(connection: Connection, carryOut: (call: Call) => Promise<Reply>): Transport {
  const { options, emit } = connection;
  return {
    origin: originOf(options.baseUrl),
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

/** Validates the options of a client and creates the state of its calls. */
function connect(options: ClientOptions, token: Connection['token']): Connection {
  const warned = new Set<string>();
  const emit: Connection['emit'] = (event, subject) => {
    if (subject !== undefined && warned.has(subject)) return;
    if (subject !== undefined) warned.add(subject);
    try {
      if (options.onEvent) options.onEvent(event);
      else if (event.type === 'warning') console.warn(event.message);
    } catch {
      // A listener never breaks a call.
    }
  };
  return { options: resolveOptions(options), lastCall: 0, token, emit, fetch: fetchWithKy(options) };
}
