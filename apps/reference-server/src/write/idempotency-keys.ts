import type { Behaviour } from '../behaviour.js';
import type { Answer, Token } from '../http/exchange.js';
import { ProblemError } from '../problem-error.js';

/** The request of a key and its response, null while the request runs. */
type Use = Readonly<{ body: Buffer; answer: Answer | null }>;

export class IdempotencyKeys {
  private readonly uses = new Map<string, Use>();

  constructor(private readonly behaviour: Behaviour) {}

  /** Does the work once per key. */
  async once(token: Token, key: string, body: Buffer, work: () => Promise<Answer>): Promise<Answer> {
    const name = this.behaviour.keyScopeOf(token, key);
    const before = this.uses.get(name);
    if (before !== undefined) return this.again(before, body);
    if (this.behaviour.reservesKeys) this.uses.set(name, { body, answer: null });
    try {
      const answer = await work();
      this.uses.set(name, { body, answer });
      return answer;
    } catch (error) {
      if (this.behaviour.releasesKeys) this.uses.delete(name);
      throw error;
    }
  }

  private again({ body, answer }: Use, now: Buffer): Answer {
    if (answer === null)
      throw new ProblemError('conflict', 'A request with this Idempotency-Key is still running: try again.', {
        'Retry-After': '1',
      });
    if (!this.behaviour.isSameRequest(body, now))
      throw new ProblemError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request: send a new one.',
      );
    return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
  }
}
