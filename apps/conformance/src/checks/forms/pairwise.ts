import { grouped } from '../../grouped.js';
import type { CheckContext } from '../context/check.js';
import type { Random } from '../context/random.js';

export type Factors<Case extends object> = { readonly [Name in keyof Case]: readonly Case[Name][] };

export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] => Object.keys(table) as Key[];

/** A value of a factor; its number is its row and its column among the pairs. */
interface Level {
  readonly factor: number;
  readonly name: string;
  readonly value: unknown;
  readonly number: number;
}

/** How often a pair is completed anew where its case shows nothing, and how often that may be in all: data may be poor. */
const mostTries = 10;
const mostInVain = 1000;

/**
 * Cases in which every two values of different factors stand together at least once, if they can: a fault hardly ever
 * needs more than two circumstances, and all combinations of nine factors would be a million. `possible` says of two values
 * whether they go together, and `tells` of a whole case whether the data can show anything by it: one that cannot covers
 * none of its pairs. There may be several, the strictest first: the pairs that no case tells by it are looked for by the
 * next one. Counts the pairs that the cases cover.
 */
export function* eachCase<Case extends object>(
  context: Pick<CheckContext, 'random' | 'pairs'>,
  factors: Factors<Case>,
  possible: (two: Partial<Case>) => boolean = () => true,
  tells: readonly ((one: Case) => boolean)[] = [() => true],
): Generator<Case, void> {
  const levels = levelsOf(factors);
  if (levels.some((values) => values.length === 0)) return;
  // Of every factor one value, so it is a case; of two factors, a part of one.
  const caseOf = (chosen: readonly Level[]): Case =>
    Object.fromEntries(chosen.map(({ name, value }) => [name, value])) as Case;
  const pairs = pairsOf(levels.flat()).filter((pair) => possible(caseOf(pair)));
  const known = new Set(pairs.map(keyOf));
  const covered = new Set<number>();
  for (const tellsThis of tells) {
    const missing = new Set([...known].filter((key) => !covered.has(key)));
    let [found, inVain] = [0, 0];
    for (const pair of pairs) {
      if (inVain >= mostInVain + found) break;
      for (let tries = 0; tries < mostTries && missing.has(keyOf(pair)); tries += 1) {
        const chosen = complete(pair, levels, { known, missing }, context.random);
        const one = caseOf(chosen);
        if (tellsThis(one)) {
          const before = covered.size;
          for (const key of pairsOf(chosen).map(keyOf)) {
            missing.delete(key);
            covered.add(key);
          }
          found += 1;
          context.pairs += covered.size - before;
          yield one;
        } else inVain += 1;
      }
      missing.delete(keyOf(pair));
    }
  }
}

/** All of these cases at once. */
export const pairwise = <Case extends object>(...choices: Parameters<typeof eachCase<Case>>): Case[] => [
  ...eachCase<Case>(...choices),
];

function levelsOf(factors: object): Level[][] {
  let number = 0;
  return Object.entries(factors).map(([name, values]: [string, readonly unknown[]], factor) =>
    values.map((value) => ({ factor, name, value, number: number++ })),
  );
}

type Pair = readonly [Level, Level];

const pairsOf = (levels: readonly Level[]): Pair[] =>
  levels.flatMap((one) => levels.flatMap((other): Pair[] => (one.factor < other.factor ? [[one, other]] : [])));

/** The keys of all pairs that are possible, and of those that no case has covered yet. */
type Keys = Readonly<Record<'known' | 'missing', ReadonlySet<number>>>;

/** How many missing pairs a value brings; -1 if it does not go with a chosen one. */
function gainOf(value: Level, chosen: readonly Level[], { known, missing }: Keys): number {
  let gain = 0;
  for (const other of chosen) {
    const key = keyOf([value, other]);
    if (!known.has(key)) return -1;
    if (missing.has(key)) gain += 1;
  }
  return gain;
}

/** Takes of every other factor, in any order, the value that brings the most missing pairs. */
function complete(pair: Pair, levels: readonly (readonly Level[])[], keys: Keys, random: Random): readonly Level[] {
  const chosen: Level[] = [...pair];
  const others = levels.filter((_, factor) => pair.every((taken) => taken.factor !== factor));
  for (const values of random.sample(others, others.length)) {
    const gains = random.sample(values, values.length).map((value) => ({ value, gain: gainOf(value, chosen, keys) }));
    const [best] = gains.sort((one, other) => other.gain - one.gain);
    if (!best || best.gain < 0)
      throw new Error('Two values go together, but no value of a third factor goes with both.');
    chosen.push(best.value);
  }
  return chosen.sort((one, other) => one.factor - other.factor);
}

/** A pair in any order; no factors have as many values. */
const keyOf = ([{ number: one }, { number: other }]: Pair): number =>
  one < other ? one * 10_000 + other : other * 10_000 + one;

/** Asks a case of the server, and fails where the answer is another than the oracle's. */
export type Look = () => Promise<void>;

/** Looks at cases that cover all pairs; `prepare` gives null where one shows nothing or, strictly, not all it might. */
export async function everyPair<Case extends object>(
  context: CheckContext,
  factors: Factors<Case>,
  possible: (two: Partial<Case>) => boolean,
  prepare: (one: Case, strictly: boolean) => Look | null,
): Promise<void> {
  const looks = new WeakMap<Case, Look>();
  const tells = [true, false].map((strictly) => (one: Case): boolean => {
    const look = prepare(one, strictly);
    if (look !== null) looks.set(one, look);
    return look !== null;
  });
  // Each case is asked before the next one is looked for: the server has work while this process computes.
  for (const one of eachCase(context, factors, possible, tells)) await looks.get(one)?.();
}

/** As many cases are sent in one request. */
const mostTogether = 10;

/** Puts cases of one group that all go with each other into one request; those without a group stay alone. */
export function together<Case>(
  cases: readonly Case[],
  groupOf: (one: Case) => string | null,
  goTogether: (one: Case, other: Case) => boolean,
): Case[][] {
  return [...grouped(cases, (one) => groupOf(one) ?? '')].flatMap(([group, own]) => {
    const requests: Case[][] = [];
    for (const one of own) {
      const isFree = (all: readonly Case[]): boolean =>
        group !== '' && all.length < mostTogether && all.every((other) => goTogether(one, other));
      const request = requests.find(isFree);
      if (request) request.push(one);
      else requests.push([one]);
    }
    return requests;
  });
}
