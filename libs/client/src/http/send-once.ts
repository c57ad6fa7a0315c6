import { isCatalogueError } from '../errors/catalogue-error.js';
import type { CatalogueError } from '../errors/catalogue-error.js';
import { metaOf } from './answer.js';
import type { Call } from './call.js';
import { exchange } from './exchange.js';
import type { WholeAnswer } from './exchange.js';
import { withinLimit } from './within-limit.js';

/** Makes one attempt; what it throws ends the call, an error that it returns may be followed by another attempt. */
export async function sendOnce(
  call: Call,
  headers: Readonly<Record<string, string>> = {},
): Promise<WholeAnswer | CatalogueError> {
  const { limits, connection } = call;
  const begun = limits.clock.now();
  const limitMs = Math.min(limits.timeoutMs, call.deadline - begun);
  const outcome = await withinLimit(limitMs, limits.signal, async (signal) => {
    await takeToken(call);
    call.attempts += 1;
    connection.emit({ type: 'request', ...call.tag, attempt: call.attempts });
    return exchange(limits, call.address, call.request, headersOf(call, headers), signal);
  });
  if ('value' in outcome) {
    const { status, requestId, rateLimit } = metaOf(outcome.value, call.attempts, false);
    const facts = { attempt: call.attempts, status, durationMs: limits.clock.now() - begun, requestId, rateLimit };
    connection.emit({ type: 'response', ...call.tag, ...facts });
    return outcome.value;
  }
  const { kind, cause } = outcome;
  if (isCatalogueError(cause)) throw cause;
  if (kind === 'aborted') throw call.error(kind, 'was aborted', { cause });
  return call.error(kind, `got no whole answer within ${limitMs} ms`, kind === 'network' ? { cause } : {});
}

async function takeToken(call: Call): Promise<void> {
  const token = await call.connection.token().catch((cause: unknown) => {
    throw call.error('token', 'was not sent without a token', { cause });
  });
  // Asked anew, the function gave the token that was refused.
  if (call.refusal !== undefined && token === call.token) throw call.refusal;
  call.token = token;
}

function headersOf({ limits, request, token }: Call, more: Readonly<Record<string, string>>): Headers {
  const headers = new Headers({ accept: 'application/json' });
  const key = request.idempotencyKey;
  const own = { ...more, ...(key && { 'idempotency-key': key }), authorization: `Bearer ${token}` };
  for (const given of [request.headers, limits.headers, own]) {
    for (const [name, value] of Object.entries(given ?? {})) headers.set(name, value);
  }
  return headers;
}
