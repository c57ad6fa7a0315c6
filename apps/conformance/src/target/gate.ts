import { setTimeout as sleep } from 'node:timers/promises';

/** Lets so many pass at a time, and no more than so many in a second. */
export class Gate {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];
  private next = 0;

  constructor(
    private readonly most: number,
    private readonly perSecond: number,
  ) {}

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.inside >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.inside += 1;
    if (!Number.isFinite(this.perSecond)) return;
    const now = performance.now();
    this.next = Math.max(now, this.next) + 1000 / this.perSecond;
    await sleep(this.next - now);
  }

  /** The place goes to whoever waits longest, without being free in between. */
  private leave(): void {
    const first = this.waiting.shift();
    if (first) first();
    else this.inside -= 1;
  }
}
