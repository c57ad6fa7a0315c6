import type { Answer, Token } from '../http/exchange.js';
import { ProblemError } from '../problem-error.js';

interface Use {
  readonly body: Buffer;
  readonly answer: Answer;
}

/** The successful requests of each key of each token (WRITE-7). */
export class IdempotencyKeys {
  private readonly uses = new Map<string, Use>();

  once(token: Token, key: string, body: Buffer, work: () => Answer): Answer {
    const name = `${token.id} ${key}`;
    const before = this.uses.get(name);
    if (before === undefined) {
      const answer = work();
      this.uses.set(name, { body, answer });
      return answer;
    }
    if (!before.body.equals(body))
      throw new ProblemError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request: send a new one.',
      );
    return { ...before.answer, headers: { ...before.answer.headers, 'Idempotency-Replayed': 'true' } };
  }
}
