import { CatalogueError } from '../errors/catalogue-error.js';
import type { ErrorDetails, ErrorKind } from '../errors/catalogue-error.js';
import { withoutValues } from './request.js';
import type { CallOptions, CatalogueRequest } from './request.js';
import type { Settings } from './settings.js';
import type { SharedState } from './shared-state.js';

let lastCall = 0;

/** The state of one call from its first attempt to its last. */
export class Call {
  /** The client's settings, with what the caller set for this call. */
  readonly limits: Settings & CallOptions;
  readonly address: string;
  /** What events are told of it. */
  readonly tag: { readonly call: number; readonly method: string; readonly url: string };
  attempts = 0;
  /** The token that the last attempt sent. */
  token = '';
  tokenReplaced = false;
  readonly #deadline: number;

  constructor(
    readonly shared: SharedState,
    readonly request: CatalogueRequest,
    options: CallOptions,
  ) {
    const { settings } = shared;
    this.limits = { ...settings, ...options, headers: { ...settings.headers, ...options.headers } };
    this.address = settings.baseUrl + request.path + (request.query ? `?${request.query}` : '');
    this.tag = { call: ++lastCall, method: request.method, url: withoutValues(this.address) };
    this.#deadline = settings.clock.now() + this.limits.totalTimeoutMs;
  }

  /** Milliseconds that are left of the total timeout. */
  get leftMs(): number {
    return this.#deadline - this.limits.clock.now();
  }

  /** Whether a wait is longer than the caller allows, or would outlast the call. */
  isTooLong(waitMs: number): boolean {
    return waitMs > this.limits.maxRetryWaitMs || waitMs >= this.leftMs;
  }

  /** Waits, and wakes when the caller aborts. */
  async sleep(waitMs: number): Promise<void> {
    const { clock, signal } = this.limits;
    await clock.sleep(waitMs, signal);
    if (signal?.aborted) throw this.error('aborted', 'was aborted', { cause: signal.reason });
  }

  /** The facts that every error of this call tells. */
  get facts(): Pick<ErrorDetails, 'method' | 'url' | 'attempts'> {
    return { method: this.tag.method, url: this.tag.url, attempts: this.attempts };
  }

  /** An error of this call; `what` goes on where the message has named the request. */
  error(kind: ErrorKind, what: string, details: Partial<ErrorDetails> = {}): CatalogueError {
    return new CatalogueError(`${this.tag.method} ${this.tag.url} ${what.replace(/\.?$/, '.')}`, {
      ...this.facts,
      ...details,
      kind,
    });
  }
}
