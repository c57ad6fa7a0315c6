/** Whether another task of a kind may run, given the numbers of running tasks of that kind and in total. */
export type Admits = (ofKind: number, inTotal: number) => boolean;

export interface WaitingLimits {
  /** Milliseconds: waiting tasks are rejected when none of their kind has finished for this long. */
  readonly timeout: number;
  /** Milliseconds: a task that waits this long is rejected in any case. */
  readonly longest: number;
  /** Maximum number of waiting tasks of one kind; further ones are rejected at once. */
  readonly queue: number;
}

/** Default limits; a thousand waiting requests take some megabytes. */
export const waitingLimits: WaitingLimits = { timeout: 5000, longest: 5000, queue: 1000 };

/** Rejected because too many tasks are waiting, or the wait took too long. */
export class Overload extends Error {}

interface Queue {
  /** Callbacks of the waiting tasks, in the order of arrival. */
  readonly waiting: Set<() => void>;
  /** When a task of this kind last finished. */
  finishedAt: number;
}

/** Limits how many tasks of one kind run at a time, so that they leave room for others (ERR-6). */
export class Bulkhead {
  private readonly running = new Map<string, number>();
  private readonly queues = new Map<string, Queue>();
  private inTotal = 0;

  constructor(
    private readonly admits: Admits,
    private readonly limits: WaitingLimits = waitingLimits,
    /** Replaces kinds in error messages, which appear in logs: for kinds that contain client data. */
    private readonly label?: string,
  ) {}

  /** Runs tasks first come, first served; throws `Overload` on timeout. */
  run<T>(kind: string, work: () => Promise<T>): Promise<T> {
    if (this.mayEnter(kind)) return this.runAtOnce(kind, work);
    return this.turnOf(kind).then(() => this.finish(kind, work));
  }

  /** Runs the work without waiting, but counts it: for the second part of admitted work. */
  runAtOnce<T>(kind: string, work: () => Promise<T>): Promise<T> {
    this.count(kind, 1);
    return this.finish(kind, work);
  }

  private async finish<T>(kind: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      const queue = this.queues.get(kind);
      if (queue) queue.finishedAt = performance.now();
      return result;
    } finally {
      this.count(kind, -1);
      this.admitNext();
    }
  }

  private mayEnter(kind: string): boolean {
    return this.admits(this.running.get(kind) ?? 0, this.inTotal);
  }

  private count(kind: string, change: 1 | -1): void {
    const running = (this.running.get(kind) ?? 0) + change;
    if (running === 0) this.running.delete(kind);
    else this.running.set(kind, running);
    this.inTotal += change;
  }

  private turnOf(kind: string): Promise<void> {
    const queue = this.queues.get(kind) ?? { waiting: new Set(), finishedAt: 0 };
    if (queue.waiting.size >= this.limits.queue) {
      return Promise.reject(new Overload(`Too many requests are waiting for ${this.label ?? kind}.`));
    }
    this.queues.set(kind, queue);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const enter = (): void => {
        clearTimeout(timer);
        this.leave(kind, queue, enter);
        this.count(kind, 1);
        resolve();
      };
      const look = (): void => {
        const left = this.timeLeft(since, queue.finishedAt);
        if (left > 0) {
          timer = setTimeout(look, left).unref();
          return;
        }
        this.leave(kind, queue, enter);
        reject(new Overload(`The wait for ${this.label ?? kind} took too long.`));
      };
      let timer = setTimeout(look, this.limits.timeout).unref();
      queue.waiting.add(enter);
    });
  }

  /** Milliseconds that a task which arrived at `since` may still wait. */
  private timeLeft(since: number, finishedAt: number): number {
    const { timeout, longest } = this.limits;
    // Timers may fire slightly early; do not wait for the remainder.
    const left = Math.min(Math.max(since, finishedAt) + timeout, since + longest) - performance.now();
    return left < 2 ? 0 : left;
  }

  private leave(kind: string, queue: Queue, enter: () => void): void {
    queue.waiting.delete(enter);
    if (queue.waiting.size === 0) this.queues.delete(kind);
  }

  private admitNext(): void {
    for (let enter = this.next(); enter; enter = this.next()) enter();
  }

  /** The first task that may run, from the kind with the fewest running tasks. */
  private next(): (() => void) | undefined {
    if (this.queues.size === 0) return undefined;
    const [kind] = [...this.queues.keys()]
      .filter((each) => this.mayEnter(each))
      .sort((left, right) => (this.running.get(left) ?? 0) - (this.running.get(right) ?? 0));
    const [first] = kind === undefined ? [] : (this.queues.get(kind)?.waiting ?? []);
    return first;
  }
}
