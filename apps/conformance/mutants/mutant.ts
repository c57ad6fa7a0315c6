import type { Behaviour, Dataset } from '@resource-catalogue/reference-server';

/** What kind of mistake a mutant is, and which checks should catch it. */
export const mutantFamilies = [
  'envelope',
  'paging',
  'limit',
  'sort',
  'set-filter',
  'range',
  'reference',
  'shape',
  'get',
  'auth',
  'errors',
  'http',
  'rate',
  'write',
  'idempotency',
  'concurrency',
  'markdown',
  'hostile',
  'forms',
] as const;

export type MutantFamily = (typeof mutantFamilies)[number];

/** What a mutant does otherwise; made once for each server, so that it may keep a state of its own. */
type Change = Partial<Behaviour> | ((dataset: Dataset) => Partial<Behaviour>);

/** One way to be wrong. */
export interface Mutant<Id extends MutantName = MutantName> {
  /** Permanent; begins with the family. */
  readonly id: Id;
  readonly family: MutantFamily;
  /** The rule of docs/interface.md that it breaks; what has no id is named by its section. */
  readonly rule: string;
  readonly summary: string;
  readonly behaviour: (dataset: Dataset) => Partial<Behaviour>;
}

type MutantName = `${MutantFamily}-${string}`;

/** Makes the mutants of a family as data: a name, the rule that it breaks, how, and the part of the behaviour replaced. */
export const mutantOf =
  <const Family extends MutantFamily>(family: Family) =>
  <const Name extends string>(
    name: Name,
    rule: string,
    summary: string,
    change: Change,
  ): Mutant<`${Family}-${Name}`> => ({
    id: `${family}-${name}`,
    family,
    rule,
    summary,
    behaviour: typeof change === 'function' ? change : () => change,
  });
