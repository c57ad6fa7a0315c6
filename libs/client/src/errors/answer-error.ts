import { metaOf } from '../http/answer.js';
import type { Call } from '../http/call.js';
import type { WholeAnswer } from '../http/exchange.js';
import { given } from '../values/given.js';
import type { CatalogueError, ErrorKind } from './catalogue-error.js';
import { readChallenge } from './challenge.js';
import { readProblem } from './problem.js';
import type { Problem } from './problem.js';

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
  const { requestId, rateLimit } = metaOf(answer, call.attempts, false);
  return call.error(
    kind,
    told(kind, answer, problem),
    given({
      status,
      problem,
      // A proxy may show in its page what it was sent.
      bodyText: problem ? undefined : text.replaceAll(call.token, '[token]').slice(0, longestBodyText),
      requestId: requestId ?? undefined,
      rateLimit: rateLimit ?? undefined,
      retryAfterMs,
      challenge: readChallenge(headers.get('www-authenticate')),
    }),
  );
}

function told(kind: ErrorKind, { status, headers }: WholeAnswer, problem: Problem | undefined): string {
  if (kind === 'decode')
    return `was answered with ${status} and no JSON of the interface: ${headers.get('content-type')}`;
  if (status < 400) return 'was answered with a redirect, which is not followed: check baseUrl';
  return `was answered with ${status}${problem ? `: ${problem.detail}` : ''}`;
}
