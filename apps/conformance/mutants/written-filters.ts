import { type Pair, soundBehaviour as sound, type Test } from '@resource-catalogue/reference-server';
import type { Change } from './mutant.js';
import { knowing } from './requests.js';

// Faults in filters that are written in a certain form and have a certain place in the query.

/** A filter as written: its own parameters, and the whole query. */
interface WrittenFilter {
  readonly field: string;
  readonly operator: string;
  readonly own: readonly Pair[];
  readonly query: readonly Pair[];
  /** The whole query as sent, including empty pairs. */
  readonly sent: string;
}

/** A property of a filter: its form, or its place. */
type Circumstance = (filter: WrittenFilter) => boolean;

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\]/;

function parseFilters(query: readonly Pair[], sent: string): WrittenFilter[] {
  const filters = new Map<string, WrittenFilter>();
  for (const pair of query) {
    const [name, field = '', operator = ''] = form.exec(pair.name) ?? [];
    if (name === undefined) continue;
    const own = [...(filters.get(name)?.own ?? []), pair];
    filters.set(name, { field, operator, own, query, sent });
  }
  return [...filters.values()];
}

/** Makes a change that depends on the filters that meet all of these conditions. */
const watching = (where: readonly Circumstance[], change: (concerned: () => readonly WrittenFilter[]) => Change) =>
  knowing((query) =>
    change(() => parseFilters(query().pairs, query().sent).filter((filter) => where.every((isSo) => isSo(filter)))),
  );

/** Changes the filters that meet all of these conditions; null drops them. */
const applying = (where: readonly Circumstance[], change: (test: Test) => Test | null) =>
  watching(where, (concerned) => ({
    testsOf: (tests) =>
      tests.flatMap((test) => {
        const operator = test.kind === 'flag' ? 'eq' : test.operator;
        const isOwn = concerned().some((one) => one.field === test.filter.field && one.operator === operator);
        return isOwn ? (change(test) ?? []) : [test];
      }),
  }));

export const lost = (...where: readonly Circumstance[]) => applying(where, () => null);

/** Drops the first value of sets. */
export const lacking = (...where: readonly Circumstance[]) =>
  applying(where, (test) => (test.kind === 'set' ? { ...test, values: test.values.slice(1) } : test));

export const turned = (...where: readonly Circumstance[]) =>
  applying(where, (test) => {
    if (test.kind === 'flag') return { ...test, wanted: !test.wanted };
    return test.kind === 'set' ? { ...test, operator: test.operator === 'in' ? 'not_in' : 'in' } : test;
  });

/** Shifts times by this many milliseconds. */
export const later = (milliseconds: number, ...where: readonly Circumstance[]) =>
  applying(where, (test) => (test.kind === 'range' ? { ...test, bound: test.bound + milliseconds } : test));

/** Skips the errors of filters that meet all of these conditions. */
export const passedOver = (...where: readonly Circumstance[]) =>
  watching(where, (concerned) => ({
    tolerates: ({ at }) => concerned().some(({ own }) => own.some(({ name }) => name === at)),
  }));

/** Reverses the order of rows if a filter meets all of these conditions. */
export const backwards = (...where: readonly Circumstance[]) =>
  watching(where, (concerned) => ({
    comparePositions: (...of) => (concerned().length > 0 ? -1 : 1) * sound.comparePositions(...of),
  }));

// Forms of a filter.

const having =
  (isSo: (pair: Pair) => boolean): Circumstance =>
  ({ own }) =>
    own.some(isSo);

export const valued = (pattern: RegExp): Circumstance => having(({ value }) => pattern.test(value));

export const spelled = (pattern: RegExp): Circumstance => having(({ raw }) => pattern.test(raw));

/** The name of the filter, as sent, matches. */
export const named = (pattern: RegExp): Circumstance => having(({ raw }) => pattern.test(raw.replace(/=.*$/, '')));

export const ofField =
  (field: string): Circumstance =>
  (filter) =>
    filter.field === field;

export const by =
  (...operators: readonly string[]): Circumstance =>
  ({ operator }) =>
    operators.includes(operator);

export const repeated: Circumstance = ({ own }) => own.length > 1 && own.every(({ name }) => !name.endsWith('[]'));

export const mixed: Circumstance = ({ own }) => new Set(own.map(({ name }) => name)).size > 1;

export const many: Circumstance = ({ own }) => own.flatMap(({ value }) => value.split(',')).length > 50;

// Places in the query.

/** The query has another parameter that matches, such as `sort=-name`. */
export const beside =
  (pattern: RegExp): Circumstance =>
  ({ own, query }) =>
    query.some((pair) => !own.includes(pair) && pattern.test(`${pair.name}=${pair.value}`));

export const besideOwnField: Circumstance = ({ field, own, query }) =>
  query.some((pair) => !own.includes(pair) && pair.name.includes(`[${field}]`));

export const without =
  (name: string): Circumstance =>
  ({ query }) =>
    query.every((pair) => !pair.name.startsWith(name));

export const last: Circumstance = ({ own, query }) => own.some((pair) => pair === query.at(-1));

const findPlaces = ({ own, query }: WrittenFilter): number[] => own.map((pair) => query.indexOf(pair));

/** Other parameters separate those of the filter in at least this many places. */
export const apart =
  (least: number): Circumstance =>
  (filter) =>
    findPlaces(filter).filter((place, index, all) => index > 0 && place > (all[index - 1] ?? place) + 1).length >=
    least;

/** The whole filter comes after the parameter with this name. */
export const behind =
  (name: string): Circumstance =>
  (filter) => {
    const place = filter.query.findIndex((pair) => pair.name === name);
    return place >= 0 && findPlaces(filter).every((own) => own > place);
  };

/** The query, as sent, matches. */
export const within =
  (pattern: RegExp): Circumstance =>
  ({ sent }) =>
    pattern.test(sent);
