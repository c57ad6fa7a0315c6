import type { Behaviour, Dataset } from '@resource-catalogue/reference-server';
import type { Family } from '../src/kit/families.js';

/** The kinds of mistakes, and the families of checks that must find them; other families do so only by accident. */
export const familyRules = {
  envelope: ['envelope'],
  paging: ['paging', 'concurrency'],
  limit: ['paging', 'negatives'],
  sort: ['sort'],
  'set-filter': ['sets', 'negatives'],
  range: ['ranges', 'negatives'],
  reference: ['references', 'schema'],
  shape: ['schema', 'references'],
  get: ['get'],
  auth: ['auth'],
  errors: ['errors'],
  http: ['http'],
  rate: ['limits'],
  write: ['writes'],
  idempotency: ['writes'],
  concurrency: ['concurrency', 'writes'],
  markdown: ['writes'],
  hostile: ['hostile', 'negatives'],
  forms: ['forms'],
} as const satisfies Readonly<Record<string, readonly Family[]>>;

export type MutantFamily = keyof typeof familyRules;

export type Change = Partial<Behaviour>;

export interface Mutant<Id extends string = string> {
  /** The permanent id: family and name. */
  readonly id: Id;
  readonly family: MutantFamily;
  /** The broken rule of docs/interface.md, or its section if it has no id. */
  readonly rule: string;
  readonly summary: string;
  readonly behaviour: (dataset: Dataset) => Change;
}

/**
 * `name: mistake`, and the change that causes it: a function, called once per server, if it has state or depends on the
 * data.
 */
type Changes = Record<`${string}: ${string}`, Change | ((dataset: Dataset) => Change)>;

type NameOf<Key> = Key extends `${infer Name}: ${string}` ? Name : never;
type KeysOf<Rule> = Rule extends unknown ? keyof Rule : never;

export function makeMutants<Of extends MutantFamily, Rules extends Readonly<Record<string, Changes>>>(
  family: Of,
  rules: Rules,
): readonly Mutant<`${Of}-${NameOf<KeysOf<Rules[keyof Rules]>>}`>[];
export function makeMutants(family: MutantFamily, rules: Readonly<Record<string, Changes>>): readonly Mutant[] {
  return Object.entries(rules).flatMap(([rule, changes]) =>
    Object.entries(changes).map(([said, change]) => {
      const [name = '', summary = ''] = said.split(/: (.*)/);
      const behaviour = typeof change === 'function' ? change : () => change;
      return { id: `${family}-${name}`, family, rule, summary, behaviour };
    }),
  );
}
