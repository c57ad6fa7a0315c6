import { defaultLimit, type FilterField, maximumLimit } from '@resource-catalogue/contracts';
import { typedKeys } from '../json.js';
import type { Condition } from '../oracle.js';
import { listValues, unusedValue } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { isSoftDeletable, rangeFilters, setFilters, type Subject } from '../kit/subject.js';
import { scaleOf } from '../scale.js';
import type { Factors } from '../kit/pairwise.js';

// Ways to write the same text in a query (FILT-11). The input is already percent-encoded where necessary.

type Write = (text: string) => string;

export const encodedInSmall: Write = (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&');

const everyByteEncoded: Write = (text) => encodedInSmall(text).toUpperCase();

const asItIs: Write = (text) => text;

/** Writes the brackets of a name, and the parts between them, each in a given way. */
const written =
  (opening: string, closing: string, others: Write = asItIs): Write =>
  (name) =>
    name.replace(/\[|\]|[^[\]]+/g, (part) => (part === '[' ? opening : part === ']' ? closing : others(part)));

export const names = {
  plain: asItIs,
  encoded: written('%5B', '%5D'),
  'lower-case hexadecimals': written('%5b', '%5d'),
  'half encoded': (name: string) => name.replace('][', '%5D%5b'),
  'encoded in both cases': written('%5B', '%5d'),
  'letters encoded': everyByteEncoded,
  'letters in lower-case hexadecimals': written('%5B', '%5D', encodedInSmall),
  'brackets in lower-case hexadecimals, letters encoded': written('%5b', '%5d', everyByteEncoded),
  'everything in lower-case hexadecimals': encodedInSmall,
  // Encodes only the first letter of `filters`.
  'only letters encoded': (name: string) =>
    written('[', ']', everyByteEncoded)(name).replace(everyByteEncoded('ilters'), 'ilters'),
  'only letters in lower-case hexadecimals': written('[', ']', encodedInSmall),
} as const;

const otherNames = {
  plain: asItIs,
  encoded: everyByteEncoded,
  'lower-case hexadecimals': encodedInSmall,
} as const;

export const values = {
  plain: (value: string) => encodeURIComponent(value).replaceAll('%3A', ':'),
  encoded: encodeURIComponent,
  'lower-case hexadecimals': (value: string) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  'letters encoded': everyByteEncoded,
} as const;

/** The ways to request a page size, and the resulting limit (PAGE-2). */
export const limits = {
  none: { query: '', max: defaultLimit },
  small: { query: 'limit=2', max: 2 },
  large: { query: 'limit=40', max: 40 },
  'above the maximum': { query: 'limit=1000', max: maximumLimit },
  encoded: { query: '%6Cimit=%34%30', max: 40 },
} as const;

/** The orders of a filter and the other parameters, so that each of them directly follows it in one. */
const positions = {
  first: ['own', 'neighbours', 'sort', 'limit', 'cursor'],
  'after its neighbours': ['neighbours', 'own', 'sort', 'limit', 'cursor'],
  'after the sort': ['sort', 'own', 'limit', 'cursor', 'neighbours'],
  'after the limit': ['limit', 'own', 'cursor', 'sort', 'neighbours'],
  'after the cursor': ['cursor', 'sort', 'own', 'neighbours', 'limit'],
  'after the page': ['sort', 'limit', 'cursor', 'own', 'neighbours'],
  last: ['neighbours', 'cursor', 'limit', 'sort', 'own'],
} as const;

type Part = (own: readonly string[], following: readonly string[]) => readonly string[];

/** The arrangements of the parameters of one filter relative to those that follow its first one. */
const partings = {
  together: (own, following) => [...own, ...following],
  'one between': ([first = '', ...own], following) => [first, ...following.slice(0, 1), ...own, ...following.slice(1)],
  'all others between': ([first = '', ...own], following) => [first, ...following, ...own],
  'each by itself': (own, following) => [
    ...own.flatMap((one, place) => [one, ...following.slice(place, place + 1)]),
    ...following.slice(own.length),
  ],
} as const satisfies Readonly<Record<string, Part>>;

const emptyPairs = {
  none: (query: string) => query,
  'at the beginning': (query: string) => `&${query}`,
  'at the end': (query: string) => `${query}&`,
  everywhere: (query: string) => query.replaceAll('&', '&&'),
} as const;

export const askings = {
  plainly: { headers: {}, head: false },
  'as a client does': { headers: { Accept: 'application/json' }, head: false },
  compressed: { headers: { 'Accept-Encoding': 'gzip' }, head: false },
  'again with HEAD': { headers: {}, head: true },
} as const;

const pages = ['first', 'after a cursor', 'after its own link'] as const;

/** The surroundings of a filter in the query of a list, and the way to request it. */
export interface ListPlace {
  readonly name: keyof typeof names;
  /** The sort with its direction; null for the default order (SORT-1). */
  readonly sort: string | null;
  readonly limit: keyof typeof limits;
  readonly page: (typeof pages)[number];
  readonly neighbour: 'none' | 'a set' | 'a range' | 'a set and a range' | 'its own field' | 'soft_deleted';
  readonly position: keyof typeof positions;
  readonly parting: keyof typeof partings;
  readonly emptyPair: keyof typeof emptyPairs;
  readonly otherName: keyof typeof otherNames;
  readonly asked: keyof typeof askings;
  /** Among some rows, the filter is combined with their ids; among all rows, it may be alone. */
  readonly among: 'some rows' | 'all rows';
}

/** The minimum number of rows that a page shows; of longer lists, only some rows are tested. */
const manyRows = 1000;

/** The places of a collection; only a filter with several parameters can be interleaved. */
export function listPlaces(subject: Subject, hasParts: boolean): Factors<ListPlace> {
  return {
    name: typedKeys(names),
    sort: [null, ...subject.contract.sorts.flatMap((field) => [field, `-${field}`])],
    limit: typedKeys(limits),
    page: pages,
    neighbour: [
      ...(['none', 'a set', 'a range', 'a set and a range', 'its own field'] as const),
      ...(isSoftDeletable(subject.contract) ? ['soft_deleted' as const] : []),
    ],
    position: typedKeys(positions),
    parting: hasParts ? typedKeys(partings) : ['together'],
    emptyPair: typedKeys(emptyPairs),
    otherName: typedKeys(otherNames),
    asked: typedKeys(askings),
    among: subject.complete && subject.rows.length <= manyRows ? ['some rows', 'all rows'] : ['some rows'],
  };
}

/** Only a small limit leaves rows after a link, and a filter cannot follow an absent parameter (LIST-4). */
export const isPlace = ({ page, limit, sort, position }: Partial<ListPlace>): boolean =>
  (page !== 'after its own link' || limit === undefined || limit === 'small') &&
  (position !== 'after the sort' || sort !== null) &&
  (position !== 'after the limit' || limit !== 'none') &&
  (position !== 'after the cursor' || page === undefined || page === 'after a cursor');

/** The query of a filter in its place among its neighbours, given as parameters. */
export function queryIn(
  where: ListPlace,
  own: readonly string[],
  neighbours: readonly string[],
  cursor: string | null,
): string {
  const others = {
    own: [],
    neighbours,
    sort: where.sort === null ? [] : [`sort=${where.sort}`],
    limit: where.limit === 'none' ? [] : [limits[where.limit].query],
    cursor: cursor === null ? [] : [`cursor=${cursor}`],
  };
  const order: readonly (keyof typeof others)[] = positions[where.position];
  const sent = (part: keyof typeof others): readonly string[] =>
    others[part].map((parameter) => withName(parameter, otherNames[where.otherName]));
  const place = order.indexOf('own');
  const before = order.slice(0, place).flatMap(sent);
  const following = order.slice(place).flatMap(sent);
  // After the last parameter nothing can follow.
  const isLast = following.length === 0 && where.parting !== 'together';
  const parted = partings[where.parting](own, isLast ? before.slice(-1) : following);
  return emptyPairs[where.emptyPair]([...(isLast ? before.slice(0, -1) : before), ...parted].join('&'));
}

/** Writes the name of a parameter in this way; an already encoded name stays as it is. */
const withName = (parameter: string, write: (name: string) => string): string => {
  const [name = '', ...value] = parameter.split('=');
  return name.includes('%') ? parameter : [write(name), ...value].join('=');
};

/** Conditions on other fields, or other conditions on the same field, that most rows meet. */
export function findNeighbours(
  { random }: CheckContext,
  subject: Subject,
  { neighbour }: ListPlace,
  own: Condition,
): Condition[] {
  const pick = (fields: readonly FilterField[]): FilterField[] =>
    random.sample(
      fields.filter(({ field }) => field !== own.field && field !== 'id'),
      1,
    );
  const range = (): Condition[] =>
    pick(rangeFilters(subject)).flatMap(({ field, kind }) => {
      const scale = scaleOf(kind);
      return scale === null ? [] : [{ field, operator: 'gte', values: [scale.lowest] }];
    });
  const set = (): Condition[] =>
    pick(setFilters(subject)).flatMap(({ field }) => {
      const values = listValues(subject, field).slice(-1);
      return values.length === 0 ? [] : [{ field, operator: 'not_in', values }];
    });
  if (neighbour === 'soft_deleted') return [{ field: 'soft_deleted', operator: 'eq', values: ['false'] }];
  if (neighbour === 'its own field') return ofItsOwnField(subject, own);
  return [...(neighbour.startsWith('a set') ? set() : []), ...(neighbour.endsWith('a range') ? range() : [])];
}

function ofItsOwnField(subject: Subject, { field, operator }: Condition): Condition[] {
  const filter = subject.filters.find((one) => one.field === field);
  const scale = filter ? scaleOf(filter.kind) : null;
  if (scale) {
    return operator === 'lt' || operator === 'lte'
      ? [{ field, operator: 'gt', values: [scale.lowest] }]
      : [{ field, operator: 'lt', values: [scale.highest] }];
  }
  // A `not_in` is combined with a set of ids; for a filter by id, that is the same field.
  const unused = filter && operator === 'in' ? unusedValue(filter, listValues(subject, field)) : undefined;
  return unused === undefined ? [] : [{ field, operator: 'not_in', values: [unused] }];
}
