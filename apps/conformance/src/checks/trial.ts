import type { CollectionName } from '@resource-catalogue/contracts';
import type { Census } from '../census/census.js';
import type { Shrunk } from '../run/result.js';
import type { Exchange } from '../target/exchange.js';
import { type Ask, Target } from '../target/target.js';
import { Random } from './random.js';
import { type Subject, subjectOf } from './subject.js';
import { Inconclusive, Unsupported, violated } from './violation.js';
import type { Watches } from './watches.js';

/** What the operator gave: tokens of several kinds, and permission. */
export interface Given {
  readonly token: string;
  readonly secondToken?: string;
  readonly limitedToken?: string;
  readonly revokedToken?: string;
  readonly expiredToken?: string;
  readonly quotaToken?: string;
  readonly allowWrites?: boolean;
  readonly allowBurst?: boolean;
  /** Of a replay: the one random script that it runs. */
  readonly shrunk?: Shrunk;
}

/** What a check works with while it runs once. */
export class Trial {
  readonly random: Random;
  private readonly seen: Exchange[] = [];
  private sent = 0;

  constructor(
    readonly target: Target,
    readonly census: Census,
    readonly given: Given,
    readonly watches: Watches,
    readonly seed: number,
    subject: string,
  ) {
    this.random = new Random(`${seed}/${subject}`);
  }

  /** The exchanges of this trial, the last ones. */
  get exchanges(): readonly Exchange[] {
    return this.seen;
  }

  get requests(): number {
    return this.sent;
  }

  async send(ask: Ask): Promise<Exchange> {
    this.sent += 1;
    const exchange = await this.target.send(ask);
    this.seen.push(exchange);
    if (this.seen.length > 4) this.seen.shift();
    return exchange;
  }

  get(path: string, ask: Omit<Ask, 'path'> = {}): Promise<Exchange> {
    return this.send({ ...ask, path });
  }

  subject(name: CollectionName): Subject {
    const census = this.census.get(name);
    if (!census) throw new Error(`There is no census of ${name}.`);
    return subjectOf(census);
  }

  /** LIST-4: a link that lies elsewhere must at least be served there. The token stays here. */
  async served(url: URL): Promise<void> {
    const elsewhere = new Target(url.origin, { token: '' });
    try {
      await elsewhere.send({ path: `${url.pathname}${url.search}`, token: null });
    } catch (error) {
      violated('links on {base_url}', `${url.origin}, which is not served: ${String(error)}`, ...this.seen.slice(-1));
    } finally {
      elsewhere.close();
    }
  }

  /** Goes on only where the data can show something. */
  need<Value>(value: Value | null | undefined | false, reason: string): Value {
    if (value === null || value === undefined || value === false) throw new Inconclusive(reason);
    return value;
  }

  unsupported(reason: string): never {
    throw new Unsupported(reason);
  }
}
