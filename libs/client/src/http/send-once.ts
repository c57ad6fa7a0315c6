import { answerError } from '../errors/answer-error.js';
import { isCatalogueError } from '../errors/catalogue-error.js';
import type { CatalogueError } from '../errors/catalogue-error.js';
import { metaOf } from './answer.js';
import type { Reply } from './answer.js';
import type { Call } from './call.js';
import { deprecationWarning } from './deprecation.js';
import { exchange } from './exchange.js';
import type { WholeAnswer } from './exchange.js';
import { readWait } from './rate-limit.js';
import type { RateLimit } from './rate-limit.js';
import { keepBody, keptBody } from './response-cache.js';
import type { CachedBody } from './response-cache.js';
import { waitBefore } from './retry-policy.js';
import { withinLimit } from './within-limit.js';

/** Makes one attempt; what it throws ends the call, what it returns may be followed by another attempt. */
export async function sendOnce(call: Call): Promise<Reply | CatalogueError> {
  const { limits, shared, request } = call;
  const limitMs = Math.min(limits.timeoutMs, call.leftMs);
  if (limitMs <= 0) throw call.error('timeout', `took longer than ${limits.totalTimeoutMs} ms in all`);
  const begun = limits.clock.now();
  let kept: CachedBody | undefined;
  const outcome = await withinLimit(limitMs, limits.signal, async (signal) => {
    call.token = await shared.tokens.current().catch((cause: unknown) => {
      throw call.error('token', 'was not sent: there is no token', { cause });
    });
    if (isCached(call)) kept = await keptBody(limits.cache, call.address);
    call.attempts += 1;
    shared.emit({ type: 'request', ...call.tag, attempt: call.attempts });
    return exchange(limits, call.address, request, headersOf(call, kept), signal);
  });
  if ('value' in outcome) return receive(call, outcome.value, kept, limits.clock.now() - begun);
  const { kind, cause } = outcome;
  if (isCatalogueError(cause)) throw cause;
  if (kind === 'aborted') throw call.error('aborted', 'was aborted', { cause });
  if (kind === 'timeout') return call.error('timeout', `got no whole answer within ${limitMs} ms`);
  return call.error('network', 'got no whole answer', { cause });
}

function headersOf({ limits, request, token }: Call, kept: CachedBody | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' });
  const own = {
    'if-none-match': kept?.etag,
    'idempotency-key': request.idempotencyKey,
    authorization: `Bearer ${token}`,
  };
  for (const [name, value] of [request.headers, limits.headers, own].flatMap((given) => Object.entries(given ?? {}))) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

async function receive(
  call: Call,
  answer: WholeAnswer,
  kept: CachedBody | undefined,
  durationMs: number,
): Promise<Reply | CatalogueError> {
  const { limits, shared, request } = call;
  const { status, headers } = answer;
  const fromCache = status === 304 && kept !== undefined;
  const meta = metaOf(answer, call.attempts, fromCache);
  const { requestId, rateLimit } = meta;
  shared.emit({ type: 'response', ...call.tag, attempt: call.attempts, status, durationMs, requestId, rateLimit });
  const message = deprecationWarning(`${request.method} ${limits.baseUrl}${request.endpoint}`, headers);
  if (message !== undefined) shared.warnOnce(message);
  const waitMs = closeGate(call, answer, rateLimit);
  if (!fromCache && (status < 200 || status > 299)) {
    return answerError(call, status === 429 ? 'rate_limited' : 'api', answer, waitMs);
  }
  const seen = { status, ...(requestId === null ? {} : { requestId }) };
  const text = fromCache ? kept.body : answer.text;
  const json = request.expectsJson ? parse(text) : { value: undefined };
  if (json === undefined) return answerError(call, 'decode', answer, undefined);
  if (!fromCache && isCached(call) && meta.etag !== null) await keepBody(limits.cache, call.address, meta.etag, text);
  const fail: Reply['fail'] = (kind, what, details) => call.error(kind, what, { ...seen, ...details });
  return { headers, text, json: json.value, meta, fail };
}

/** Holds all calls back when the quota is used up (RATE-2); returns how long the answer asks to wait, if it does. */
function closeGate({ limits, shared, attempts }: Call, { status, headers }: WholeAnswer, rateLimit: RateLimit | null) {
  const now = limits.clock.now();
  const asked = readWait(headers, now);
  const waitMs = status === 429 ? waitBefore(asked, attempts, limits.clock.random()) : asked;
  if (status === 429) shared.gate.closeUntil(now + (waitMs ?? 0));
  else if (rateLimit?.remaining === 0) shared.gate.closeUntil(now + rateLimit.resetMs);
  return waitMs;
}

const isCached = ({ request }: Call): boolean => request.method === 'GET' && request.expectsJson;

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
