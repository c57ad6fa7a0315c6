import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import {
  answerOf,
  type Condition,
  described,
  filteredValues,
  matcher,
  conditionQuery,
  questionQuery,
} from '../../oracle.js';
import { idsOf, type Row, textOf } from '../../json.js';
import { expectStatus } from '../assertions/answer.js';
import { expectSoundPage } from '../assertions/links.js';
import { expectPage, type Page } from '../assertions/page.js';
import { violated } from '../context/violation.js';
import { askPage, expectShown } from '../requests/lists.js';
import type { CheckContext } from '../context/check-context.js';
import type { Subject } from '../context/subject.js';
import type { Look } from './every-pair.js';
import { askings, limits, type ListPlace, neighboursOf, queryIn } from './list-places.js';
import { names } from './spellings.js';

/** A filter in a place: what it means, and how it is written. */
export interface PlacedFilter {
  readonly place: ListPlace;
  readonly condition: Condition;
  /** The parameters, given the filter's name as it is to be written. */
  written(name: string): readonly string[];
  /** What it might be taken for: the rows must tell that from what it means. */
  readonly misread: readonly Condition[];
  /** What else it might be taken for: wherever they can, the rows tell that as well. */
  readonly alsoMisread?: readonly Condition[];
  /** The rows that are looked at. */
  readonly rows: readonly Row[];
}

/** How many rows are left behind by a cursor: a few, or, where there are enough, so many that it has come some way. */
const fewRows = 2;
const someRows = 7;

function skippedBy({ page }: ListPlace, { length }: readonly Row[]): number {
  if (page === 'first') return 0;
  return page === 'behind a cursor' && length > 2 * someRows ? someRows : fewRows;
}

/** The question of a placed filter, and what it must be answered with. */
interface Question {
  readonly path: string;
  readonly place: ListPlace;
  readonly relation: string;
  /** The first page of the same question, written plainly (PAGE-3). */
  readonly plain: string;
  query(cursor: string | null): string;
  readonly answer: readonly Row[];
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
  // A set of ids says by itself which rows are looked at; another one of the same name would only make it larger.
  const isSetOfIds = condition.field === 'id' && condition.operator === 'in';
  const isWhole = isSetOfIds || place.among === 'all rows';
  const within: Condition[] = isWhole ? [] : [{ field: 'id', operator: 'in', values: idsOf(filter.rows) }];
  const neighbours = neighboursOf(context, subject, place, condition);
  const rows = isWhole ? subject.rows : filter.rows;
  const { contract } = subject;
  const unfiltered = answerOf({ contract, rows }, { conditions: neighbours, sort: place.sort });
  const answer = unfiltered.filter(matcher(contract, condition));
  for (const other of wrongAnswers(contract, { filter, neighbours, rows, unfiltered, answer, strictly }))
    if (!tells(place, answer, other)) return null;
  const own = filter.written(names[place.name](`filters[${condition.field}][${condition.operator}]`));
  const beside = [...within, ...neighbours];
  const { sort } = place;
  // What is alone in its query has nothing between its parameters.
  if (place.parting !== 'together' && beside.length === 0 && sort === null && place.limit === 'none') return null;
  return () =>
    look(context, {
      path: subject.path,
      place,
      answer,
      relation: `${described({ conditions: [condition, ...beside], sort })}, written as ${own.join('&')}`,
      plain: questionQuery({ conditions: [condition, ...beside], sort }, `limit=${skippedBy(place, answer)}`),
      query: (cursor) =>
        queryIn(place, own, {
          neighbours: beside.map((one) => conditionQuery(one)),
          sort: sort === null ? '' : `sort=${sort}`,
          limit: limits[place.limit].query,
          cursor: cursor === null ? '' : `cursor=${cursor}`,
        }),
    });
}

interface Reading {
  readonly filter: PlacedFilter;
  readonly neighbours: readonly Condition[];
  readonly rows: readonly Row[];
  /** What is answered without the filter, and with it. */
  readonly unfiltered: readonly Row[];
  readonly answer: readonly Row[];
  readonly strictly: boolean;
}

/** What would be answered if the filter were ignored or misread, and strictly, if the order or nulls were. */
function* wrongAnswers(
  contract: AnyCollectionContract,
  { filter, neighbours, rows, unfiltered, answer, strictly }: Reading,
): Iterable<readonly Row[]> {
  const { condition, misread, alsoMisread = [] } = filter;
  yield unfiltered;
  for (const one of misread) yield unfiltered.filter(matcher(contract, one));
  if (!strictly) return;
  for (const one of alsoMisread) yield unfiltered.filter(matcher(contract, one));
  const order = filter.place.sort ?? contract.defaultSort;
  const turned = order.startsWith('-') ? order.slice(1) : `-${order}`;
  for (const sort of order === contract.defaultSort ? [turned] : [turned, null])
    yield answerOf({ contract, rows }, { conditions: [condition, ...neighbours], sort });
  // FILT-3: a flag asks whether there is a value.
  const isNull = (row: Row): boolean =>
    condition.operator !== 'eq' && filteredValues(contract, row, condition.field).length === 0;
  const kept = new Set(answer);
  if (unfiltered.some(isNull)) yield unfiltered.filter((row) => kept.has(row) !== isNull(row));
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

async function look(context: CheckContext, question: Question): Promise<void> {
  const { place, path, relation, answer } = question;
  const { most } = limits[place.limit];
  if (place.page === 'first')
    return expectShown(await ask(context, place, path, question.query(null)), answer.slice(0, most), relation);
  const isLink = place.page === 'behind its own link';
  const first = isLink
    ? await ask(context, { asked: 'plainly' }, path, question.query(null))
    : await askPage(context, path, question.plain);
  expectShown(first, answer.slice(0, skippedBy(place, answer)), relation);
  const link = isLink ? (first.links.next ?? violated('a link to the next page', 'none', first.exchange)) : null;
  const query = link === null ? question.query(textOf(first.next)) : new URL(link).search.slice(1);
  const rest = answer.slice(first.rows.length, first.rows.length + most);
  expectShown(await ask(context, place, path, query), rest, `${relation}, ${place.page}`);
}

/** A page, asked for byte by byte; HTTP-2, HTTP-3: of the same question, a HEAD has the same tag. */
async function ask(
  context: CheckContext,
  { asked }: Pick<ListPlace, 'asked'>,
  path: string,
  query: string,
): Promise<Page> {
  const target = `${path}?${query}`;
  const { headers, head } = askings[asked];
  const page = expectPage(await context.get(target, { headers }), 'a good query');
  expectSoundPage(page, path, query);
  if (!head) return page;
  const tag = page.exchange.header('etag') ?? violated('an ETag', 'none', page.exchange);
  const again = await context.get(target, { method: 'HEAD', headers: { 'If-None-Match': `"x", W/${tag}` } });
  expectStatus(again, 304, 'the HEAD of a page, which has the tag of its GET');
  return page;
}
