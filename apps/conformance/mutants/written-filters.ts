import { type Behaviour, type Pair, soundBehaviour as sound, type Test } from '@resource-catalogue/reference-server';

// How mutants go wrong where a filter is written in one form and stands in one place.

/** A filter as it is written: its own parameters, and the whole query. */
export interface WrittenFilter {
  readonly field: string;
  readonly operator: string;
  readonly own: readonly Pair[];
  readonly query: readonly Pair[];
  /** The whole query as it was sent, empty pairs included. */
  readonly sent: string;
}

/** What is so of a filter: its form, or its place. */
export type Circumstance = (filter: WrittenFilter) => boolean;

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\]/;

function filtersOf(query: readonly Pair[], sent: string): WrittenFilter[] {
  const filters = new Map<string, WrittenFilter>();
  for (const pair of query) {
    const [name, field = '', operator = ''] = form.exec(pair.name) ?? [];
    if (name === undefined) continue;
    const own = [...(filters.get(name)?.own ?? []), pair];
    filters.set(name, { field, operator, own, query, sent });
  }
  return [...filters.values()];
}

/** Reads queries, and keeps of the last one the filters of which all this is so. */
function watching(circumstances: readonly Circumstance[]): Pick<Behaviour, 'pairsOf'> & {
  concerned(): readonly WrittenFilter[];
} {
  let concerned: readonly WrittenFilter[] = [];
  return {
    concerned: () => concerned,
    pairsOf: (rawQuery, contract) => {
      const query = sound.pairsOf(rawQuery, contract);
      concerned = filtersOf(query, rawQuery).filter((filter) => circumstances.every((isSo) => isSo(filter)));
      return query;
    },
  };
}

/** The filters of which all this is so are applied in another way; null for not at all. */
export function applying(
  circumstances: readonly Circumstance[],
  change: (test: Test) => Test | null,
): () => Pick<Behaviour, 'pairsOf' | 'testsOf'> {
  return () => {
    const { pairsOf, concerned } = watching(circumstances);
    return {
      pairsOf,
      testsOf: (tests) =>
        tests.flatMap((test) => {
          const operator = test.kind === 'flag' ? 'eq' : test.operator;
          const isOwn = concerned().some((one) => one.field === test.filter.field && one.operator === operator);
          return isOwn ? (change(test) ?? []) : [test];
        }),
    };
  };
}

/** The errors of filters of which all this is so are passed over. */
export function passingOver(circumstances: readonly Circumstance[]): () => Pick<Behaviour, 'pairsOf' | 'tolerates'> {
  return () => {
    const { pairsOf, concerned } = watching(circumstances);
    return { pairsOf, tolerates: ({ at }) => concerned().some(({ own }) => own.some(({ name }) => name === at)) };
  };
}

/** Rows beside filters of which all this is so have the opposite order. */
export function turningRound(
  circumstances: readonly Circumstance[],
): () => Pick<Behaviour, 'pairsOf' | 'comparePositions'> {
  return () => {
    const { pairsOf, concerned } = watching(circumstances);
    return {
      pairsOf,
      comparePositions: (one, other, sort, contract) =>
        (concerned().length > 0 ? -1 : 1) * sound.comparePositions(one, other, sort, contract),
    };
  };
}

// Forms and places.

export const valued =
  (pattern: RegExp): Circumstance =>
  ({ own }) =>
    own.some(({ value }) => pattern.test(value));

export const spelled =
  (pattern: RegExp): Circumstance =>
  ({ own }) =>
    own.some(({ raw }) => pattern.test(raw));

export const ofField =
  (pattern: RegExp): Circumstance =>
  ({ field }) =>
    pattern.test(field);

export const by =
  (...operators: readonly string[]): Circumstance =>
  ({ operator }) =>
    operators.includes(operator);

/** A parameter of the query beside the filter, such as `sort=-name`. */
export const beside =
  (pattern: RegExp): Circumstance =>
  ({ own, query }) =>
    query.some((pair) => !own.includes(pair) && pattern.test(`${pair.name}=${pair.value}`));

export const withoutAny =
  (name: string): Circumstance =>
  ({ query }) =>
    query.every((pair) => pair.name !== name);

export const last: Circumstance = ({ own, query }) => {
  const end = query.at(-1);
  return end !== undefined && own.includes(end);
};

export const repeated: Circumstance = ({ own }) => own.length > 1 && own.every(({ name }) => !name.endsWith('[]'));

export const mixed: Circumstance = ({ own }) => new Set(own.map(({ name }) => name)).size > 1;

const placesOf = ({ own, query }: WrittenFilter): number[] => own.map((pair) => query.indexOf(pair));

/** How often other parameters stand between those of the filter. */
const gapsOf = (filter: WrittenFilter): number => {
  const places = placesOf(filter);
  return places.filter((place, index) => index > 0 && place > (places[index - 1] ?? place) + 1).length;
};

/** The parameters of the filter do not follow on each other. */
export const apart: Circumstance = (filter) => gapsOf(filter) > 0;

export const scattered: Circumstance = (filter) => gapsOf(filter) > 1;

/** All of the filter comes later than the parameter of this name. */
export const behind =
  (name: string): Circumstance =>
  (filter) => {
    const place = filter.query.findIndex((pair) => pair.name === name);
    return place >= 0 && placesOf(filter).every((own) => own > place);
  };

/** The query has this, as it was sent. */
export const within =
  (pattern: RegExp): Circumstance =>
  ({ sent }) =>
    pattern.test(sent);

/** The name of the filter is written so. */
export const named =
  (pattern: RegExp): Circumstance =>
  ({ own }) =>
    own.some(({ raw }) => pattern.test(raw.replace(/=.*$/, '')));

export const withoutIds: Circumstance = ({ query }) => query.every(({ name }) => !name.startsWith('filters[id]'));

export const many =
  (least: number): Circumstance =>
  ({ own }) =>
    own.flatMap(({ value }) => value.split(',')).length >= least;

// What is done instead.

export const ignored = (): null => null;

export const later =
  (milliseconds: number) =>
  (test: Test): Test =>
    test.kind === 'range' ? { ...test, bound: test.bound + milliseconds } : test;

export const withoutOne = (test: Test): Test =>
  test.kind === 'set' ? { ...test, values: test.values.slice(1) } : test;

export const turnedRound = (test: Test): Test => {
  if (test.kind === 'flag') return { ...test, wanted: !test.wanted };
  return test.kind === 'set' ? { ...test, operator: test.operator === 'in' ? 'not_in' : 'in' } : test;
};
