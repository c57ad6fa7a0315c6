import type { Client } from '@resource-catalogue/client';
import { type AnyCollectionContract, type CollectionName, collections } from '@resource-catalogue/contracts';
import { readId, type Row } from '../../json.js';
import type { RuleId } from '../../rules/requirements.js';
import type { Snapshot } from '../../snapshot.js';
import type { Ask, Exchange } from '../../target/exchange.js';
import type { ClientCall, RecordedClient } from '../../target/recorded-client.js';
import type { Target } from '../../target/target.js';
import { Random } from './random.js';
import { operationName, type Operation, operations, operationPath, type Subject, toSubject } from './subject.js';
import { Trace } from './trace.js';

/** The fast-check path that reproduces the smallest counter-example while the data stay the same. */
export interface Shrunk {
  readonly seed: number;
  readonly path: string;
}

/** The same failure with a smaller request, and the number of pages that it needs. */
export interface Smallest {
  readonly observed: string;
  readonly exchanges: readonly Exchange[];
}

export interface Evidence {
  readonly expected: string;
  readonly observed: string;
  readonly exchanges: readonly Exchange[];
  readonly rows?: readonly Row[];
  /** Hints at the cause. */
  readonly notes?: readonly string[];
  /** The requests of the check in order, if the order matters. */
  readonly sequence?: readonly string[];
  readonly smallest?: Smallest;
  readonly shrunk?: Shrunk;
}

/** The server broke a rule. Only this counts as failed; any other error is the suite's own. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(readonly evidence: Evidence) {
    super(`${evidence.expected} — ${evidence.observed}`);
  }
}

/** The data, or the known part of it, cannot show whether the server follows the rule. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/** The server lacks an optional feature that the check needs. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

export function violated(expected: string, observed: string, ...exchanges: readonly (Exchange | null)[]): never {
  throw new Violation({ expected, observed, exchanges: exchanges.filter((exchange) => exchange !== null) });
}

export function violatedBy(
  rows: readonly Row[],
  expected: string,
  observed: string,
  exchange: Exchange | null = null,
  notes: readonly string[] = [],
): never {
  const exchanges = exchange === null ? [] : [exchange];
  throw new Violation({ expected, observed, exchanges, rows: rows.slice(0, 3), notes });
}

/** The problem with a response, or null; `seen` is the memory of the watch during a run. */
export type Watch = (exchange: Exchange, ask: Ask, seen: Map<string, string>) => string | null;

interface Sighting {
  readonly exchange: Exchange;
  readonly observed: string;
}

/** Inspects every response of a run and records the first violation of each watch. */
export class Watches {
  readonly sightings = new Map<string, Sighting>();

  constructor(target: Target, watches: Readonly<Record<string, Watch>>) {
    const remembering = Object.entries(watches).map(
      ([name, watch]) => [name, watch, new Map<string, string>()] as const,
    );
    target.watchers.push((exchange, ask) => {
      if (!ask.path.startsWith('/api/v1')) return;
      for (const [name, watch, seen] of remembering) {
        const observed = this.sightings.has(name) ? null : watch(exchange, ask, seen);
        if (observed !== null) this.sightings.set(name, { exchange, observed });
      }
    });
  }
}

/** The servers that must follow a rule: all servers of the interface, or those with the same decisions as ours. */
export type Layer = 'seed' | 'ours';

export type Need = 'writes' | 'burst' | `${OtherToken}-token`;

/** The families of checks, and the approximate requests of one check on one subject of the demonstration catalogue. */
export const requestKinds = {
  envelope: 3,
  schema: 1,
  paging: 10,
  sort: 11,
  sets: 13,
  ranges: 21,
  references: 2,
  get: 4,
  auth: 3,
  errors: 4,
  negatives: 21,
  hostile: 16,
  http: 6,
  limits: 6,
  scripts: 9,
  forms: 179,
  client: 6,
  writes: 14,
  concurrency: 17,
  model: 37,
} as const;

export type Family = keyof typeof requestKinds;

export const isFamily = (name: string): name is Family => Object.hasOwn(requestKinds, name);

export const families: readonly Family[] = Object.keys(requestKinds).filter(isFamily);

interface Definition {
  readonly layer?: Layer;
  readonly needs?: readonly Need[];
  readonly alone?: boolean;
  readonly title: string;
}

export interface ServerCheck extends Definition {
  readonly run: (context: CheckContext) => void | Promise<void>;
}

interface CheckOfSome<Place, Looked> extends Definition {
  readonly applies?: (place: Place) => boolean;
  readonly run: (context: CheckContext, looked: Looked) => void | Promise<void>;
}

export type CollectionCheck = CheckOfSome<AnyCollectionContract, Subject>;

type Rules = readonly RuleId[];

interface CheckedSubject {
  /** `server`, the name of a collection, or an operation. */
  readonly subject: string;
  readonly collection: CollectionName | null;
  run(context: CheckContext): Promise<void>;
}

interface ScopedCheck extends Definition {
  readonly rules: Rules;
  readonly scope: 'server' | 'collection' | 'operation';
  readonly subjects: readonly CheckedSubject[];
}

/** Checks by their permanent ids, which reports, baselines and people refer to. */
export type Checks = Readonly<Record<string, ScopedCheck>>;

export interface Check extends ScopedCheck {
  readonly id: string;
  readonly family: Family;
}

export function inFamily(family: Family, checks: Checks): Check[] {
  return Object.entries(checks).map(([id, check]) => ({ ...check, id, family }));
}

export function onServer(rules: Rules, { run, ...check }: ServerCheck): ScopedCheck {
  const server = { subject: 'server', collection: null, run: async (context: CheckContext) => run(context) };
  return { ...check, rules, scope: 'server', subjects: [server] };
}

export function onCollections(rules: Rules, { run, applies = () => true, ...check }: CollectionCheck): ScopedCheck {
  const subjects = collections.filter(applies).map(({ name }) => ({
    ...{ subject: name, collection: name },
    run: async (context: CheckContext) => run(context, context.subject(name)),
  }));
  return { ...check, rules, scope: 'collection', subjects };
}

export function onOperations(
  rules: Rules,
  { run, applies = () => true, ...check }: CheckOfSome<Operation, Operation>,
): ScopedCheck {
  const subjects = operations.filter(applies).map((operation) => ({
    ...{ subject: operationName(operation), collection: operation.contract.name },
    run: async (context: CheckContext) => run(context, operation),
  }));
  return { ...check, rules, scope: 'operation', subjects };
}

export const otherTokens = ['second', 'limited', 'writing', 'revoked', 'expired', 'quota'] as const;
type OtherToken = (typeof otherTokens)[number];

export interface Given extends Readonly<Partial<Record<`${OtherToken}Token`, string>>> {
  readonly token: string;
  readonly allowWrites?: boolean;
  readonly allowBurst?: boolean;
  /** The random script of a replay. */
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
  readonly trace = new Trace();
  requests = 0;
  /** The number of pairs of a form and a place that this check covered. */
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
    this.trace.add(exchange, ask);
    this.exchanges.push(exchange);
    if (this.exchanges.length > 4) this.exchanges.shift();
    return exchange;
  }

  seenBy(watch: string): Sighting | undefined {
    return this.run.watches.sightings.get(watch);
  }

  callClient<Result>(work: (client: Client) => PromiseLike<Result>): Promise<ClientCall<Result>> {
    return this.run.client.call((ask) => this.send(ask), work);
  }

  get(path: string, ask: Omit<Ask, 'path'> = {}): Promise<Exchange> {
    return this.send({ ...ask, path });
  }

  subject(name: CollectionName): Subject {
    return toSubject(this.need(this.snapshot.get(name), `no snapshot of ${name}`));
  }

  /**
   * The path of an operation, with the id of the first row; if there is none, or the operation writes, with an
   * unknown id.
   */
  pathOf(operation: Operation): string {
    const row = operation.kind === 'get' ? this.subject(operation.contract.name).rows[0] : undefined;
    return operationPath(operation, row && readId(row));
  }

  /** Continues only if the data can show a violation. */
  need<Value>(value: Value | null | undefined | false, reason: string): Value {
    if (value === null || value === undefined || value === false) throw new Inconclusive(reason);
    return value;
  }

  unsupported(reason: string): never {
    throw new Unsupported(reason);
  }
}
