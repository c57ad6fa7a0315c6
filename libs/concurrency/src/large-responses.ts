import { Bulkhead } from './bulkhead.js';

/**
 * Limits how many potentially large responses are built at once in this process. While it is read, written, joined
 * and compressed a response takes several times its length in memory; afterwards only its bytes (RATE-4).
 */
export class LargeResponses {
  /**
   * A collection can have four connections, so further responses would wait there with the rows they have read.
   * Beyond four, a collection that has none gets one: the others may wait for a locked table (ERR-6).
   */
  private readonly bulkhead = new Bulkhead((ofKind, inTotal) => inTotal < 4 || (ofKind === 0 && inTotal < 8), {
    timeout: 10_000,
    longest: 10_000,
    queue: Number.POSITIVE_INFINITY,
  });

  begin<T>(collection: string, work: () => Promise<T>): Promise<T> {
    return this.bulkhead.run(`large responses of ${collection}`, work);
  }

  /** Continues a response at once, so that it leaves memory before others start. */
  continue<T>(work: () => Promise<T>): Promise<T> {
    return this.bulkhead.runAtOnce('large responses that are sent', work);
  }
}
