import { defaultLimit, type FilterField, maximumLimit } from '@resource-catalogue/contracts';
import type { Condition } from '../../oracle.js';
import type { CheckContext } from '../context/check.js';
import { isSoftDeletable, rangeFilters, setFilters, type Subject } from '../context/subject.js';
import { unusedValue, valuesOf } from '../requests/data-points.js';
import { type Factors, keysOf } from './pairwise.js';

// FILT-11: ways to write the same text in a query. All of them are percent-encoded already, as far as they have to be.

type Write = (text: string) => string;

export const encodedInSmall: Write = (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&');

const everyByteEncoded: Write = (text) => encodedInSmall(text).toUpperCase();

const asItIs: Write = (text) => text;

/** The brackets of a name, one by one, and what stands between them, each written in its own way. */
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
  // Of `filters` the first letter alone.
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

/** PAGE-2: how the size of a page is asked for, and what it comes to. */
export const limits = {
  none: { query: '', most: defaultLimit },
  small: { query: 'limit=2', most: 2 },
  large: { query: 'limit=40', most: 40 },
  'above the most': { query: 'limit=1000', most: maximumLimit },
  encoded: { query: '%6Cimit=%34%30', most: 40 },
} as const;

/** Where a filter stands among the other parameters: each of them is the next one behind it somewhere. */
const positions = {
  first: ['own', 'neighbours', 'sort', 'limit', 'cursor'],
  'behind its neighbours': ['neighbours', 'own', 'sort', 'limit', 'cursor'],
  'behind the sort': ['sort', 'own', 'limit', 'cursor', 'neighbours'],
  'behind the limit': ['limit', 'own', 'cursor', 'sort', 'neighbours'],
  'behind the cursor': ['cursor', 'sort', 'own', 'neighbours', 'limit'],
  'behind the page': ['sort', 'limit', 'cursor', 'own', 'neighbours'],
  last: ['neighbours', 'cursor', 'limit', 'sort', 'own'],
} as const;

type Part = (own: readonly string[], behind: readonly string[]) => readonly string[];

/** How the parameters of one filter stand to each other, and to those that follow on the first of them. */
const partings = {
  together: (own, behind) => [...own, ...behind],
  'one between': ([first = '', ...own], behind) => [first, ...behind.slice(0, 1), ...own, ...behind.slice(1)],
  'all others between': ([first = '', ...own], behind) => [first, ...behind, ...own],
  'each by itself': (own, behind) => [
    ...own.flatMap((one, place) => [one, ...behind.slice(place, place + 1)]),
    ...behind.slice(own.length),
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
  'once more by its head': { headers: {}, head: true },
} as const;

const pages = ['first', 'behind a cursor', 'behind its own link'] as const;

/** What stands around a filter in the query of a list, and how the list is asked for. */
export interface ListPlace {
  readonly name: keyof typeof names;
  /** SORT-1: as it is asked for, with its direction; null for the default order. */
  readonly sort: string | null;
  readonly limit: keyof typeof limits;
  readonly page: (typeof pages)[number];
  readonly neighbour: 'none' | 'a set' | 'a range' | 'a set and a range' | 'its own field' | 'soft_deleted';
  readonly position: keyof typeof positions;
  readonly parting: keyof typeof partings;
  readonly emptyPair: keyof typeof emptyPairs;
  readonly otherName: keyof typeof otherNames;
  readonly asked: keyof typeof askings;
  /** Among some rows the filter stands beside their ids; among all it may stand alone. */
  readonly among: 'some rows' | 'all rows';
}

/** A page shows enough of the rows to judge by: of more than so many, some are looked at. */
const manyRows = 1000;

/** The places that a collection has; only what has several parameters can have others between them. */
export function placesOf(subject: Subject, hasParts: boolean): Factors<ListPlace> {
  return {
    name: keysOf(names),
    sort: [null, ...subject.contract.sorts.flatMap((field) => [field, `-${field}`])],
    limit: keysOf(limits),
    page: pages,
    neighbour: [
      ...(['none', 'a set', 'a range', 'a set and a range', 'its own field'] as const),
      ...(isSoftDeletable(subject.contract) ? ['soft_deleted' as const] : []),
    ],
    position: keysOf(positions),
    parting: hasParts ? keysOf(partings) : ['together'],
    emptyPair: keysOf(emptyPairs),
    otherName: keysOf(otherNames),
    asked: keysOf(askings),
    among: subject.complete && subject.rows.length <= manyRows ? ['some rows', 'all rows'] : ['some rows'],
  };
}

/** LIST-4: only a small limit leaves something behind a link, and nothing stands behind what is not there. */
export const isPlace = ({ page, limit, sort, position }: Partial<ListPlace>): boolean =>
  (page !== 'behind its own link' || limit === undefined || limit === 'small') &&
  (position !== 'behind the sort' || sort !== null) &&
  (position !== 'behind the limit' || limit !== 'none') &&
  (position !== 'behind the cursor' || page === undefined || page === 'behind a cursor');

/** The query of a filter and of its neighbours, which are given by their parameters, in its place. */
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
  const behind = order.slice(place).flatMap(sent);
  // Behind the last parameter nothing can stand between.
  const isLast = behind.length === 0 && where.parting !== 'together';
  const parted = partings[where.parting](own, isLast ? before.slice(-1) : behind);
  return emptyPairs[where.emptyPair]([...(isLast ? before.slice(0, -1) : before), ...parted].join('&'));
}

/** A parameter with its name written so; one that is encoded already stays as it is. */
const withName = (parameter: string, write: (name: string) => string): string => {
  const [name = '', ...value] = parameter.split('=');
  return name.includes('%') ? parameter : [write(name), ...value].join('=');
};

const early = '1980-01-01T00:00:00.000Z';
const late = '9990-01-01T00:00:00.000Z';

/** Conditions on other fields, or other ones on its own, that most rows meet. */
export function neighboursOf(
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
    pick(rangeFilters(subject)).map(({ field }) => ({ field, operator: 'gte', values: [early] }));
  const set = (): Condition[] =>
    pick(setFilters(subject)).flatMap(({ field }) => {
      const values = valuesOf(subject, field).slice(-1);
      return values.length === 0 ? [] : [{ field, operator: 'not_in', values }];
    });
  if (neighbour === 'soft_deleted') return [{ field: 'soft_deleted', operator: 'eq', values: ['false'] }];
  if (neighbour === 'its own field') return ofItsOwnField(subject, own);
  return [...(neighbour.startsWith('a set') ? set() : []), ...(neighbour.endsWith('a range') ? range() : [])];
}

function ofItsOwnField(subject: Subject, { field, operator }: Condition): Condition[] {
  if (operator === 'lt' || operator === 'lte') return [{ field, operator: 'gt', values: [early] }];
  if (operator === 'gt' || operator === 'gte') return [{ field, operator: 'lt', values: [late] }];
  // What is not in a set is asked for among the ids of a set: of an id, that is its own field.
  const filter = operator === 'in' ? subject.filters.find((one) => one.field === field) : undefined;
  const unused = filter && unusedValue(filter, valuesOf(subject, field));
  return unused === undefined ? [] : [{ field, operator: 'not_in', values: [unused] }];
}
