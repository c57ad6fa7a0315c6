import { isCatalogueError } from '../errors/catalogue-error.js';
import type { CatalogueError } from '../errors/catalogue-error.js';
import { metaOf } from './answer.js';
import type { Call } from './call.js';
import { exchange } from './exchange.js';
import type { RequestHeaders, WholeAnswer } from './exchange.js';
import { isRecord } from '../values/record.js';
import { withinLimit } from './within-limit.js';

const noToken = 'was not sent without a token';

/** Makes one attempt; what it throws ends the call, an error that it returns may be followed by another attempt. */
export async function sendOnce(call: Call, headers: RequestHeaders = {}): Promise<WholeAnswer | CatalogueError> {
  const { limits, connection } = call;
  const begun = limits.clock.now();
  const { attempts } = call;
  const limitMs = Math.min(limits.timeoutMs, call.deadline - begun);
  const outcome = await withinLimit(limitMs, limits.signal, async (signal) => {
    await takeToken(call, signal);
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
  if (kind === 'network') return call.error(kind, `got no answer: ${reasonOf(cause)}`, { cause });
  if (call.attempts === attempts) throw call.error('token', noToken);
  return call.error(kind, `got no answer within ${limitMs} ms`);
}

/** The code by which the platform names what happened, such as ECONNREFUSED; texts of causes may quote what was sent. */
function reasonOf(cause: unknown): string {
  const inner = isRecord(cause) ? (cause['cause'] ?? cause) : cause;
  const code = isRecord(inner) && inner['code'];
  return typeof code === 'string' ? code : 'no connection';
}

async function takeToken(call: Call, signal: AbortSignal): Promise<void> {
  const token = await call.connection.token(signal).catch((cause: unknown) => {
    throw call.error('token', noToken, { cause });
  });
  // Asked anew, the function gave the token that was refused.
  if (call.refusal !== undefined && token === call.token) throw call.refusal;
  call.token = token;
}

function headersOf({ limits, request, token }: Call, more: RequestHeaders): RequestHeaders {
  const key = request.idempotencyKey && { 'idempotency-key': request.idempotencyKey };
  const own = { ...more, ...key, authorization: `Bearer ${token}` };
  const all = Object.entries({ accept: 'application/json', ...request.headers, ...limits.headers, ...own });
  // Of two that differ in case only, the last is sent.
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
}
