import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Ask, Exchange, RawRequest } from './exchange.js';
import { failure, type Transport, Wire } from './wire.js';

export type Latency = ReturnType<Latencies['summary']>[number];

const uuid = /\/[0-9a-f]{8}-[0-9a-f-]{27}(?=$|\/)/i;

/** The answer times of a run, by operation. Refused requests would only make them look better. */
class Latencies {
  private readonly times = new Map<string, number[]>();

  add(method: string, path: string, { status, milliseconds }: Exchange): void {
    if (status < 200 || status > 299) return;
    const operation = `${method} ${path.replace(/\?.*$/s, '').replace(uuid, '/{id}')}`;
    const times = this.times.get(operation);
    if (times) times.push(milliseconds);
    else this.times.set(operation, [milliseconds]);
  }

  summary() {
    const at = (sorted: readonly number[], part: number): number =>
      Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10;
    return [...this.times]
      .map(([operation, times]) => {
        const sorted = [...times].sort((a, b) => a - b);
        return { operation, count: sorted.length, median: at(sorted, 0.5), p95: at(sorted, 0.95), most: at(sorted, 1) };
      })
      .sort((a, b) => (a.operation < b.operation ? -1 : 1));
  }
}

/** How long a run takes at least: `latency`, in milliseconds, is the reason if it is not null, otherwise a limit is. */
export interface Estimate {
  readonly seconds: number;
  readonly requests: number;
  readonly latency: number | null;
}

export interface TargetOptions {
  readonly token: string;
  readonly timeout?: number;
  readonly concurrency?: number;
  readonly maxRequests?: number;
  readonly rate?: number;
  /** How long a server that has stopped answering, or answers 503 with Retry-After, is waited for; a minute by default. */
  readonly maxOutage?: number;
  /** How requests get to the server: over HTTP, unless a server of this process is asked more directly. */
  readonly transport?: Transport;
  /** How to wait: by the clock, unless a test has another one. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

type Watcher = (exchange: Exchange, ask: Ask) => void;

const mostWaits = 20;

/** One of these lists may be the one that makes a server stall: any of the others shows that it answers. */
export const probePaths = ['/api/v1/spaces?limit=1', '/api/v1/bookings?limit=1', '/api/v1/projects?limit=1'];

/** Statuses of a proxy whose server is away. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** RATE-2, ERR-3: the time at which a request succeeds again, in seconds from now. */
const retryAfter = (exchange: Exchange): number =>
  Math.min(120, Math.max(1, Number(exchange.header('retry-after')) || 1));

const sleepUntil = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal });

/** A server of the interface, as its URL shows it. It waits out 429 and obeys our own limits; it checks nothing. */
export class Target {
  readonly base: URL;
  /** The path of the base URL without a slash at its end. */
  readonly path: string;
  readonly prefix: string;
  readonly token: string;
  requests = 0;
  /** How many answers of 503 with Retry-After were waited out. */
  unavailable = 0;
  /** The milliseconds that the fastest answer took; 0 before the first one. */
  private fastest = 0;
  /** How many times longer than its timeout a request may take. */
  patience = 1;
  readonly maxOutage: number;
  readonly concurrency: number;
  readonly latencies = new Latencies();
  readonly watchers: Watcher[] = [];
  private readonly wire: Transport;
  private readonly limit: LimitFunction;
  /** When the next request may be sent. */
  private next = 0;
  private policy = '';
  private left = '';
  /** Whether a wait for a server that answers 503 was long enough to wait no more. */
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

  /** How many seconds the quota of the first token, or our own limit, makes of so many requests; 0 without any. */
  secondsFor(requests: number): number {
    const { rate = Infinity } = this.options;
    const [, quota = Infinity, window = 1] = /; *q=(\d+); *w=(\d+)/.exec(this.policy) ?? [];
    const [, left = 0] = /; *r=(\d+)/.exec(rate === Infinity ? this.left : '') ?? [];
    return Math.max(0, requests - Number(left)) / Math.min(rate, Number(quota) / Math.max(1, Number(window)));
  }

  /** How long so many requests take at least, so many at a time, if each takes as long as the fastest one so far. */
  estimate(requests: number, atATime: number): Estimate {
    const byQuota = this.secondsFor(requests);
    const latency = this.fastest;
    const byLatency = (requests * latency) / 1000 / Math.min(atATime, this.concurrency);
    if (byQuota >= byLatency) return { requests, seconds: byQuota, latency: null };
    return { requests, seconds: byLatency, latency };
  }

  async send(ask: Ask): Promise<Exchange> {
    const request = this.requestOf(ask);
    let outage = 0;
    for (let waits = 0; ; waits += 1) {
      const exchange = await this.limit(() => this.sendOnce(request, ask));
      const pause = retryAfter(exchange) * 1000;
      if (exchange.status === 503 && exchange.header('retry-after') !== null && ask.showLimit !== true) {
        this.isUnavailable ||= outage + pause > this.maxOutage;
        if (this.isUnavailable) return exchange;
        outage += pause;
        this.unavailable += 1;
      } else {
        if (outage > 0) this.isUnavailable = false;
        if (exchange.status !== 429 || ask.showLimit === true || waits >= mostWaits) return exchange;
      }
      await this.sleep(pause);
    }
  }

  /** Whether the server answers anything at all, aside from all limits: it may be what other requests wait for. */
  async isAnswering(): Promise<boolean> {
    const answers = probePaths.map(async (path) => {
      this.requests += 1;
      const { status } = await this.wire.send(this.requestOf({ path }));
      if (awayStatuses.has(status)) throw failure('unreachable', this.base.origin, String(status));
    });
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  }

  /** Waits so many milliseconds; a run that ends meanwhile ends the wait. */
  async sleep(milliseconds: number): Promise<void> {
    const { sleep: wait = sleepUntil } = this.options;
    await wait(milliseconds, this.end.signal).catch(() => {
      throw failure('closed', this.base.origin);
    });
  }

  /** Ends all waits and requests at once. */
  close(): void {
    this.end.abort();
    this.wire.close();
  }

  /** Starts no more requests in a second than the operator allows. */
  private async pace(): Promise<void> {
    const { rate } = this.options;
    if (rate === undefined) return;
    const now = performance.now();
    this.next = Math.max(now, this.next) + 1000 / rate;
    await sleep(this.next - now);
  }

  private async sendOnce(request: RawRequest, ask: Ask): Promise<Exchange> {
    await this.pace();
    if (this.end.signal.aborted) throw failure('closed', this.base.origin);
    if (this.requests >= (this.options.maxRequests ?? Infinity))
      throw failure('budget', this.base.origin, `${this.requests} requests`);
    this.requests += 1;
    const exchange = await this.wire.send(request, this.patience);
    this.fastest = Math.min(this.fastest || Infinity, exchange.milliseconds);
    this.latencies.add(request.method, ask.path, exchange);
    if (ask.token === undefined) {
      this.policy = exchange.header('ratelimit-policy') ?? this.policy;
      this.left = exchange.header('ratelimit') ?? this.left;
    }
    for (const watch of this.watchers) watch(exchange, ask);
    return exchange;
  }

  private requestOf({ method = 'GET', path, headers = {}, body, token = this.token }: Ask): RawRequest {
    const all: Record<string, string | readonly string[]> = { ...headers };
    const has = (name: string): boolean => Object.keys(all).some((header) => header.toLowerCase() === name);
    if (token !== null && !has('authorization')) all['Authorization'] = `Bearer ${token}`;
    if (body !== undefined && !has('content-length') && !has('transfer-encoding'))
      all['Content-Length'] = String(Buffer.byteLength(body));
    return { method, path: `${this.path}${path}`, headers: all, ...(body !== undefined && { body }) };
  }
}
