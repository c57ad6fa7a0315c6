import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';

/** Lets so many requests run at a time, and starts no more than so many in a second. */
export class ConcurrencyLimit {
  private readonly limit: LimitFunction;
  private next = 0;

  constructor(
    atATime: number,
    private readonly perSecond: number,
  ) {
    this.limit = pLimit(atATime);
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.limit(async () => {
      await this.pace();
      return work();
    });
  }

  private async pace(): Promise<void> {
    if (!Number.isFinite(this.perSecond)) return;
    const now = performance.now();
    this.next = Math.max(now, this.next) + 1000 / this.perSecond;
    await sleep(this.next - now);
  }
}
