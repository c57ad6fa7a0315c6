import { defaultLimit, type FilterField, maximumLimit } from '@resource-catalogue/contracts';
import { requestPage, requestRawPage, expectShown } from '../kit/request-pages.js';
import { listValues, unusedValue } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import type { CaseOf } from '../kit/pairwise.js';
import { names } from '../kit/spellings.js';
import type { Subject } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { readIds, type Row, keysOf } from '../json.js';
import {
  type Condition,
  conditionQuery,
  describeQuestion,
  expectedRows,
  makeMatcher,
  questionQuery,
} from '../oracle.js';
import { scaleOf } from '../scale.js';
import { decode } from '../target/query.js';

type Arrange = (own: readonly string[], others: readonly string[]) => readonly string[];

/** The arrangements of the parameters of a filter and the others, of which a cursor is the last. */
const orders = {
  first: (own, others) => [...own, ...others],
  last: (own, others) => [...others, ...own],
  'after the cursor': (own, others) => [...others.slice(-1), ...own, ...others.slice(0, -1)],
  around: ([one = '', ...own], others) => [one, ...others, ...own],
  'each by itself': (own, others) => [
    ...own.flatMap((one, place) => [one, ...others.slice(place, place + 1)]),
    ...others.slice(own.length),
  ],
} as const satisfies Readonly<Record<string, Arrange>>;

/** The notation of a filter, its position among other parameters, and the page to request. */
export const listPlaces = {
  name: keysOf(names),
  otherName: ['plain', 'letters encoded', 'everything with lower-case hex digits'],
  order: keysOf(orders),
  /** Whether there are empty pairs between the others (FILT-11). */
  isPadded: [false, true],
  limit: ['', 'limit=2', 'limit=40', 'limit=1000', '%6Cimit=%34%30'],
  page: ['first', 'after a cursor', 'after its own link'],
  /** The direction of a sort; null for the default sort. */
  sort: [null, '', '-'],
  /** The number of filters on other fields, or another filter on the same field. */
  neighbours: [0, 1, 2, 'own'],
  /** Whether the filter is sent without the ids of some rows. */
  isAlone: [false, true],
} as const;

type ListPlace = CaseOf<typeof listPlaces>;

/** Only a small limit leaves rows after a link (LIST-4). */
export const isPlace = ({ page, limit }: Partial<ListPlace>): boolean =>
  page !== 'after its own link' || limit === undefined || limit === 'limit=2';

const limitOf = ({ limit }: ListPlace): number =>
  Math.min(maximumLimit, Number(decode(limit).split('=')[1] ?? defaultLimit));

/** Combines the parameters of a filter with others; a name that is already encoded stays unchanged. */
function queryIn({ limit, otherName, order, isPadded }: ListPlace, own: readonly string[], others: readonly string[]) {
  const sent = [...others, ...(limit === '' ? [] : [limit])].map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    return name.includes('%') ? parameter : [names[otherName](name), ...value].join('=');
  });
  const query = orders[order](own, sent).join('&');
  return isPadded ? `&${query.replaceAll('&', '&&')}&` : query;
}

/** A condition that most rows meet, to combine with another one; empty if the field has no suitable value. */
function wideCondition(subject: Subject, filter: FilterField, { field: other, operator }: Condition): Condition[] {
  const { field, kind } = filter;
  const scale = scaleOf(kind);
  if (scale && operator.startsWith('l')) return [{ field, operator: 'gt', values: [scale.lowest] }];
  if (scale) return [{ field, operator: 'lt', values: [scale.highest] }];
  if (kind === 'boolean') return field === other ? [] : [{ field, operator: 'eq', values: ['false'] }];
  const used = listValues(subject, field);
  // Another `in` or `not_in` of the same field would only extend the set.
  const [value] = field !== other ? used.slice(-1) : operator === 'in' ? [unusedValue(filter, used)] : [];
  return value === undefined ? [] : [{ field, operator: 'not_in', values: [value] }];
}

/** Conditions to combine with a filter; each turn selects others. */
function findNeighbours(subject: Subject, { neighbours }: ListPlace, own: Condition, turn: number): Condition[] {
  const applies = ({ field }: FilterField): boolean =>
    neighbours === 'own' ? field === own.field : field !== own.field && field !== 'id';
  const filters = subject.filters.filter(applies);
  const start = turn % filters.length;
  const turned = [...filters.slice(start), ...filters.slice(0, start)];
  return turned.flatMap((one) => wideCondition(subject, one, own)).slice(0, neighbours === 'own' ? 1 : neighbours);
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

/** Whether a wrong result would show on the tested page. */
function distinguishes(place: ListPlace, expected: readonly Row[], wrong: readonly Row[]): boolean {
  const [max, skipped] = [limitOf(place), skippedBy(place, expected)];
  const last = expected[skipped - 1];
  if (skipped > 0 && expected.length <= skipped) return false;
  const begun = last === undefined ? 0 : wrong.indexOf(last) + 1;
  const shown = readIds(expected.slice(skipped, skipped + max));
  return shown.join() !== readIds(wrong.slice(begun, begun + max)).join();
}

/**
 * Returns a function that sends a filter in a place and expects exactly the matching rows, in order. Null if the data
 * cannot show an error: no row is left after the cursor, or the page is the same without the filter or if misread.
 */
export function checkInPlace(
  context: CheckContext,
  subject: Subject,
  { condition, written, misread, rows }: PlacedFilter,
  place: ListPlace,
  turn: number,
): (() => Promise<void>) | null {
  const { contract, path } = subject;
  const sort = place.sort === null ? null : `${place.sort}${contract.sorts[turn % contract.sorts.length]}`;
  // A set of ids already limits the rows; a second one with the same name would only extend it.
  const isSetOfIds = condition.field === 'id' && condition.operator === 'in';
  const isAlone = isSetOfIds || (place.isAlone && subject.complete && subject.rows.length <= manyRows);
  const neighbours = findNeighbours(subject, place, condition, turn);
  const unfiltered = expectedRows(isAlone ? subject : { contract, rows }, { conditions: neighbours, sort });
  const keptBy = (one: Condition): Row[] => unfiltered.filter(makeMatcher(contract, one));
  const expected = keptBy(condition);
  if ([unfiltered, ...misread.map(keptBy)].some((one) => !distinguishes(place, expected, one))) return null;
  const own = written(names[place.name](`filters[${condition.field}][${condition.operator}]`));
  const within: Condition[] = isAlone ? [] : [{ field: 'id', operator: 'in', values: readIds(rows) }];
  const others = [...within, ...neighbours];
  const sent = [...others.map((one) => conditionQuery(one)), ...(sort === null ? [] : [`sort=${sort}`])];
  const question = { conditions: [condition, ...others], sort };
  return async () => {
    const relation = `${describeQuestion(question)}, written as ${own.join('&')}`;
    const [max, skipped] = [limitOf(place), skippedBy(place, expected)];
    const query = queryIn(place, own, sent);
    if (skipped === 0) return expectShown(await requestRawPage(context, path, query), expected.slice(0, max), relation);
    const isLink = place.page === 'after its own link';
    const plain = questionQuery(question, `limit=${skipped}`);
    const first = await (isLink ? requestRawPage(context, path, query) : requestPage(context, path, plain));
    expectShown(first, expected.slice(0, skipped), relation);
    const link = first.links.next ?? fail('a link to the next page', 'none', first.exchange);
    const next = isLink ? new URL(link).search.slice(1) : queryIn(place, own, [...sent, `cursor=${first.next}`]);
    const rest = expected.slice(first.rows.length, first.rows.length + max);
    expectShown(await requestRawPage(context, path, next), rest, `${relation}, ${place.page}`);
  };
}
