import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { RuleId } from '../registry/rule-ids.js';
import type { Operation } from './operations.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';

/** Who has to keep a rule: every server of the interface, or one that made the same decisions as ours. */
export type Layer = 'seed' | 'ours';

/** What an operator must give before a check can run. */
export type Need =
  'writes' | 'burst' | 'second-token' | 'limited-token' | 'revoked-token' | 'expired-token' | 'quota-token';

export const families = [
  'envelope',
  'schema',
  'paging',
  'sort',
  'sets',
  'ranges',
  'references',
  'get',
  'auth',
  'errors',
  'negatives',
  'hostile',
  'http',
  'limits',
  'scripts',
  'client',
  'writes',
  'concurrency',
  'model',
] as const;
export type Family = (typeof families)[number];

interface Definition {
  /** Never changes: reports, baselines and people refer to it. */
  readonly id: string;
  readonly rules: readonly RuleId[];
  /** `ours` unless said otherwise. */
  readonly layer?: Layer;
  readonly needs?: readonly Need[];
  /** Runs while nothing else does. */
  readonly alone?: boolean;
  readonly title: string;
}

/** A check of the server as a whole. */
export interface ServerCheck extends Definition {
  readonly scope: 'server';
  run(trial: Trial): Promise<void>;
}

/** A check of each collection, of those that it applies to. */
export interface CollectionCheck extends Definition {
  readonly scope: 'collection';
  applies?(contract: AnyCollectionContract): boolean;
  run(trial: Trial, subject: Subject): Promise<void>;
}

/** A check of each of the 36 operations, of those that it applies to. */
export interface OperationCheck extends Definition {
  readonly scope: 'operation';
  applies?(operation: Operation): boolean;
  run(trial: Trial, operation: Operation): Promise<void>;
}

export type Check = (ServerCheck | CollectionCheck | OperationCheck) & { readonly family: Family };

/** The checks of one family. */
export function inFamily(family: Family, checks: readonly (ServerCheck | CollectionCheck | OperationCheck)[]): Check[] {
  return checks.map((check) => ({ ...check, family }));
}

export const onServer = (check: Omit<ServerCheck, 'scope'>): ServerCheck => ({ ...check, scope: 'server' });
export const onCollections = (check: Omit<CollectionCheck, 'scope'>): CollectionCheck => ({
  ...check,
  scope: 'collection',
});
export const onOperations = (check: Omit<OperationCheck, 'scope'>): OperationCheck => ({
  ...check,
  scope: 'operation',
});
