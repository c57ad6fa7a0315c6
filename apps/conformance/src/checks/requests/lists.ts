import type { Page as ClientPage } from '@resource-catalogue/client';
import type { Row } from '../../json.js';
import { answerOf, described, type Question, questionQuery, within } from '../../oracle.js';
import type { Ask } from '../../target/exchange.js';
import { elided } from '../../target/query.js';
import type { ClientCall } from '../../target/recorded-client.js';
import { expectNext, expectPage, expectSoundPage, type Page, rowsDue } from '../assertions/page.js';
import { rowDifference } from '../assertions/row-differences.js';
import { type CheckContext, violated, violatedBy } from '../context/check.js';
import type { Subject } from '../context/subject.js';
import { type AnyListParams, clientParams, collectionOf, pageOf } from './client-calls.js';

/** Above this, a list is asked for its first page and for some chosen rows, not for all of it. */
const smallList = 40;
const shortPage = 15;
const chosenRows = 20;

/** The first page of a good query, or the one behind its cursor: through the client if it can ask so, else as it is. */
export async function askPage(context: CheckContext, path: string, query: string): Promise<Page> {
  const params = clientParams(query);
  if (params === null) return askRawPage(context, path, query);
  const call = await context.callClient((client) => collectionOf(client, path).list(params));
  return pageOf(call, context, path, query);
}

/** A page of a good query that is sent byte by byte: how it is written matters. */
export async function askRawPage(
  context: CheckContext,
  path: string,
  query: string,
  headers: Ask['headers'] = {},
): Promise<Page> {
  const page = expectPage(await context.get(query === '' ? path : `${path}?${query}`, { headers }), 'a good query');
  expectSoundPage(page, path, query);
  return page;
}

/** The page shows exactly these rows, as far as it has room for them, in this order, each as the snapshot knows it. */
export function expectShown(page: Page, all: readonly Row[], relation: string): void {
  const found = rowDifference(page.exchange, page.rows, all.slice(0, rowsDue(page, all.length)));
  if (found) violatedBy(found.rows, elided(relation, 300), found.observed, page.exchange, found.notes);
}

/** The list shows exactly the rows that the question keeps, in order: of a long one, the first page and chosen rows. */
export async function expectAnswer(
  context: CheckContext,
  subject: Subject,
  question: Question,
  chosen: readonly Row[] = [],
): Promise<void> {
  const { conditions = [] } = question;
  // A question with its own set of ids cannot be asked within another one, and needs no more than that set.
  const ownIds = conditions.some(({ field, operator }) => field === 'id' && operator === 'in');
  if ((subject.rows.length <= smallList && subject.complete) || ownIds)
    return expectFirstPage(context, subject, question, smallList);
  // Half of the questions are also asked of the whole list: both halves together cost what one would.
  if (subject.complete && (chosen.length === 0 || context.random.integer(2) === 0))
    await expectFirstPage(context, subject, question, shortPage);
  const rows = chosen.length > 0 ? chosen.slice(0, chosenRows) : context.random.sample(subject.rows, chosenRows);
  if (rows.length === 0) return;
  const query = questionQuery(question, within(rows), `limit=${chosenRows}`);
  const page = await askPage(context, subject.path, query);
  expectShown(page, answerOf({ ...subject, rows }, question), described(question));
}

export async function expectFirstPage(
  context: CheckContext,
  subject: Subject,
  question: Question,
  limit: number,
): Promise<void> {
  const page = await askPage(context, subject.path, questionQuery(question, `limit=${limit}`));
  const answer = answerOf(subject, question);
  expectShown(page, answer.slice(0, limit), described(question));
  expectNext(page, answer.length > page.rows.length);
}

/** A walk shows these rows and no others, in this order; `limits` are the sizes of its pages, in turn. */
export async function expectWalk(
  context: CheckContext,
  { path }: Pick<Subject, 'path'>,
  query: string,
  limits: readonly number[],
  expected: readonly Row[],
): Promise<void> {
  const relation = `a walk in pages of ${limits.join(', ')} that meets every row once and in order`;
  let met = 0;
  for await (const page of pagesOf(context, path, query, limits)) {
    // Each page is looked at as it comes: the first one that is wrong says more than what follows from it.
    expectShown(page, expected.slice(met, met + page.limit), relation);
    met += page.rows.length;
    expectNext(page, met < expected.length);
  }
}

/** The client walks where the limit stays; one that changes from page to page is asked for page by page. */
async function* pagesOf(
  context: CheckContext,
  path: string,
  query: string,
  limits: readonly number[],
): AsyncGenerator<Page> {
  const [limit = 1, ...others] = limits;
  const queryOf = (rows: number, cursor: string | null): string =>
    questionQuery({}, query, `limit=${rows}`, cursor === null ? '' : `cursor=${cursor}`);
  const params = clientParams(queryOf(limit, null));
  if (others.length === 0 && params !== null) {
    yield* clientPages(context, path, params, (cursor) => queryOf(limit, cursor));
    return;
  }
  let cursor: string | null = null;
  let count = 0;
  do {
    const rows = limits[count % limits.length] ?? 1;
    const page: Page = await askPage(context, path, queryOf(rows, cursor));
    yield page;
    cursor = page.next;
    count += 1;
  } while (cursor !== null);
}

/** A walk of the client: a request for each page, each with the cursor of the one before, until there is none. */
async function* clientPages(
  context: CheckContext,
  path: string,
  params: AnyListParams,
  queryAt: (cursor: string | null) => string,
): AsyncGenerator<Page> {
  const started = await context.callClient((client) =>
    Promise.resolve({ walk: collectionOf(client, path).list(params).pages() }),
  );
  const { walk } = started.result ?? violated('a walk of the client', started.error?.message ?? 'none');
  let cursor: string | null = null;
  do {
    const call: ClientCall<IteratorResult<ClientPage<object>, void>> = await context.callClient(() => walk.next());
    const pageCall = { ...call, result: call.result?.done === false ? call.result.value : null };
    const page: Page = pageOf(pageCall, context, path, queryAt(cursor));
    yield page;
    cursor = page.next;
  } while (cursor !== null);
  const { result, exchanges } = await context.callClient(() => walk.next());
  if (result?.done !== true || exchanges.length > 0)
    violated('a walk of the client that ends with the last page', 'it goes on', ...exchanges);
}
