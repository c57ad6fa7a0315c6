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

export interface TargetOptions {
  readonly token: string;
  readonly timeout?: number;
  readonly concurrency?: number;
  readonly maxRequests?: number;
  readonly rate?: number;
  /** How requests get to the server: over HTTP, unless a server of this process is asked more directly. */
  readonly transport?: Transport;
  /** How to wait: by the clock, unless a test has another one. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

type Watcher = (exchange: Exchange, ask: Ask) => void;

const mostWaits = 20;

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
  readonly latencies = new Latencies();
  readonly watchers: Watcher[] = [];
  private readonly wire: Transport;
  private readonly limit: LimitFunction;
  /** When the next request may be sent. */
  private next = 0;
  private policy = '';
  private left = '';
  private readonly end = new AbortController();

  constructor(
    url: string,
    private readonly options: TargetOptions,
  ) {
    this.base = new URL(url);
    this.path = this.base.pathname.replace(/\/+$/, '');
    this.prefix = `${this.base.origin}${this.path}`;
    this.token = options.token;
    const concurrency = options.concurrency ?? 6;
    this.wire = options.transport ?? new Wire(this.base, options.timeout ?? 10_000, concurrency + 2);
    this.limit = pLimit(concurrency);
  }

  /** How many seconds the quota of the first token, or our own limit, makes of so many requests; 0 without any. */
  secondsFor(requests: number): number {
    const { rate = Infinity } = this.options;
    const [, quota = Infinity, window = 1] = /; *q=(\d+); *w=(\d+)/.exec(this.policy) ?? [];
    const [, left = 0] = /; *r=(\d+)/.exec(rate === Infinity ? this.left : '') ?? [];
    return Math.max(0, requests - Number(left)) / Math.min(rate, Number(quota) / Math.max(1, Number(window)));
  }

  async send(ask: Ask): Promise<Exchange> {
    const request = this.requestOf(ask);
    for (let waits = 0; ; waits += 1) {
      const exchange = await this.limit(() => this.sendOnce(request, ask));
      if (exchange.status !== 429 || ask.showLimit === true || waits === mostWaits) return exchange;
      // RATE-2: it says when a request succeeds again.
      const seconds = Math.min(120, Math.max(1, Number(exchange.header('retry-after')) || 1));
      await this.sleep(seconds * 1000);
    }
  }

  /** Waits so many milliseconds; a run that ends meanwhile ends the wait. */
  async sleep(milliseconds: number): Promise<void> {
    const { sleep: wait = sleepUntil } = this.options;
    await wait(milliseconds, this.end.signal).catch(() => {
      throw failure('closed', this.base.origin);
    });
  }

  /** Nobody waits or asks any more: what is left of a run that broke off ends at once. */
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
    const exchange = await this.wire.send(request);
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
