import { isCatalogueError } from '../errors/catalogue-error.js';
import type { Reply } from './answer.js';
import { sendOnce } from './attempt.js';
import type { Call } from './call.js';
import { systemClock } from './clock.js';
import { connect } from './connection.js';
import { deprecationWarning } from './headers.js';
import { type ClientOptions, defaultLimits } from './options.js';
import { QuotaThrottle } from './quota-throttle.js';
import { useCache } from './response-cache.js';
import { RetryBudget, type RetryState, waitForQuota, waitToRetry } from './retry.js';
import { TokenStore } from './token.js';
import { type Transport, makeTransport } from './transport.js';

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
        throw reply.fail('decode', `returned ${collection} that the check refuses`, { cause });
      }
    },
  };
}

/** Sends until a response succeeds, or an error occurs that a retry cannot fix. */
async function sendWithRetries(call: Call, state: RetryState): Promise<Reply> {
  const { options, address, request } = call;
  const cache = request.method === 'GET' && request.expectsJson ? options.cache : undefined;
  call.deadline = options.clock.now() + options.totalTimeoutMs;
  state.budget.earn();
  for (;;) {
    await waitForQuota(call, state);
    const cached = cache && (await useCache(options, () => cache.get(address)));
    const outcome = await sendOnce(call, cached, (headers) => observe(call, headers, state.throttle));
    if (isCatalogueError(outcome)) {
      await waitToRetry(call, outcome, state);
      continue;
    }
    const { etag, fromCache } = outcome.meta;
    if (cache && etag !== null && !fromCache) {
      await useCache(options, () => cache.set(address, { etag, body: outcome.text }));
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
