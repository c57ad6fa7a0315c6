import { Bulkhead } from './bulkhead.js';

/**
 * Bounds how many answers that may be large are made at once in this process. An answer takes several times its length in
 * memory while it is read, written, joined and compressed; one that is made waits in memory as bytes only (RATE-4).
 */
export class LargeAnswers {
  /**
   * One collection can have four connections, so more answers at once would wait there, with what they have read. Beyond
   * those, a collection that has none gets one: the others may wait for a locked table (ERR-6).
   */
  private readonly answers = new Bulkhead((ofKind, inAll) => inAll < 4 || (ofKind === 0 && inAll < 8), {
    timeout: 10_000,
    longest: 10_000,
    queue: Number.POSITIVE_INFINITY,
  });

  begin<T>(collection: string, work: () => Promise<T>): Promise<T> {
    return this.answers.run(`large answers of ${collection}`, work);
  }

  /** Continues an answer at once: it leaves the memory sooner than others come in. */
  continue<T>(work: () => Promise<T>): Promise<T> {
    return this.answers.runAtOnce('large answers that are sent', work);
  }
}
