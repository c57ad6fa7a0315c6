import { setTimeout as after } from 'node:timers/promises';
import { ping } from '../database/ping.js';
import type { ReadSource } from '../database/read-source.js';
import { Problem } from '../problems/problem.js';

/** Whether the service can answer requests now: whether its database can. */
export class Readiness {
  /** Who asks wants an answer before asking again, also when the database keeps silent: so many milliseconds. */
  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    private readonly patience = 2000,
  ) {}

  async check(): Promise<void> {
    const answered = new AbortController();
    const silence = after(this.patience, null, { signal: answered.signal });
    try {
      if (await Promise.race([ping(this.source).then(() => true), silence])) return;
    } catch {
      // Whatever is wrong with the database, the answer is the same.
    } finally {
      answered.abort();
    }
    throw new Problem('unavailable', 'The database does not answer.', { headers: { 'Retry-After': '1' } });
  }
}
