import { setImmediate as settled } from 'node:timers/promises';
import type { Clock } from '../src/request/clock.js';

/** A clock that stands still until the test advances it. */
export class ManualClock implements Clock {
  private readonly calls = new Set<() => void>();
  private time: number;

  constructor(start: string) {
    this.time = Date.parse(start);
  }

  readonly now = (): number => this.time;

  readonly everySecond = (call: () => void): (() => void) => {
    this.calls.add(call);
    return () => void this.calls.delete(call);
  };

  /** Lets seconds pass one by one, each with the requests that it starts. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) await this.jump(1000);
  }

  /** Lets milliseconds pass at once, as when a computer sleeps. */
  async jump(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    for (const call of this.calls) call();
    await settled();
  }
}
