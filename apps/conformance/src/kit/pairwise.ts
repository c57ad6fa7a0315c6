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

/** The maximum number of cases: each later one would add only a pair or two, with a value of the longest factors. */
export const maxCases = 60;

/**
 * Cases that together contain every possible pair of values of different factors: a fault rarely needs more than two
 * circumstances, and nine factors have a million combinations. `possible` tells whether two values can be combined.
 */
export function pairwise<Case extends object>(
  { random }: Pick<CheckContext, 'random'>,
  factors: Factors<Case>,
  possible: (two: Partial<Case>) => boolean = () => true,
): Case[] {
  const levels = listLevels(factors);
  if (levels.some((values) => values.length === 0)) return [];
  // Values of all factors make a complete case, of two factors a partial one.
  const caseOf = (chosen: readonly Level[]): Case =>
    Object.fromEntries(chosen.map(({ name, value }) => [name, value])) as Case;
  const pairs = listPairs(levels.flat()).filter((pair) => possible(caseOf(pair)));
  const known = new Set(pairs.map(pairKey));
  const missing = new Set(known);
  const countPairs = (pair: Pair): number =>
    pair.reduce((product, { factor }) => product * (levels[factor]?.length ?? 0), 1);
  // Pairs of the shortest factors come first, so that all are covered; each seed omits other pairs of the longest.
  const ordered = random.sample(pairs, pairs.length).sort((one, other) => countPairs(one) - countPairs(other));
  const cases: Case[] = [];
  for (const pair of ordered) {
    if (cases.length === maxCases || !missing.has(pairKey(pair))) continue;
    const chosen = complete(pair, levels, { known, missing }, random);
    for (const key of listPairs(chosen).map(pairKey)) missing.delete(key);
    cases.push(caseOf(chosen));
  }
  return cases;
}

function listLevels(factors: object): Level[][] {
  let number = 0;
  return Object.entries(factors).map(([name, values]: [string, readonly unknown[]], factor) =>
    values.map((value) => ({ factor, name, value, number: number++ })),
  );
}

type Pair = readonly [Level, Level];

const listPairs = (levels: readonly Level[]): Pair[] =>
  levels.flatMap((one) => levels.flatMap((other): Pair[] => (one.factor < other.factor ? [[one, other]] : [])));

type Keys = Readonly<Record<'known' | 'missing', ReadonlySet<number>>>;

/** The number of missing pairs that a value adds; -1 if it cannot be combined with a chosen one. */
function countGain(value: Level, chosen: readonly Level[], { known, missing }: Keys): number {
  const keys = chosen.map((other) => pairKey([value, other]));
  return keys.every((key) => known.has(key)) ? keys.filter((key) => missing.has(key)).length : -1;
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
      throw new Error('Two values can be combined, but no value of a third factor fits both.');
    chosen.push(best.value);
  }
  return chosen.sort((one, other) => one.factor - other.factor);
}

/** A pair in any order; all factors have different numbers of values. */
const pairKey = ([{ number: one }, { number: other }]: Pair): number =>
  one < other ? one * 10_000 + other : other * 10_000 + one;
