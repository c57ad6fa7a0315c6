import { type AnyCollectionContract, type CollectionName, collections } from '@resource-catalogue/contracts';
import type { RuleId } from '../rules/requirements.js';
import type { CheckContext, OtherToken } from './context.js';
import type { Family } from './families.js';
import { operationName, type Operation, operations, type Subject } from './subject.js';

/** Rules of the layer `core` apply to every server; those of `extension` are decisions of this project. */
export type Layer = 'core' | 'extension';

export type Need = 'writes' | 'burst' | `${OtherToken}-token`;

interface Definition {
  readonly layer?: Layer;
  readonly needs?: readonly Need[];
  /** Whether the check runs without other requests of the first token. */
  readonly alone?: boolean;
  /** Whether it waits for windows of a quota only to add detail to another check; quick runs leave it out. */
  readonly waits?: boolean;
  readonly title: string;
}

interface CheckOf<Place, Looked extends readonly unknown[]> extends Definition {
  /** Limits the collections or operations. */
  readonly applies?: (place: Place) => boolean;
  readonly run: (context: CheckContext, ...looked: Looked) => void | Promise<void>;
}

export type ServerCheck = CheckOf<never, []>;
export type CollectionCheck = CheckOf<AnyCollectionContract, [subject: Subject]>;
type OperationCheck = CheckOf<Operation, [operation: Operation]>;

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

export const inFamily = (family: Family, checks: Checks): Check[] =>
  Object.entries(checks).map(([id, check]) => ({ ...check, id, family }));

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

export function onOperations(rules: Rules, { run, applies = () => true, ...check }: OperationCheck): ScopedCheck {
  const subjects = operations.filter(applies).map((operation) => ({
    ...{ subject: operationName(operation), collection: operation.contract.name },
    run: async (context: CheckContext) => run(context, operation),
  }));
  return { ...check, rules, scope: 'operation', subjects };
}
