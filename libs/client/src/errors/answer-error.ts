import { metaOf } from '../http/answer.js';
import type { Call } from '../http/call.js';
import type { WholeAnswer } from '../http/exchange.js';
import type { CatalogueError, ErrorKind } from './catalogue-error.js';
import { readChallenge } from './challenge.js';
import { readProblem } from './problem.js';

const longestBodyText = 500;

/** The error of an answer that a call cannot use: one with an error status, or with a broken body. */
export function answerError(
  call: Call,
  kind: ErrorKind,
  answer: WholeAnswer,
  retryAfterMs: number | undefined,
): CatalogueError {
  const { status, headers, text } = answer;
  const problem = kind === 'decode' ? undefined : readProblem(text);
  const challenge = readChallenge(headers.get('www-authenticate'));
  const { requestId, rateLimit } = metaOf(answer, call.attempts, false);
  return call.error(kind, told(kind, answer, problem?.detail), {
    status,
    // A proxy may show in its page what it was sent.
    ...(problem ? { problem } : { bodyText: text.replaceAll(call.token, '[token]').slice(0, longestBodyText) }),
    ...(requestId === null ? {} : { requestId }),
    ...(rateLimit === null ? {} : { rateLimit }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(challenge === undefined ? {} : { challenge }),
  });
}

function told(kind: ErrorKind, { status, headers }: WholeAnswer, detail?: string): string {
  if (kind === 'decode') {
    const type = headers.get('content-type') ?? 'of no type';
    return `was answered with ${status} and a body that is not the JSON of the interface (${type})`;
  }
  if (status < 400) return 'was answered with a redirect, which is not followed: check baseUrl';
  return `was answered with ${status}${detail ? `: ${detail.replace(/\.$/, '')}` : ''}`;
}
