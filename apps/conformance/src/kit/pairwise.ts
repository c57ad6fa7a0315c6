import { grouped } from '../grouped.js';
import type { CheckContext } from './context.js';
import type { Random } from './random.js';

export type Factors<Case extends object> = { readonly [Name in keyof Case]: readonly Case[Name][] };

/** A case of these factors. */
export type CaseOf<All> = { readonly [Name in keyof All]: All[Name] extends readonly (infer Value)[] ? Value : never };

/** A value of a factor; its number is its row and its column among the pairs. */
interface Level {
  readonly factor: number;
  readonly name: string;
  readonly value: unknown;
  readonly number: number;
}

/** The maximum number of attempts per pair, and of inconclusive cases in all, because the data may be poor. */
const maxTries = 10;
const maxFutileTries = 1000;

/** The maximum number of cases: each later one would add only a pair or two, with a value of the longest factors. */
export const maxCases = 60;

/**
 * Cases that together contain every possible pair of values of different factors: a fault rarely needs more than two
 * circumstances, and nine factors have a million combinations. `possible` tells whether two values can be combined.
 * `tells` tells whether the data make a whole case conclusive; an inconclusive case covers none of its pairs.
 */
export function* eachCase<Case extends object>(
  context: Pick<CheckContext, 'random'>,
  factors: Factors<Case>,
  possible: (two: Partial<Case>) => boolean = () => true,
  tells: (one: Case) => boolean = () => true,
): Generator<Case, void> {
  const levels = listLevels(factors);
  if (levels.some((values) => values.length === 0)) return;
  // One value of every factor makes a case; of two factors, a part of one.
  const caseOf = (chosen: readonly Level[]): Case =>
    Object.fromEntries(chosen.map(({ name, value }) => [name, value])) as Case;
  const pairs = listPairs(levels.flat()).filter((pair) => possible(caseOf(pair)));
  const known = new Set(pairs.map(pairKey));
  const missing = new Set(known);
  let [found, futile] = [0, 0];
  const countPairs = (pair: Pair): number =>
    pair.reduce((product, { factor }) => product * (levels[factor]?.length ?? 0), 1);
  // Pairs of the shortest factors first, which occur in every collection; another seed leaves out others of the longest.
  const ordered = context.random.sample(pairs, pairs.length).sort((one, other) => countPairs(one) - countPairs(other));
  for (const pair of ordered) {
    if (futile >= maxFutileTries + found) break;
    for (let tries = 0; tries < maxTries && found < maxCases && missing.has(pairKey(pair)); tries += 1) {
      // Every other try is random, because the same greedy choice may be inconclusive each time.
      const wanted = tries % 2 === 0 ? missing : none;
      const chosen = complete(pair, levels, { known, missing: wanted }, context.random);
      const one = caseOf(chosen);
      if (tells(one)) {
        for (const key of listPairs(chosen).map(pairKey)) missing.delete(key);
        found += 1;
        yield one;
      } else futile += 1;
    }
    // A pair that no case tells is not tried again.
    missing.delete(pairKey(pair));
  }
}

const none: ReadonlySet<number> = new Set();

/** All cases at once. */
export const pairwise = <Case extends object>(...choices: Parameters<typeof eachCase<Case>>): Case[] => [
  ...eachCase<Case>(...choices),
];

function listLevels(factors: object): Level[][] {
  let number = 0;
  return Object.entries(factors).map(([name, values]: [string, readonly unknown[]], factor) =>
    values.map((value) => ({ factor, name, value, number: number++ })),
  );
}

type Pair = readonly [Level, Level];

const listPairs = (levels: readonly Level[]): Pair[] =>
  levels.flatMap((one) => levels.flatMap((other): Pair[] => (one.factor < other.factor ? [[one, other]] : [])));

/** The keys of all possible pairs, and of those not covered yet. */
type Keys = Readonly<Record<'known' | 'missing', ReadonlySet<number>>>;

/** The number of missing pairs that a value adds; -1 if it cannot be combined with a chosen one. */
function countGain(value: Level, chosen: readonly Level[], { known, missing }: Keys): number {
  let gain = 0;
  for (const other of chosen) {
    const key = pairKey([value, other]);
    if (!known.has(key)) return -1;
    if (missing.has(key)) gain += 1;
  }
  return gain;
}

/** Chooses for every other factor, in random order, the value that adds the most missing pairs. */
function complete(pair: Pair, levels: readonly (readonly Level[])[], keys: Keys, random: Random): readonly Level[] {
  const chosen: Level[] = [...pair];
  const others = levels.filter((_, factor) => pair.every((taken) => taken.factor !== factor));
  for (const values of random.sample(others, others.length)) {
    const gains = random
      .sample(values, values.length)
      .map((value) => ({ value, gain: countGain(value, chosen, keys) }));
    const [best] = gains.sort((one, other) => other.gain - one.gain);
    if (!best || best.gain < 0)
      throw new Error('Two values can be combined, but no value of a third factor can be combined with both.');
    chosen.push(best.value);
  }
  return chosen.sort((one, other) => one.factor - other.factor);
}

/** A pair in any order; all factors have different numbers of values. */
const pairKey = ([{ number: one }, { number: other }]: Pair): number =>
  one < other ? one * 10_000 + other : other * 10_000 + one;

/** Tests a case, and throws if the response differs from the oracle. */
export type Look = () => Promise<void>;

/** Tests cases that cover all pairs; `prepare` returns null if a case is inconclusive. */
export async function everyPair<Case extends object>(
  context: CheckContext,
  factors: Factors<Case>,
  possible: (two: Partial<Case>) => boolean,
  prepare: (one: Case) => Look | null,
): Promise<void> {
  const looks = new WeakMap<Case, Look>();
  const tells = (one: Case): boolean => {
    const look = prepare(one);
    if (look !== null) looks.set(one, look);
    return look !== null;
  };
  // Each case is sent before the next one is computed, so that the server works meanwhile.
  for (const one of eachCase(context, factors, possible, tells)) await looks.get(one)?.();
}

/** The maximum number of cases in one request. */
const maxBatch = 10;

/** Combines compatible cases of one group into one request; those without a group stay alone. */
export function batchCases<Case>(
  cases: readonly Case[],
  groupOf: (one: Case) => string | null,
  areCompatible: (one: Case, other: Case) => boolean,
): Case[][] {
  return [...grouped(cases, (one) => groupOf(one) ?? '')].flatMap(([group, own]) => {
    const requests: Case[][] = [];
    for (const one of own) {
      const isFree = (all: readonly Case[]): boolean =>
        group !== '' && all.length < maxBatch && all.every((other) => areCompatible(one, other));
      const request = requests.find(isFree);
      if (request) request.push(one);
      else requests.push([one]);
    }
    return requests;
  });
}
