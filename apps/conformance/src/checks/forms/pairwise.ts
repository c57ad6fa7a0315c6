import type { Random } from '../context/random.js';

/** The values that each property of a case may have. */
export type Factors<Case extends object> = { readonly [Name in keyof Case]: readonly Case[Name][] };

/** The names in a table, as values of a factor. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] => Object.keys(table) as Key[];

/** A value of a factor: the number of the factor, and its own. */
type Level = readonly [factor: number, value: number];

/** How often a pair is completed anew where its case shows nothing, and how often that may be in all: data may be poor. */
const mostTries = 10;
const mostInVain = 1000;

/**
 * Cases in which every two values of different factors stand together at least once, if they can: a fault hardly ever
 * needs more than two circumstances, and all combinations of nine factors would be a million. `possible` says of two values
 * whether they go together, and `tells` of a whole case whether the data can show anything by it: one that cannot covers
 * none of its pairs. There may be several, the strictest first: the pairs that no case tells by it are looked for by the
 * next one.
 */
export function pairwise<Case extends object>(
  factors: Factors<Case>,
  random: Random,
  possible: (two: Partial<Case>) => boolean = () => true,
  tells: readonly ((one: Case) => boolean)[] = [() => true],
): Case[] {
  const entries: readonly (readonly [name: string, values: readonly unknown[]])[] = Object.entries(factors);
  // Of every factor one value, so it is a case; of two factors, a part of one.
  const caseOf = (levels: readonly Level[]): Case =>
    Object.fromEntries(levels.map(([factor, value]) => [entries[factor]?.[0], entries[factor]?.[1][value]])) as Case;
  const levels = entries.map(([, values], factor) => values.map((_, value): Level => [factor, value]));
  if (levels.some((values) => values.length === 0)) return [];
  const pairs = new Pairs(levels, (one, other) => possible(caseOf([one, other])));
  return tells.flatMap((tellsThis) => {
    const found = casesThatTell(pairs, random, (chosen) => tellsThis(caseOf(chosen)));
    pairs.takeBack();
    return found.map(caseOf);
  });
}

/** Covers what can be covered by cases that tell something, and sets aside the pairs that cannot. */
function casesThatTell(
  pairs: Pairs,
  random: Random,
  tells: (chosen: readonly Level[]) => boolean,
): (readonly Level[])[] {
  const cases: (readonly Level[])[] = [];
  let inVain = 0;
  for (let pair = pairs.next(); pair && inVain < mostInVain + cases.length; pair = pairs.next()) {
    for (let tries = 0; tries < mostTries && pairs.isMissing(pair); tries += 1) {
      const chosen = pairs.complete(pair, random);
      if (tells(chosen)) {
        cases.push(chosen);
        pairs.cover(chosen);
      } else inVain += 1;
    }
    pairs.setAside(pair);
  }
  return cases;
}

class Pairs {
  private readonly possible = new Set<number>();
  private readonly missing = new Map<number, readonly [Level, Level]>();
  private readonly aside = new Map<number, readonly [Level, Level]>();

  constructor(
    private readonly levels: readonly (readonly Level[])[],
    isPossible: (one: Level, other: Level) => boolean,
  ) {
    for (const one of levels.flat()) {
      for (const other of levels.slice(one[0] + 1).flat()) {
        if (isPossible(one, other)) this.missing.set(keyOf(one, other), [one, other]);
      }
    }
    for (const key of this.missing.keys()) this.possible.add(key);
  }

  next(): readonly [Level, Level] | undefined {
    return this.missing.values().next().value;
  }

  isMissing([one, other]: readonly [Level, Level]): boolean {
    return this.missing.has(keyOf(one, other));
  }

  cover(chosen: readonly Level[]): void {
    for (const one of chosen) {
      for (const other of chosen) {
        this.missing.delete(keyOf(one, other));
        this.aside.delete(keyOf(one, other));
      }
    }
  }

  /** Leaves out a pair that is still missing, so that no case is made for it. */
  setAside(pair: readonly [Level, Level]): void {
    const key = keyOf(...pair);
    if (this.missing.delete(key)) this.aside.set(key, pair);
  }

  takeBack(): void {
    for (const [key, pair] of this.aside) this.missing.set(key, pair);
    this.aside.clear();
  }

  /** Takes of every other factor, in any order, the value that brings the most missing pairs. */
  complete(pair: readonly [Level, Level], random: Random): readonly Level[] {
    const chosen: Level[] = [...pair];
    const others = this.levels.filter((_, factor) => pair.every(([taken]) => taken !== factor));
    for (const values of random.sample(others, others.length)) {
      let best: Level | null = null;
      let most = -1;
      for (const value of random.sample(values, values.length)) {
        const gain = this.gainOf(value, chosen);
        if (gain > most) [best, most] = [value, gain];
      }
      if (!best) throw new Error('Two values go together, but no value of a third factor goes with both.');
      chosen.push(best);
    }
    return chosen.sort(([one], [other]) => one - other);
  }

  /** How many pairs a value adds to those that were chosen; -1 where it does not go with one of them. */
  private gainOf(value: Level, chosen: readonly Level[]): number {
    let gain = 0;
    for (const other of chosen) {
      const key = keyOf(value, other);
      if (this.missing.has(key)) gain += 1;
      else if (!this.possible.has(key)) return -1;
    }
    return gain;
  }
}

/** No factor has as many values. */
const most = 10_000;

const numberOf = ([factor, value]: Level): number => factor * most + value;

function keyOf(one: Level, other: Level): number {
  const left = numberOf(one);
  const right = numberOf(other);
  return left < right ? left * most * most + right : right * most * most + left;
}

/** How many pairs of values of different factors stand together in the cases. */
export function pairsIn(cases: readonly object[]): number {
  const numbers = new Map<unknown, number>();
  const numberOf = (value: unknown): number => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  };
  const pairs = new Set<string>();
  for (const one of cases) {
    const values = Object.values(one).map((value, factor) => `${factor}:${numberOf(value)}`);
    values.forEach((value, factor) => values.slice(factor + 1).forEach((other) => pairs.add(`${value} ${other}`)));
  }
  return pairs.size;
}
