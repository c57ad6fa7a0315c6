import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { RequestSpec, Exchange, RawRequest } from './exchange.js';
import { failure, type Transport, Wire } from './wire.js';

export interface TargetOptions {
  readonly token: string;
  readonly timeout?: number;
  readonly concurrency?: number;
  readonly rate?: number;
  /** The maximum wait for a server that does not respond, or responds with 503 and Retry-After; a minute by default. */
  readonly maxOutage?: number;
  /** Sends the requests: over HTTP, unless the server runs in this process. */
  readonly transport?: Transport;
  /** The function that waits; tests replace it. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

type Watcher = (exchange: Exchange, spec: RequestSpec) => void;

const maxWaits = 20;

/** A single list may make the server stall, so any of these lists can show that it responds. */
export const probePaths = ['/api/v1/spaces?limit=1', '/api/v1/bookings?limit=1', '/api/v1/projects?limit=1'];

/** Statuses of a proxy whose server is unavailable. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** The seconds until a request may succeed again (RATE-2, ERR-3). */
const retryAfter = (exchange: Exchange): number =>
  Math.min(120, Math.max(1, Number(exchange.header('retry-after')) || 1));

/** The server under test. Waits after 429 and respects the limits of the operator; checks nothing. */
export class Target {
  readonly base: URL;
  readonly path: string;
  readonly prefix: string;
  readonly token: string;
  requests = 0;
  /** The number of responses with 503 and Retry-After after which the target waited. */
  unavailable = 0;
  /** The factor by which a request may exceed its timeout. */
  patience = 1;
  readonly maxOutage: number;
  readonly concurrency: number;
  readonly watchers: Watcher[] = [];
  private readonly wire: Transport;
  private readonly limit: LimitFunction;
  /** The earliest time of the next request. */
  private next = 0;
  private policy = '';
  private left = '';
  /** Whether the waits after responses with 503 have reached their limit. */
  private isUnavailable = false;
  private readonly end = new AbortController();

  constructor(
    url: string,
    private readonly options: TargetOptions,
  ) {
    this.base = new URL(url);
    this.path = this.base.pathname.replace(/\/+$/, '');
    this.prefix = `${this.base.origin}${this.path}`;
    this.token = options.token;
    this.concurrency = options.concurrency ?? 6;
    this.wire = options.transport ?? new Wire(this.base, options.timeout ?? 10_000, this.concurrency + 2);
    this.limit = pLimit(this.concurrency);
    this.maxOutage = options.maxOutage ?? 60_000;
  }

  /**
   * The seconds that this number of requests takes under the quota of the first token or the operator's rate; 0
   * without limits.
   */
  secondsFor(requests: number): number {
    const { rate = Infinity } = this.options;
    const [, quota = Infinity, window = 1] = /; *q=(\d+); *w=(\d+)/.exec(this.policy) ?? [];
    const [, left = 0] = /; *r=(\d+)/.exec(rate === Infinity ? this.left : '') ?? [];
    return Math.max(0, requests - Number(left)) / Math.min(rate, Number(quota) / Math.max(1, Number(window)));
  }

  async send(spec: RequestSpec): Promise<Exchange> {
    const request = this.toRawRequest(spec);
    let outage = 0;
    for (let waits = 0; ; waits += 1) {
      const exchange = await this.limit(() => this.sendOnce(request, spec));
      const pause = retryAfter(exchange) * 1000;
      if (exchange.status === 503 && exchange.header('retry-after') !== null && spec.showLimit !== true) {
        this.isUnavailable ||= outage + pause > this.maxOutage;
        if (this.isUnavailable) return exchange;
        outage += pause;
        this.unavailable += 1;
      } else {
        if (outage > 0) this.isUnavailable = false;
        if (exchange.status !== 429 || spec.showLimit === true || waits >= maxWaits) return exchange;
      }
      await this.sleep(pause);
    }
  }

  /** Whether the server responds at all. Ignores all limits, because other requests may wait for the result. */
  async isResponding(): Promise<boolean> {
    const responses = probePaths.map(async (path) => {
      this.requests += 1;
      const { status } = await this.wire.send(this.toRawRequest({ path }));
      if (awayStatuses.has(status)) throw failure('unreachable', this.base.origin, String(status));
    });
    return Promise.any(responses).then(
      () => true,
      () => false,
    );
  }

  async sleep(milliseconds: number): Promise<void> {
    const { signal } = this.end;
    const wait = this.options.sleep?.(milliseconds, signal) ?? sleep(milliseconds, undefined, { signal });
    await wait.catch(() => {
      throw failure('closed', this.base.origin);
    });
  }

  close(): void {
    this.end.abort();
    this.wire.close();
  }

  private async pace(): Promise<void> {
    const { rate } = this.options;
    if (rate === undefined) return;
    const now = performance.now();
    this.next = Math.max(now, this.next) + 1000 / rate;
    await sleep(this.next - now);
  }

  private async sendOnce(request: RawRequest, spec: RequestSpec): Promise<Exchange> {
    await this.pace();
    if (this.end.signal.aborted) throw failure('closed', this.base.origin);
    this.requests += 1;
    const exchange = await this.wire.send(request, this.patience);
    if (spec.token === undefined) {
      this.policy = exchange.header('ratelimit-policy') ?? this.policy;
      this.left = exchange.header('ratelimit') ?? this.left;
    }
    for (const watch of this.watchers) watch(exchange, spec);
    return exchange;
  }

  private toRawRequest({ method = 'GET', path, headers = {}, body, token = this.token }: RequestSpec): RawRequest {
    const all: Record<string, string | readonly string[]> = { ...headers };
    const has = (name: string): boolean => Object.keys(all).some((header) => header.toLowerCase() === name);
    if (token !== null && !has('authorization')) all['Authorization'] = `Bearer ${token}`;
    if (body !== undefined && !has('content-length') && !has('transfer-encoding'))
      all['Content-Length'] = String(Buffer.byteLength(body));
    return { method, path: `${this.path}${path}`, headers: all, ...(body !== undefined && { body }) };
  }
}
