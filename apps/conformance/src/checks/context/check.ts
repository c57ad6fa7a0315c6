import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { RuleId } from '../../rules/requirements.js';
import type { Operation } from './operations.js';
import type { Subject } from './subject.js';
import type { CheckContext, OtherToken } from './check-context.js';

/** Who has to keep a rule: every server of the interface, or one that made the same decisions as ours. */
export type Layer = 'seed' | 'ours';

export type Need = 'writes' | 'burst' | `${OtherToken}-token`;

/** The families of checks, and about how many requests one check sends on one subject of the demonstration catalogue. */
export const requestsOf = {
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

export type Family = keyof typeof requestsOf;

export const isFamily = (name: string): name is Family => Object.hasOwn(requestsOf, name);

export const families: readonly Family[] = Object.keys(requestsOf).filter(isFamily);

interface Definition {
  /** `ours` unless said otherwise. */
  readonly layer?: Layer;
  readonly needs?: readonly Need[];
  readonly alone?: boolean;
  readonly title: string;
}

export interface ServerCheck extends Definition {
  run(context: CheckContext): void | Promise<void>;
}

export interface CollectionCheck extends Definition {
  applies?(contract: AnyCollectionContract): boolean;
  run(context: CheckContext, subject: Subject): void | Promise<void>;
}

interface OperationCheck extends Definition {
  applies?(operation: Operation): boolean;
  run(context: CheckContext, operation: Operation): void | Promise<void>;
}

type Rules = readonly RuleId[];

type ScopedCheck = { readonly rules: Rules } & (
  | ({ readonly scope: 'server' } & ServerCheck)
  | ({ readonly scope: 'collection' } & CollectionCheck)
  | ({ readonly scope: 'operation' } & OperationCheck)
);

/** Checks by their ids, which never change: reports, baselines and people refer to them. */
export type Checks = Readonly<Record<string, ScopedCheck>>;

export type Check = ScopedCheck & { readonly id: string; readonly family: Family };

export function inFamily(family: Family, checks: Checks): Check[] {
  return Object.entries(checks).map(([id, check]) => ({ ...check, id, family }));
}

export function onServer(rules: Rules, check: ServerCheck): ScopedCheck {
  return { ...check, rules, scope: 'server' };
}

export function onCollections(rules: Rules, check: CollectionCheck): ScopedCheck {
  return { ...check, rules, scope: 'collection' };
}

export function onOperations(rules: Rules, check: OperationCheck): ScopedCheck {
  return { ...check, rules, scope: 'operation' };
}
