import { answerError } from './answer-error.js';
import type { CatalogueError } from '../errors/catalogue-error.js';
import { given } from '../values/given.js';
import { metaOf } from './answer.js';
import type { Reply } from './answer.js';
import type { Call } from './call.js';
import type { WholeAnswer } from './exchange.js';
import { readWait } from '../headers/rate-limit.js';
import type { CachedBody } from './response-cache.js';

/** Makes the reply of a good answer, or the error of any other; a 304 stands for the body that was kept. */
export function judgeAnswer(call: Call, answer: WholeAnswer, kept?: CachedBody): Reply | CatalogueError {
  const { status, headers } = answer;
  const fromCache = status === 304 && kept !== undefined;
  const meta = metaOf(answer, call.attempts, fromCache);
  // A 304 to a raw request answers a tag of the caller's own.
  const isGood = status === 304 ? fromCache || !call.request.expectsJson : status >= 200 && status < 300;
  if (!isGood) {
    const waitMs = readWait(headers, call.limits.clock.now());
    if (status !== 429) return answerError(call, 'api', answer, waitMs);
    return answerError(call, 'rate_limited', answer, waitMs ?? 0);
  }
  const text = fromCache ? kept.body : answer.text;
  const json = call.request.expectsJson ? parse(text) : { value: undefined };
  if (json === undefined) return answerError(call, 'decode', answer, undefined);
  const seen = given({ status, requestId: meta.requestId ?? undefined });
  const fail: Reply['fail'] = (kind, what, details) => call.error(kind, what, { ...seen, ...details });
  return { headers, text, json: json.value, meta, fail };
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
