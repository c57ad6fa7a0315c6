import { isCatalogueError } from '../errors/catalogue-error.js';
import type { Reply } from './answer.js';
import type { Call } from './call.js';
import { systemClock } from './clock.js';
import { checkItems } from './check-items.js';
import { connect } from './connection.js';
import { deprecationWarning } from '../headers/deprecation.js';
import type { WholeAnswer } from './exchange.js';
import { Gate } from './gate.js';
import { judgeAnswer } from './judge-answer.js';
import { transportOf } from './transport.js';
import type { Transport } from './transport.js';
import { passGate, waitToRepeat } from './repeat.js';
import type { Patience } from './repeat.js';
import { keepBody, keptBody } from './response-cache.js';
import { RetryBudget } from './retry-budget.js';
import { sendOnce } from './send-once.js';
import { defaultLimits } from './settings.js';
import type { ClientOptions } from './settings.js';
import { TokenKeeper } from './token.js';
import { warnOnce } from './warn-once.js';

/** Repetitions that are free before the share of all calls decides. */
const reserve = 10;

/**
 * Makes a transport for the free functions (`list`, `get`, …), which a bundler can leave out one by one.
 *
 * @throws TypeError if the base URL is none, or a limit is not above 0.
 * @example
 * const transport = createTransport({ baseUrl: 'https://catalogue.example.org', token });
 * const page = await list(transport, bookings, { sort: 'starts_at' });
 */
export function createTransport(options: ClientOptions): Transport {
  const { clock = systemClock, retryShare = 0.2 } = options;
  const { timeoutMs, totalTimeoutMs, maxAttempts, maxRetryWaitMs } = { ...defaultLimits, ...options };
  const tokens = new TokenKeeper(options.token);
  const patience = { clock, tokens, gate: new Gate(), budget: new RetryBudget(retryShare, reserve) };
  for (const [name, limit] of Object.entries({ timeoutMs, totalTimeoutMs, maxAttempts, maxRetryWaitMs })) {
    if (!(limit > 0)) throw new TypeError(`${name} must be above 0.`);
  }
  const connection = connect(options, (signal) => tokens.current(signal));
  return { ...transportOf(connection, (call) => sendPatiently(call, patience)), check: checkItems(connection) };
}

/** Sends until there is a good answer, or an error that stays. */
async function sendPatiently(call: Call, patience: Patience): Promise<Reply> {
  const { limits, address, request } = call;
  const cache = request.method === 'GET' && request.expectsJson ? limits.cache : undefined;
  call.deadline = limits.clock.now() + limits.totalTimeoutMs;
  patience.budget.earn();
  for (;;) {
    await passGate(call, patience);
    const kept = await keptBody(cache, address, limits);
    const answer = await sendOnce(call, kept && { 'if-none-match': kept.etag });
    if (!isCatalogueError(answer)) observe(call, answer, patience.gate);
    const outcome = isCatalogueError(answer) ? answer : judgeAnswer(call, answer, kept);
    if (isCatalogueError(outcome)) {
      await waitToRepeat(call, outcome, patience);
      continue;
    }
    const { etag, fromCache } = outcome.meta;
    if (etag !== null && !fromCache) await keepBody(cache, address, { etag, body: outcome.text }, limits);
    return outcome;
  }
}

/** The gate learns of the quota (RATE-2); an endpoint that is going away is told of (VER-1). */
function observe({ limits, connection, request }: Call, { headers }: WholeAnswer, gate: Gate): void {
  gate.learn(headers, limits.clock.now());
  const message = deprecationWarning(`${request.method} ${limits.baseUrl}${request.endpoint}`, headers);
  if (message !== undefined) warnOnce(connection.emit, message);
}
