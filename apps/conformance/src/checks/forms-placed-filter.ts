import type { FilterField } from '@resource-catalogue/contracts';
import { grouped } from '../grouped.js';
import { remember } from '../remember.js';
import { readId, readIds, type Row, toText } from '../json.js';
import {
  expectedAnswer,
  type Condition,
  conditionQuery,
  described,
  filteredValues,
  matcher,
  questionQuery,
} from '../oracle.js';
import { expectStatus } from '../kit/expect.js';
import type { Page } from '../kit/expect-page.js';
import type { CheckContext } from '../kit/context.js';
import { violated } from '../kit/violation.js';
import type { Random } from '../kit/random.js';
import { nearUnknownId, type Subject } from '../kit/subject.js';
import { contrastingRows, listInstants, unusedValue } from '../kit/choose.js';
import { askPage, askRawPage, expectShown } from '../kit/ask.js';
import { askings, limits, type ListPlace, names, findNeighbours, queryIn } from './forms-list-places.js';
import type { Look } from '../kit/pairwise.js';

// Rows of which a filter keeps some and drops others, so that a filter that does too little or too much is noticed.

/** The maximum number of rows to test; a query has room for more ids. */
const maxRows = 30;

const indices = new WeakMap<readonly Row[], Map<string, ReadonlyMap<string, readonly Row[]>>>();

function rowsByValue({ contract, rows }: Subject, field: string): ReadonlyMap<string, readonly Row[]> {
  return remember(indices, rows, field, () => {
    const pairs = rows.flatMap((row) => filteredValues(contract, row, field).map((value) => ({ value, row })));
    const groups = grouped(pairs, ({ value }) => value);
    return new Map([...groups].map(([value, own]) => [value, own.map(({ row }) => row)]));
  });
}

/** Rows with a value of the set, at least one for each value, and rows without one; for ids, only the former. */
export function rowsWithValues(subject: Subject, field: string, values: readonly string[], random: Random): Row[] {
  const index = rowsByValue(subject, field);
  const having = values.flatMap((value) => index.get(value)?.slice(0, field === 'id' ? 1 : 2) ?? []);
  const others = contrastingRows(subject, field, random, 12);
  return [...new Set([...having.slice(0, maxRows - 6), ...others])].slice(0, maxRows);
}

export function rowsOfIds({ rows }: Subject, ids: readonly string[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter((row) => wanted.has(readId(row)));
}

const knownFractions = new WeakMap<readonly Row[], Map<string, readonly string[]>>();
const nulls = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();

/** The row of a time, the rows with the nearest times, some with distant times, and some without a time. */
export function rowsAround(subject: Subject, field: string, random: Random): { time: number; rows: Row[] } {
  const instants = listInstants(subject, field);
  const index = rowsByValue(subject, field);
  // A lost fraction is only noticed if it is not zero.
  const fractions = remember(knownFractions, subject.rows, field, () =>
    instants.filter((instant) => !instant.endsWith('.000Z')),
  );
  const chosen = random.pick(fractions.length > 0 ? fractions : instants);
  const place = chosen === undefined ? 0 : instants.indexOf(chosen);
  const near = instants.slice(Math.max(0, place - 4), place + 5);
  const far = random.sample(instants, 4);
  const timed = [...near, ...far].flatMap((instant) => index.get(instant) ?? []).slice(0, maxRows - 4);
  const without = remember(nulls, subject.rows, field, () =>
    subject.rows.filter((row) => toText(row[field] ?? null) === 'null').slice(0, 4),
  );
  // If no row has a time, no row may match.
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

/**
 * Sends a filter in a place and expects exactly the matching rows, in order. Null if the data cannot show an error: if
 * no row is left after the cursor, or if the page would be the same without the filter or with a misreading of it.
 */
export function lookInPlace(context: CheckContext, subject: Subject, filter: PlacedFilter): Look | null {
  const { place, condition } = filter;
  const { sort } = place;
  // A set of ids already limits the rows; a second one with the same name would only extend it.
  const isSetOfIds = condition.field === 'id' && condition.operator === 'in';
  const isWhole = isSetOfIds || place.among === 'all rows';
  const neighbours = findNeighbours(context, subject, place, condition);
  const known = isWhole ? subject : { ...subject, rows: filter.rows };
  const answer = expectedAnswer(known, { conditions: [...neighbours, condition], sort });
  const unfiltered = expectedAnswer(known, { conditions: neighbours, sort });
  const misread = filter.misread.map((one) => unfiltered.filter(matcher(subject.contract, one)));
  if ([unfiltered, ...misread].some((wrong) => !tells(place, answer, wrong))) return null;
  const own = filter.written(names[place.name](`filters[${condition.field}][${condition.operator}]`));
  const within: Condition[] = isWhole ? [] : [{ field: 'id', operator: 'in', values: readIds(filter.rows) }];
  const beside = [...within, ...neighbours];
  // A lone filter cannot be interleaved with other parameters.
  if (place.parting !== 'together' && beside.length === 0 && sort === null && place.limit === 'none') return null;
  const question = { conditions: [condition, ...beside], sort };
  const others = beside.map((one) => conditionQuery(one));
  return async () => {
    const relation = `${described(question)}, written as ${own.join('&')}`;
    const ask = (query: string): Promise<Page> => askIn(context, place, subject.path, query);
    const { max } = limits[place.limit];
    const whole = queryIn(place, own, others, null);
    if (place.page === 'first') return expectShown(await ask(whole), answer.slice(0, max), relation);
    const isLink = place.page === 'after its own link';
    const first = isLink
      ? await askRawPage(context, subject.path, whole)
      : await askPage(context, subject.path, questionQuery(question, `limit=${skippedBy(place, answer)}`));
    expectShown(first, answer.slice(0, skippedBy(place, answer)), relation);
    const link = isLink ? (first.links.next ?? violated('a link to the next page', 'none', first.exchange)) : null;
    const next = link === null ? queryIn(place, own, others, first.next) : new URL(link).search.slice(1);
    const rest = answer.slice(first.rows.length, first.rows.length + max);
    expectShown(await ask(next), rest, `${relation}, ${place.page}`);
  };
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

/** Requests a page byte by byte; a HEAD of the same query must have the same ETag (HTTP-2, HTTP-3). */
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
