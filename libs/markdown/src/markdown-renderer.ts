import type { Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.js';
import type { Rendering, RenderingLimits } from './render-markdown.js';
import type { RenderTask } from './render-worker.js';

/** Nothing was rendered: the worker was lost or took too long, or too much waits for it. A later try may succeed. */
export class MarkdownUnavailable extends Error {
  override readonly name = 'MarkdownUnavailable';
}

export interface RendererOptions {
  readonly limits: RenderingLimits;
  /** Starts `render-worker.js`, built. */
  readonly startWorker: () => Worker;
  /** In milliseconds, for the texts of one body. The limits are met in a small part of it. */
  readonly timeout: number;
  /** Characters that may wait, of all bodies together. */
  readonly maxWaiting: number;
  /** Told what the operator should know: with an error when the worker was lost, without when it took too long. */
  readonly report: (message: string, error?: Error) => void;
}

interface Job {
  readonly sources: readonly string[];
  readonly resolve: (rendering: Rendering) => void;
  readonly reject: (error: MarkdownUnavailable) => void;
}

/** A job without any text takes room, too. */
const leastWeight = 1024;

const defaults = { timeout: 10_000, maxWaiting: 16 * 1024 * 1024, report: () => undefined };

/** Renders the Markdown of one body after the other in a worker thread, so that no text holds up other requests (WRITE-10). */
export class MarkdownRenderer {
  private readonly options: RendererOptions;
  private readonly waiting: FairQueue<Job>;
  private worker: Worker | null = null;
  private running: Job | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: Pick<RendererOptions, 'limits' | 'startWorker'> & Partial<RendererOptions>) {
    this.options = { ...defaults, ...options };
    this.waiting = new FairQueue(this.options.maxWaiting);
  }

  /** Throws MarkdownUnavailable. Owners are served in turn, so one that sends much waits for itself. */
  render(owner: string, sources: readonly string[]): Promise<Rendering> {
    if (sources.length === 0) return Promise.resolve({ html: [], excess: null });
    const weight = sources.reduce((sum, source) => sum + source.length, leastWeight);
    return new Promise((resolve, reject) => {
      const refused = this.waiting.add(owner, { sources, resolve, reject }, weight);
      for (const job of refused) job.reject(new MarkdownUnavailable('Too much Markdown waits.'));
      this.next();
    });
  }

  /** Ends the worker; what still waits is refused. */
  async close(): Promise<void> {
    const closed = new MarkdownUnavailable('The renderer is closed.');
    for (let job = this.waiting.take(); job; job = this.waiting.take()) job.reject(closed);
    await this.replaceWorker(closed);
  }

  private next(): void {
    if (this.running) return;
    const job = this.waiting.take();
    if (!job) return;
    this.running = job;
    this.worker ??= this.started();
    this.timer = setTimeout(() => {
      const message = `A body's Markdown was not rendered within ${this.options.timeout} ms`;
      this.options.report(message);
      void this.replaceWorker(new MarkdownUnavailable(message));
    }, this.options.timeout);
    this.worker.postMessage({ sources: job.sources, limits: this.options.limits } satisfies RenderTask);
  }

  private started(): Worker {
    const worker = this.options.startWorker();
    // What waits for an answer keeps the process alive; a worker that has nothing to do does not.
    worker.unref();
    worker.on('message', (rendering: Rendering) => {
      if (this.worker === worker) this.finish((job) => job.resolve(rendering));
    });
    worker.on('error', (error: unknown) => {
      this.lost(worker, error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => this.lost(worker, new Error('It ended by itself.')));
    return worker;
  }

  private lost(worker: Worker, error: Error): void {
    // One that was replaced already does not concern the job that runs now.
    if (this.worker !== worker) return;
    const message = `The thread that renders Markdown was lost: ${error.message}`;
    this.options.report(message, error);
    void this.replaceWorker(new MarkdownUnavailable(message, { cause: error }));
  }

  private async replaceWorker(reason: MarkdownUnavailable): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.finish((job) => job.reject(reason));
    await worker?.terminate();
  }

  private finish(answer: (job: Job) => void): void {
    clearTimeout(this.timer);
    const job = this.running;
    this.running = null;
    if (job) answer(job);
    this.next();
  }
}
