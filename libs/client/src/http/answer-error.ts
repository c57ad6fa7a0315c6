import { metaOf } from './answer.js';
import type { Call } from './call.js';
import type { WholeAnswer } from './exchange.js';
import { given } from '../values/given.js';
import type { CatalogueError, ErrorKind } from '../errors/catalogue-error.js';
import { readChallenge } from '../headers/challenge.js';
import { readProblem } from '../errors/problem.js';
import type { Problem } from '../errors/problem.js';

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
  const seen = `was answered with ${status}`;
  if (kind === 'decode') return `${seen} and unusable ${headers.get('content-type')}`;
  if (status < 400) return `${seen}, a redirect: check baseUrl`;
  // Places and codes only: the sentences of faults quote what was sent.
  const faults = problem?.errors
    ?.slice(0, 3)
    .map((fault) => ` ${fault.parameter ?? fault.pointer ?? fault.header}: ${fault.code}.`);
  return problem ? `${seen}: ${problem.detail}${faults?.join('') ?? ''}` : seen;
}
