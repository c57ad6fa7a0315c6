import type { Worker } from 'node:worker_threads';
import { isNativeError } from 'node:util/types';
import { FairQueue } from './fair-queue.js';
import type { Rendering, RenderingLimits } from './render-markdown.js';
import type { RenderTask } from './render-worker.js';

/** Nothing was rendered: the worker died or took too long, or too much was waiting for it. A retry may succeed. */
export class MarkdownUnavailable extends Error {
  override readonly name = 'MarkdownUnavailable';
}

export interface RendererOptions {
  readonly limits: RenderingLimits;
  /** Starts the built `render-worker.js`. */
  readonly startWorker: () => Worker;
  /** Timeout in milliseconds for all texts of one body; texts within the limits take a fraction of it. */
  readonly timeout: number;
  /** Maximum number of waiting characters, of all bodies together. */
  readonly maxWaiting: number;
  /** Receives messages for the operator: with an error when the worker died, without when it took too long. */
  readonly report: (message: string, error?: Error) => void;
}

interface Job {
  readonly sources: readonly string[];
  readonly resolve: (rendering: Rendering) => void;
  readonly reject: (error: MarkdownUnavailable) => void;
}

/** Minimum weight of a job, because one without text also takes space. */
const leastWeight = 1024;

const defaults = { timeout: 10_000, maxWaiting: 16 * 1024 * 1024, report: () => undefined };

/**
 * Renders the Markdown of one body after another in a worker thread, so that no text delays other requests
 * (WRITE-10).
 */
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

  /** Throws MarkdownUnavailable. Owners are served in turn, so an owner that sends a lot waits only for itself. */
  render(owner: string, sources: readonly string[]): Promise<Rendering> {
    if (sources.length === 0) return Promise.resolve({ html: [], excess: null });
    const weight = sources.reduce((sum, source) => sum + source.length, leastWeight);
    return new Promise((resolve, reject) => {
      const rejected = this.waiting.add(owner, { sources, resolve, reject }, weight);
      for (const job of rejected) job.reject(new MarkdownUnavailable('Too much Markdown is waiting.'));
      this.next();
    });
  }

  /** Stops the worker; waiting jobs are rejected. */
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
      const message = `The Markdown of a request was not rendered within ${this.options.timeout} ms`;
      this.options.report(message);
      void this.replaceWorker(new MarkdownUnavailable(message));
    }, this.options.timeout);
    this.worker.postMessage({ sources: job.sources, limits: this.options.limits } satisfies RenderTask);
  }

  private started(): Worker {
    const worker = this.options.startWorker();
    // A pending job keeps the process alive; an idle worker does not.
    worker.unref();
    worker.on('message', (rendering: Rendering) => {
      if (this.worker === worker) this.finish((job) => job.resolve(rendering));
    });
    worker.on('error', (error: unknown) => {
      this.lost(worker, isNativeError(error) ? error : new Error(String(error)));
    });
    worker.on('exit', () => this.lost(worker, new Error('The worker ended unexpectedly.')));
    return worker;
  }

  private lost(worker: Worker, error: Error): void {
    // A worker that was already replaced does not concern the running job.
    if (this.worker !== worker) return;
    const message = `The Markdown worker ended: ${error.message}`;
    this.options.report(message, error);
    void this.replaceWorker(new MarkdownUnavailable(message, { cause: error }));
  }

  private async replaceWorker(reason: MarkdownUnavailable): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.finish((job) => job.reject(reason));
    await worker?.terminate();
  }

  private finish(settle: (job: Job) => void): void {
    clearTimeout(this.timer);
    const job = this.running;
    this.running = null;
    if (job) settle(job);
    this.next();
  }
}
