import { Overload } from './database-errors.js';

/** Whether one more of a kind may run, of which so many run already, among so many in all. */
export type Admits = (ofKind: number, inAll: number) => boolean;

export interface WaitingLimits {
  /** In milliseconds: who waits is refused when nothing of the kind has finished for so long. */
  readonly timeout: number;
  /** In milliseconds: who waits for so long is refused, whatever has finished meanwhile. */
  readonly longest: number;
  /** How many of one kind may wait; one more is refused at once. */
  readonly queue: number;
}

/** A thousand waiting requests hold some megabytes. */
export const waitingLimits: WaitingLimits = { timeout: 5000, longest: 5000, queue: 1000 };

interface Queue {
  /** Lets each of those that wait enter, in the order in which they came. */
  readonly waiting: Set<() => void>;
  /** When something of the kind finished last. */
  finishedAt: number;
}

/** Bounds how much of one kind runs at a time, so that it cannot take what the others need (ERR-6). */
export class Bulkhead {
  private readonly running = new Map<string, number>();
  private readonly queues = new Map<string, Queue>();
  private inAll = 0;

  constructor(
    private readonly admits: Admits,
    private readonly limits: WaitingLimits = waitingLimits,
  ) {}

  /** Runs the work when its turn comes, the first that came first; throws Overload when that takes too long. */
  run<T>(kind: string, work: () => Promise<T>): Promise<T> {
    if (this.mayEnter(kind)) return this.runAtOnce(kind, work);
    return this.turnOf(kind).then(() => this.finish(kind, work));
  }

  /** Runs the work without waiting, and counts it among those that run: for the second part of what had its turn. */
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
    return this.admits(this.running.get(kind) ?? 0, this.inAll);
  }

  private count(kind: string, change: 1 | -1): void {
    const running = (this.running.get(kind) ?? 0) + change;
    if (running === 0) this.running.delete(kind);
    else this.running.set(kind, running);
    this.inAll += change;
  }

  private turnOf(kind: string): Promise<void> {
    const queue = this.queues.get(kind) ?? { waiting: new Set(), finishedAt: 0 };
    if (queue.waiting.size >= this.limits.queue) {
      return Promise.reject(new Overload(`Too many already wait for ${kind}.`));
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
        reject(new Overload(`The wait for ${kind} took too long.`));
      };
      let timer = setTimeout(look, this.limits.timeout).unref();
      queue.waiting.add(enter);
    });
  }

  /** In milliseconds: how much longer somebody waits who came at `since`. */
  private timeLeft(since: number, finishedAt: number): number {
    const { timeout, longest } = this.limits;
    // A timer may ring a little early, and nobody is to wait for the rest of that.
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

  /** Of those that may enter, the first of the kind that has least. */
  private next(): (() => void) | undefined {
    if (this.queues.size === 0) return undefined;
    const [kind] = [...this.queues.keys()]
      .filter((each) => this.mayEnter(each))
      .sort((left, right) => (this.running.get(left) ?? 0) - (this.running.get(right) ?? 0));
    const [first] = kind === undefined ? [] : (this.queues.get(kind)?.waiting ?? []);
    return first;
  }
}
