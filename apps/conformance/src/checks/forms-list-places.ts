import { defaultLimit, type FilterField, maximumLimit } from '@resource-catalogue/contracts';
import { readIds, type Row, typedKeys } from '../json.js';
import { type Condition, conditionQuery, described, expectedAnswer, matcher, questionQuery } from '../oracle.js';
import { askPage, askRawPage, expectShown } from '../kit/ask.js';
import type { CheckContext } from '../kit/context.js';
import { asItIs, encodedInSmall, everyByteEncoded, names } from '../kit/spellings.js';
import { violated } from '../kit/violation.js';
import { listValues, unusedValue } from '../kit/choose.js';
import type { Subject } from '../kit/subject.js';
import { scaleOf } from '../scale.js';
import type { Factors, Look } from '../kit/pairwise.js';

const otherNames = {
  plain: asItIs,
  encoded: everyByteEncoded,
  'lower-case hexadecimals': encodedInSmall,
} as const;

/** The ways to request a page size, and the resulting limit (PAGE-2). */
const limits = {
  none: { query: '', max: defaultLimit },
  small: { query: 'limit=2', max: 2 },
  large: { query: 'limit=40', max: 40 },
  'above the maximum': { query: 'limit=1000', max: maximumLimit },
  encoded: { query: '%6Cimit=%34%30', max: 40 },
} as const;

/** The arrangements of the parameters of a filter and the others, of which a cursor is the last. */
const orders = {
  first: (own: readonly string[], others: readonly string[]) => [...own, ...others],
  last: (own: readonly string[], others: readonly string[]) => [...others, ...own],
  'after the cursor': (own: readonly string[], others: readonly string[]) => [
    ...others.slice(-1),
    ...own,
    ...others.slice(0, -1),
  ],
  'before the last': (own: readonly string[], others: readonly string[]) => [
    ...others.slice(0, -1),
    ...own,
    ...others.slice(-1),
  ],
  around: ([one = '', ...own]: readonly string[], others: readonly string[]) => [one, ...others, ...own],
  'each by itself': (own: readonly string[], others: readonly string[]) => [
    ...own.flatMap((one, place) => [one, ...others.slice(place, place + 1)]),
    ...others.slice(own.length),
  ],
} as const;

const emptyPairs = {
  none: (query: string) => query,
  'at the beginning': (query: string) => `&${query}`,
  'at the end': (query: string) => `${query}&`,
  everywhere: (query: string) => query.replaceAll('&', '&&'),
} as const;

/** The surroundings of a filter in the query of a list, and the way to request it. */
export interface ListPlace {
  readonly name: keyof typeof names;
  readonly otherName: keyof typeof otherNames;
  readonly order: keyof typeof orders;
  readonly emptyPair: keyof typeof emptyPairs;
  readonly limit: keyof typeof limits;
  readonly page: 'first' | 'after a cursor' | 'after its own link';
  readonly sort: 'default' | 'ascending' | 'descending';
  readonly neighbours: 'none' | 'one' | 'two' | 'its own field';
  /** Among some rows, the filter is combined with their ids; among all rows, it may be alone. */
  readonly among: 'some rows' | 'all rows';
}

export const listPlaces: Factors<ListPlace> = {
  name: typedKeys(names),
  otherName: typedKeys(otherNames),
  order: typedKeys(orders),
  emptyPair: typedKeys(emptyPairs),
  limit: typedKeys(limits),
  page: ['first', 'after a cursor', 'after its own link'],
  sort: ['default', 'ascending', 'descending'],
  neighbours: ['none', 'one', 'two', 'its own field'],
  among: ['some rows', 'all rows'],
};

/** Only a small limit leaves rows after a link (LIST-4). */
export const isPlace = ({ page, limit }: Partial<ListPlace>): boolean =>
  page !== 'after its own link' || limit === undefined || limit === 'small';

/** The query of a filter in its place among other parameters. */
function queryIn(place: ListPlace, own: readonly string[], others: readonly string[]): string {
  const sent = [...others, ...(place.limit === 'none' ? [] : [limits[place.limit].query])].map((parameter) =>
    withName(parameter, otherNames[place.otherName]),
  );
  return emptyPairs[place.emptyPair](orders[place.order](own, sent).join('&'));
}

/** Writes the name of a parameter in this way; an already encoded name stays as it is. */
const withName = (parameter: string, write: (name: string) => string): string => {
  const [name = '', ...value] = parameter.split('=');
  return name.includes('%') ? parameter : [write(name), ...value].join('=');
};

/** A condition on a field that most rows meet; none if the data have no value for it. */
function wideCondition(subject: Subject, { field, kind }: FilterField): Condition[] {
  const scale = scaleOf(kind);
  if (scale !== null) return [{ field, operator: 'gte', values: [scale.lowest] }];
  if (kind === 'boolean') return [{ field, operator: 'eq', values: ['false'] }];
  const values = listValues(subject, field).slice(-1);
  return values.length === 0 ? [] : [{ field, operator: 'not_in', values }];
}

/** Conditions on other fields, or other conditions on the same field; every turn has others. */
function findNeighbours(
  subject: Subject,
  { neighbours }: ListPlace,
  own: Condition,
  turn: number,
): readonly Condition[] {
  if (neighbours === 'its own field') return ofItsOwnField(subject, own);
  const count = { none: 0, one: 1, two: 2 }[neighbours];
  const others = subject.filters.filter(({ field }) => field !== own.field && field !== 'id');
  const turned = others.map((_, place) => others[(place + turn) % others.length] ?? null);
  return turned.flatMap((one) => (one ? wideCondition(subject, one) : [])).slice(0, count);
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

/** The maximum length of a list that is tested as a whole. */
const manyRows = 1000;

export interface PlacedFilter {
  readonly condition: Condition;
  /** The parameters, given the notation of the filter's name. */
  written(name: string): readonly string[];
  /** Misreadings that the rows must distinguish from the filter. */
  readonly misread: readonly Condition[];
  readonly rows: readonly Row[];
}

/** The number of rows before a cursor: two, or seven in longer lists. */
function skippedBy({ page }: ListPlace, { length }: readonly Row[]): number {
  if (page === 'first') return 0;
  return page === 'after a cursor' && length > 14 ? 7 : 2;
}

/** Whether this result would change the tested page. */
function tells(place: ListPlace, answer: readonly Row[], wrong: readonly Row[]): boolean {
  const { max } = limits[place.limit];
  const skipped = skippedBy(place, answer);
  const last = answer[skipped - 1];
  if (skipped > 0 && answer.length <= skipped) return false;
  const begun = last === undefined ? 0 : wrong.indexOf(last) + 1;
  const shown = readIds(answer.slice(skipped, skipped + max));
  return shown.join() !== readIds(wrong.slice(begun, begun + max)).join();
}

/**
 * Sends a filter in a place and expects exactly the matching rows, in order. Null if the data cannot show an error: if
 * no row is left after the cursor, or if the page would be the same without the filter or with a misreading of it.
 */
export function lookInPlace(
  context: CheckContext,
  subject: Subject,
  { condition, written, misread, rows }: PlacedFilter,
  place: ListPlace,
  turn: number,
): Look | null {
  const { contract, path } = subject;
  const field = contract.sorts[turn % contract.sorts.length] ?? null;
  const sort = { default: null, ascending: field, descending: `-${field}` }[place.sort];
  // A set of ids already limits the rows; a second one with the same name would only extend it.
  const isSetOfIds = condition.field === 'id' && condition.operator === 'in';
  const isShort = subject.complete && subject.rows.length <= manyRows;
  const isWhole = isSetOfIds || (place.among === 'all rows' && isShort);
  const neighbours = findNeighbours(subject, place, condition, turn);
  const known = isWhole ? subject : { ...subject, rows };
  const answer = expectedAnswer(known, { conditions: [...neighbours, condition], sort });
  const unfiltered = expectedAnswer(known, { conditions: neighbours, sort });
  const wrong = misread.map((one) => unfiltered.filter(matcher(contract, one)));
  if ([unfiltered, ...wrong].some((one) => !tells(place, answer, one))) return null;
  const own = written(names[place.name](`filters[${condition.field}][${condition.operator}]`));
  const within: Condition[] = isWhole ? [] : [{ field: 'id', operator: 'in', values: readIds(rows) }];
  const question = { conditions: [...within, ...neighbours], sort };
  const others = [...question.conditions.map((one) => conditionQuery(one)), ...(sort === null ? [] : [`sort=${sort}`])];
  return async () => {
    const relation = `${described({ conditions: [condition, ...question.conditions], sort })}, written as ${own.join('&')}`;
    const { max } = limits[place.limit];
    const query = queryIn(place, own, others);
    const skipped = skippedBy(place, answer);
    if (skipped === 0) return expectShown(await askRawPage(context, path, query), answer.slice(0, max), relation);
    const plain = questionQuery({ conditions: [condition, ...question.conditions], sort }, `limit=${skipped}`);
    const isLink = place.page === 'after its own link';
    const first = await (isLink ? askRawPage(context, path, query) : askPage(context, path, plain));
    expectShown(first, answer.slice(0, skipped), relation);
    const link = first.links.next ?? violated('a link to the next page', 'none', first.exchange);
    const next = isLink ? new URL(link).search.slice(1) : queryIn(place, own, [...others, `cursor=${first.next}`]);
    const rest = answer.slice(first.rows.length, first.rows.length + max);
    expectShown(await askRawPage(context, path, next), rest, `${relation}, ${place.page}`);
  };
}
