import type { CollectionName } from '@resource-catalogue/contracts';
import type { Client } from '@resource-catalogue/client';
import type { ClientCall, RecordedClient } from '../../target/recorded-client.js';
import type { Snapshot } from '../../snapshot/snapshot.js';
import { type Shrunk, Inconclusive, Unsupported, violated } from './violation.js';
import type { Exchange } from '../../target/exchange.js';
import { type Ask, Target } from '../../target/target.js';
import { idOf } from '../../json.js';
import { type Operation, pathOf } from './operations.js';
import { Random } from './random.js';
import { type Subject, subjectOf } from './subject.js';
import type { Sighting, Watches } from './watches.js';

export const otherTokens = ['second', 'limited', 'revoked', 'expired', 'quota'] as const;
export type OtherToken = (typeof otherTokens)[number];

export interface Given extends Readonly<Partial<Record<`${OtherToken}Token`, string>>> {
  readonly token: string;
  readonly allowWrites?: boolean;
  readonly allowBurst?: boolean;
  /** Of a replay: the one random script that it runs. */
  readonly shrunk?: Shrunk;
}

interface RunContext {
  readonly target: Target;
  readonly client: RecordedClient;
  readonly snapshot: Snapshot;
  readonly given: Given;
  readonly watches: Watches;
}

export class CheckContext {
  readonly random: Random;
  readonly target: Target;
  readonly snapshot: Snapshot;
  readonly given: Given;
  readonly exchanges: Exchange[] = [];
  requests = 0;
  /** How many pairs of a form and a place this check has looked at. */
  pairs = 0;

  constructor(
    private readonly run: RunContext,
    seed: string,
  ) {
    this.target = run.target;
    this.snapshot = run.snapshot;
    this.given = run.given;
    this.random = new Random(seed);
  }

  async send(ask: Ask): Promise<Exchange> {
    this.requests += 1;
    const exchange = await this.target.send(ask);
    this.exchanges.push(exchange);
    if (this.exchanges.length > 4) this.exchanges.shift();
    return exchange;
  }

  seenBy(watch: string): Sighting | undefined {
    return this.run.watches.sightings.get(watch);
  }

  /** Makes a call of the client library; its requests are those of this check. */
  callClient<Result>(work: (client: Client) => PromiseLike<Result>): Promise<ClientCall<Result>> {
    return this.run.client.call((ask) => this.send(ask), work);
  }

  get(path: string, ask: Omit<Ask, 'path'> = {}): Promise<Exchange> {
    return this.send({ ...ask, path });
  }

  subject(name: CollectionName): Subject {
    return subjectOf(this.need(this.snapshot.get(name), `no snapshot of ${name}`));
  }

  /** The path of an operation on the first row of its collection; on nothing where there is none, or it writes. */
  pathOf(operation: Operation): string {
    const row = operation.kind === 'get' ? this.subject(operation.contract.name).rows[0] : undefined;
    return pathOf(operation, row && idOf(row));
  }

  /** LIST-4: a link that lies elsewhere must at least be served there. The token stays here. */
  async served(url: URL): Promise<void> {
    const elsewhere = new Target(url.origin, { token: '' });
    try {
      await elsewhere.send({ path: `${url.pathname}${url.search}`, token: null });
    } catch (error) {
      violated(
        'links on {base_url}',
        `${url.origin}, which is not served: ${String(error)}`,
        ...this.exchanges.slice(-1),
      );
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
