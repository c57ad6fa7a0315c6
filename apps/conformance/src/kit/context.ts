import type { Client } from '@resource-catalogue/client';
import type { CollectionName } from '@resource-catalogue/contracts';
import { readId } from '../json.js';
import type { Snapshot } from '../snapshot.js';
import type { RequestSpec, Exchange } from '../target/exchange.js';
import { type ClientCall, type ClientFactory, RecordedClient } from '../target/recorded-client.js';
import type { Target } from '../target/target.js';
import { Random } from './random.js';
import { type Operation, operationPath, type Subject, toSubject } from './subject.js';
import { Trace } from './trace.js';
import { type Evidence, Inconclusive, Unsupported, Violation } from './violation.js';
import type { Sightings } from './watches.js';

export const otherTokens = ['second', 'limited', 'writing', 'revoked', 'expired', 'quota'] as const;
export type OtherToken = (typeof otherTokens)[number];

export interface OperatorOptions extends Readonly<Partial<Record<`${OtherToken}Token`, string>>> {
  readonly token: string;
  readonly allowWrites?: boolean;
  readonly allowBurst?: boolean;
}

interface RunContext {
  readonly target: Target;
  readonly snapshot: Snapshot;
  readonly given: OperatorOptions;
  readonly sightings: Sightings;
  readonly createClient?: ClientFactory | undefined;
}

const maxFailures = 20;

export class CheckContext {
  readonly random: Random;
  readonly target: Target;
  readonly snapshot: Snapshot;
  readonly given: OperatorOptions;
  readonly trace = new Trace();
  requests = 0;
  private readonly client: RecordedClient;

  constructor(
    private readonly run: RunContext,
    seed: string,
  ) {
    this.target = run.target;
    this.snapshot = run.snapshot;
    this.given = run.given;
    this.random = new Random(seed);
    this.client = new RecordedClient(run.target, (spec) => this.send(spec), run.createClient);
  }

  async send(spec: RequestSpec): Promise<Exchange> {
    this.requests += 1;
    const exchange = await this.target.send(spec);
    this.trace.add(exchange, spec);
    return exchange;
  }

  get exchanges(): readonly Exchange[] {
    return this.trace.last(4);
  }

  seenBy(watch: string): ReturnType<Sightings['get']> {
    return this.run.sightings.get(watch);
  }

  callClient<Result>(work: (client: Client) => PromiseLike<Result>): Promise<ClientCall<Result>> {
    return this.client.call(work);
  }

  get(path: string, spec: Omit<RequestSpec, 'path'> = {}): Promise<Exchange> {
    return this.send({ ...spec, path });
  }

  subject(name: CollectionName): Subject {
    return toSubject(this.need(this.snapshot.get(name), `no snapshot of ${name}`));
  }

  get subjects(): Subject[] {
    return [...this.snapshot.values()].map(toSubject);
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

  /** Tries every case, and ends the check with the failures of all of them. */
  async each<Case>(cases: Iterable<Case>, attempt: (one: Case) => void | Promise<void>): Promise<void> {
    const failures: Evidence[] = [];
    for (const one of cases) {
      try {
        await attempt(one);
      } catch (error) {
        if (error instanceof Violation) failures.push(error.evidence, ...(error.evidence.more ?? []));
        else if (!(error instanceof Inconclusive) || failures.length === 0) throw error;
      }
    }
    const [first, ...others] = failures;
    if (first) throw new Violation({ ...first, more: others.slice(0, maxFailures) });
  }

  unsupported(reason: string): never {
    throw new Unsupported(reason);
  }
}
