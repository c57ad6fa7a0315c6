import type { FilterField } from '@resource-catalogue/contracts';
import { grouped, remember } from '../../grouped.js';
import { idOf, idsOf, type Row, textOf } from '../../json.js';
import {
  answerOf,
  type Condition,
  conditionQuery,
  described,
  filteredValues,
  matcher,
  questionQuery,
} from '../../oracle.js';
import { expectStatus } from '../assertions/answer.js';
import type { Page } from '../assertions/page.js';
import { type CheckContext, violated } from '../context/check.js';
import type { Random } from '../context/random.js';
import { nearUnknownId, type Subject } from '../context/subject.js';
import { contrastingRows, instantsOf, unusedValue } from '../requests/data-points.js';
import { askPage, askRawPage, expectShown } from '../requests/lists.js';
import { askings, limits, type ListPlace, names, neighboursOf, queryIn } from './list-places.js';
import type { Look } from './pairwise.js';

// Rows among which a filter keeps some and drops others, so that one that does nothing, or too much, is seen.

/** As many as are looked at together: a query that names them has room for more. */
const mostRows = 30;

const indices = new WeakMap<readonly Row[], Map<string, ReadonlyMap<string, readonly Row[]>>>();

function rowsByValue({ contract, rows }: Subject, field: string): ReadonlyMap<string, readonly Row[]> {
  return remember(indices, rows, field, () => {
    const pairs = rows.flatMap((row) => filteredValues(contract, row, field).map((value) => ({ value, row })));
    const groups = grouped(pairs, ({ value }) => value);
    return new Map([...groups].map(([value, own]) => [value, own.map(({ row }) => row)]));
  });
}

/** Rows that have a value of the set, one for each value at least, and rows that have none; of ids, only the former. */
export function rowsWithValues(subject: Subject, field: string, values: readonly string[], random: Random): Row[] {
  const index = rowsByValue(subject, field);
  const having = values.flatMap((value) => index.get(value)?.slice(0, field === 'id' ? 1 : 2) ?? []);
  const others = contrastingRows(subject, field, random, 12);
  return [...new Set([...having.slice(0, mostRows - 6), ...others])].slice(0, mostRows);
}

export function rowsOfIds({ rows }: Subject, ids: readonly string[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter((row) => wanted.has(idOf(row)));
}

const fractionsOf = new WeakMap<readonly Row[], Map<string, readonly string[]>>();
const nulls = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();

/** The time of a row, the rows whose times are the nearest to it, some that are far from it, and some without any. */
export function rowsAround(subject: Subject, field: string, random: Random): { time: number; rows: Row[] } {
  const instants = instantsOf(subject, field);
  const index = rowsByValue(subject, field);
  // A fraction that is lost is seen where it is none of zeros.
  const fractions = remember(fractionsOf, subject.rows, field, () =>
    instants.filter((instant) => !instant.endsWith('.000Z')),
  );
  const chosen = random.pick(fractions.length > 0 ? fractions : instants);
  const place = chosen === undefined ? 0 : instants.indexOf(chosen);
  const near = instants.slice(Math.max(0, place - 4), place + 5);
  const far = random.sample(instants, 4);
  const timed = [...near, ...far].flatMap((instant) => index.get(instant) ?? []).slice(0, mostRows - 4);
  const without = remember(nulls, subject.rows, field, () =>
    subject.rows.filter((row) => textOf(row[field] ?? null) === 'null').slice(0, 4),
  );
  // Where no row has a time, no row may be found by any.
  const time = Date.parse(instants[place] ?? '2026-03-01T09:07:05.432Z');
  return { time, rows: [...new Set([...timed, ...without])] };
}

export function unusedValues(filter: FilterField, used: readonly string[], count: number): string[] {
  const first = unusedValue(filter, used);
  if (first === undefined) return [];
  const more = (index: number): string => (filter.kind === 'uuid' ? nearUnknownId(index) : `${first}-${index}`);
  const others = filter.kind === 'enum' ? [] : Array.from({ length: count }, (_, index) => more(index));
  return [first, ...others].slice(0, count);
}

interface PlacedFilter {
  readonly place: ListPlace;
  readonly condition: Condition;
  /** The parameters, given the filter's name as it is to be written. */
  written(name: string): readonly string[];
  /** What it might be taken for: the rows must tell that from what it means. */
  readonly misread: readonly Condition[];
  /** What else it might be taken for: wherever they can, the rows tell that as well. */
  readonly alsoMisread?: readonly Condition[];
  readonly rows: readonly Row[];
}

/** How many rows are left behind by a cursor: two, or, where there are enough, so many that it has come some way. */
function skippedBy({ page }: ListPlace, { length }: readonly Row[]): number {
  if (page === 'first') return 0;
  return page === 'behind a cursor' && length > 14 ? 7 : 2;
}

/**
 * Asks so, and expects exactly the rows that the filter means, in order. Null where the data cannot show the place: where
 * nothing is left behind the cursor, or the page would be the same without the filter, or with another reading of it.
 * Strictly, the page must also tell the order from others, and rows without a value from those that have one.
 */
export function lookInPlace(
  context: CheckContext,
  subject: Subject,
  filter: PlacedFilter,
  strictly: boolean,
): Look | null {
  const { place, condition } = filter;
  const { sort } = place;
  // A set of ids says by itself which rows are looked at; another one of the same name would only make it larger.
  const isSetOfIds = condition.field === 'id' && condition.operator === 'in';
  const isWhole = isSetOfIds || place.among === 'all rows';
  const neighbours = neighboursOf(context, subject, place, condition);
  const known = isWhole ? subject : { ...subject, rows: filter.rows };
  const answer = answerOf(known, { conditions: [...neighbours, condition], sort });
  for (const other of wrongAnswers(known, filter, neighbours, strictly)) if (!tells(place, answer, other)) return null;
  const own = filter.written(names[place.name](`filters[${condition.field}][${condition.operator}]`));
  const within: Condition[] = isWhole ? [] : [{ field: 'id', operator: 'in', values: idsOf(filter.rows) }];
  const beside = [...within, ...neighbours];
  // What is alone in its query has nothing between its parameters.
  if (place.parting !== 'together' && beside.length === 0 && sort === null && place.limit === 'none') return null;
  const question = { conditions: [condition, ...beside], sort };
  const others = beside.map((one) => conditionQuery(one));
  return async () => {
    const relation = `${described(question)}, written as ${own.join('&')}`;
    const ask = (query: string): Promise<Page> => askIn(context, place, subject.path, query);
    const { most } = limits[place.limit];
    const whole = queryIn(place, own, others, null);
    if (place.page === 'first') return expectShown(await ask(whole), answer.slice(0, most), relation);
    const isLink = place.page === 'behind its own link';
    const first = isLink
      ? await askRawPage(context, subject.path, whole)
      : await askPage(context, subject.path, questionQuery(question, `limit=${skippedBy(place, answer)}`));
    expectShown(first, answer.slice(0, skippedBy(place, answer)), relation);
    const link = isLink ? (first.links.next ?? violated('a link to the next page', 'none', first.exchange)) : null;
    const next = link === null ? queryIn(place, own, others, first.next) : new URL(link).search.slice(1);
    const rest = answer.slice(first.rows.length, first.rows.length + most);
    expectShown(await ask(next), rest, `${relation}, ${place.page}`);
  };
}

/** What would be answered if the filter were ignored or misread, and strictly, if the order or nulls were. */
function* wrongAnswers(
  { contract, rows }: Subject,
  { condition, misread, alsoMisread = [], place }: PlacedFilter,
  neighbours: readonly Condition[],
  strictly: boolean,
): Iterable<readonly Row[]> {
  const { sort } = place;
  const unfiltered = answerOf({ contract, rows }, { conditions: neighbours, sort });
  yield unfiltered;
  for (const one of strictly ? [...misread, ...alsoMisread] : misread) yield unfiltered.filter(matcher(contract, one));
  if (!strictly) return;
  const order = sort ?? contract.defaultSort;
  const turned = order.startsWith('-') ? order.slice(1) : `-${order}`;
  for (const other of order === contract.defaultSort ? [turned] : [turned, null])
    yield answerOf({ contract, rows }, { conditions: [condition, ...neighbours], sort: other });
  // FILT-3: a flag asks whether there is a value.
  const isNull = (row: Row): boolean =>
    condition.operator !== 'eq' && filteredValues(contract, row, condition.field).length === 0;
  const isKept = matcher(contract, condition);
  if (unfiltered.some(isNull)) yield unfiltered.filter((row) => isKept(row) !== isNull(row));
}

/** Whether the page that is looked at would be another one if this were the answer. */
function tells(place: ListPlace, answer: readonly Row[], wrong: readonly Row[]): boolean {
  const { most } = limits[place.limit];
  const skipped = skippedBy(place, answer);
  const last = answer[skipped - 1];
  if (skipped > 0 && answer.length <= skipped) return false;
  const begun = last === undefined ? 0 : wrong.indexOf(last) + 1;
  const shown = idsOf(answer.slice(skipped, skipped + most));
  return shown.join() !== idsOf(wrong.slice(begun, begun + most)).join();
}

/** A page, asked for byte by byte; HTTP-2, HTTP-3: of the same question, a HEAD has the same tag. */
async function askIn(context: CheckContext, { asked }: ListPlace, path: string, query: string): Promise<Page> {
  const { headers, head } = askings[asked];
  const page = await askRawPage(context, path, query, headers);
  if (!head) return page;
  const tag = page.exchange.header('etag') ?? violated('an ETag', 'none', page.exchange);
  const again = await context.get(`${path}?${query}`, {
    method: 'HEAD',
    headers: { 'If-None-Match': `"x", W/${tag}` },
  });
  expectStatus(again, 304, 'the HEAD of a page, which has the tag of its GET');
  return page;
}
