import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, RawRequest } from './exchange.js';
import { Gate } from './gate.js';
import { Latencies } from './latencies.js';
import { ended, limitReached } from './transport-error.js';
import { type Transport, Wire } from './wire.js';

/** What a check asks for; the rest of the request is filled in. */
export interface Ask {
  readonly method?: string;
  /** Below the base URL, byte by byte: `/api/v1/users?limit=1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** Another token than the first one; null for none at all. */
  readonly token?: string | null;
  /** A check of the limits wants to see the 429; everybody else waits it out. */
  readonly showLimit?: boolean;
  /** The HTTP parser may refuse it by itself, and then owes no problem and no headers (ERR-4). */
  readonly odd?: boolean;
}

export interface TargetOptions {
  readonly token: string;
  readonly timeout?: number;
  readonly concurrency?: number;
  /** No more requests than this are sent in a run. */
  readonly maxRequests?: number;
  /** At most so many requests in a second. */
  readonly rate?: number;
  /** How requests get to the server: over HTTP, unless a server of this process is asked more directly. */
  readonly transport?: Transport;
}

/** Sees every exchange of a run. */
export type Watcher = (exchange: Exchange, ask: Ask) => void;

const mostWaits = 20;

/** A server of the interface, as its URL shows it. It waits out 429 and obeys our own limits; it judges nothing. */
export class Target {
  readonly base: URL;
  readonly latencies = new Latencies();
  readonly watchers: Watcher[] = [];
  private readonly wire: Transport;
  private readonly gate: Gate;
  private sent = 0;
  private policy = '';
  private left = '';
  private readonly end = new AbortController();

  constructor(
    url: string,
    private readonly options: TargetOptions,
  ) {
    this.base = new URL(url);
    const concurrency = options.concurrency ?? 6;
    this.wire = options.transport ?? new Wire(this.base, options.timeout ?? 10_000, concurrency + 2);
    this.gate = new Gate(concurrency, options.rate ?? Infinity);
  }

  /** How many requests have been sent. */
  get requests(): number {
    return this.sent;
  }

  /** How many requests the quota of the first token, or our own limit, allows in a second. */
  private get pace(): number {
    const [, quota, window] = /; *q=(\d+); *w=(\d+)/.exec(this.policy) ?? [];
    const declared =
      quota === undefined || window === undefined ? Infinity : Number(quota) / Math.max(1, Number(window));
    return Math.min(declared, this.options.rate ?? Infinity);
  }

  /** How many requests are left in this window of the first token. */
  private get remaining(): number {
    const [, left] = /; *r=(\d+)/.exec(this.left) ?? [];
    return left === undefined || this.options.rate !== undefined ? 0 : Number(left);
  }

  /** How many seconds the quota of the first token makes of so many requests; 0 as long as nothing has to wait. */
  secondsFor(requests: number): number {
    return Math.max(0, requests - this.remaining) / this.pace;
  }

  get token(): string {
    return this.options.token;
  }

  /** The base URL without a slash at its end, as curl lines and links begin. */
  get prefix(): string {
    return `${this.base.origin}${this.base.pathname.replace(/\/+$/, '')}`;
  }

  async send(ask: Ask): Promise<Exchange> {
    const request = this.requestOf(ask);
    for (let waits = 0; ; waits += 1) {
      const exchange = await this.gate.pass(() => this.sendOnce(request, ask));
      if (exchange.status !== 429 || ask.showLimit === true || waits === mostWaits) return exchange;
      // RATE-2: it says when a request succeeds again.
      const seconds = Math.min(120, Math.max(1, Number(exchange.header('retry-after')) || 1));
      await sleep(seconds * 1000, undefined, { signal: this.end.signal }).catch(() => {
        throw ended(this.base.origin);
      });
    }
  }

  /** Nobody waits or asks any more: what is left of a run that broke off ends at once. */
  close(): void {
    this.end.abort();
    this.wire.close();
  }

  private async sendOnce(request: RawRequest, ask: Ask): Promise<Exchange> {
    if (this.end.signal.aborted) throw ended(this.base.origin);
    if (this.sent >= (this.options.maxRequests ?? Infinity)) {
      throw limitReached('budget', this.base.origin, `${this.sent} requests`);
    }
    this.sent += 1;
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
    if (body !== undefined && !has('content-length') && !has('transfer-encoding')) {
      all['Content-Length'] = String(Buffer.byteLength(body));
    }
    const target = `${this.base.pathname.replace(/\/+$/, '')}${path}`;
    return { method, path: target, headers: all, ...(body !== undefined && { body }) };
  }
}
