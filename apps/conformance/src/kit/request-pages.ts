import type { Row } from '../json.js';
import { describeQuestion, expectedRows, type Question, questionQuery, idFilter } from '../oracle.js';
import type { RequestSpec, Exchange } from '../target/exchange.js';
import { elide } from '../target/query.js';
import { expectNext, expectPage, expectSoundPage, type Page, countRowsDue } from './expect-page.js';
import { rowDifference } from './expect-rows.js';
import type { CheckContext } from './context.js';
import { fail, failRows } from './violation.js';
import type { Subject } from './subject.js';
import { readPage } from './client-requests.js';

/** The maximum length of a list that is requested completely. */
const smallList = 40;
const shortPage = 15;
const chosenRows = 20;

/**
 * The number of first requests of a check that use the client, and the interval of the later ones that do: a call of
 * the client costs several times as much as a raw request.
 */
const [firstInClient, oneInClient] = [6, 4];

/** Requests a page of a valid query, partly through the client; a query that the client cannot send is sent raw. */
export async function requestPage(context: CheckContext, path: string, query: string): Promise<Page> {
  const isInClient = context.requests < firstInClient || context.requests % oneInClient === 0;
  const page = isInClient ? await readPage(context, path, query) : null;
  return page ?? requestRawPage(context, path, query);
}

/** Requests a page of a valid query whose exact notation matters. */
export async function requestRawPage(
  context: CheckContext,
  path: string,
  query: string,
  headers: RequestSpec['headers'] = {},
): Promise<Page> {
  const page = expectPage(await context.get(query === '' ? path : `${path}?${query}`, { headers }), 'a good query');
  expectSoundPage(page, `${context.target.path}${path}`, query);
  return page;
}

/** Expects exactly these rows in this order, up to the page size, each as in the snapshot. */
export function expectShown(page: Page, all: readonly Row[], relation: string): void {
  const found = rowDifference(page.exchange, page.rows, all.slice(0, countRowsDue(page, all.length)));
  if (found) failRows(found.rows, elide(relation, 300), found.observed, page.exchange, found.notes);
}

/** Expects exactly the matching rows in order; long lists are compared on the first page and for chosen rows. */
export async function expectMatchingRows(
  context: CheckContext,
  subject: Subject,
  question: Question,
  chosen: readonly Row[] = [],
): Promise<void> {
  const { conditions = [] } = question;
  // A question with its own set of ids cannot be limited to other ids, and does not need to be.
  const ownIds = conditions.some(({ field, operator }) => field === 'id' && operator === 'in');
  if ((subject.rows.length <= smallList && subject.complete) || ownIds)
    return expectFirstPage(context, subject, question, smallList);
  // Half of the questions are also sent for the whole list, which keeps the total cost the same.
  if (subject.complete && (chosen.length === 0 || context.random.integer(2) === 0))
    await expectFirstPage(context, subject, question, shortPage);
  const rows = chosen.length > 0 ? chosen.slice(0, chosenRows) : context.random.sample(subject.rows, chosenRows);
  if (rows.length > 0) await expectAmong(context, subject, rows, question);
}

/** Expects exactly the matching ones of these rows, in order. */
export async function expectAmong(
  context: CheckContext,
  subject: Subject,
  rows: readonly Row[],
  question: Question,
): Promise<void> {
  const query = questionQuery(question, idFilter(rows), `limit=${rows.length}`);
  const page = await requestPage(context, subject.path, query);
  expectShown(page, expectedRows({ ...subject, rows }, question), describeQuestion(question));
}

export const expectFirstPage = (
  context: CheckContext,
  subject: Subject,
  question: Question,
  limit: number,
): Promise<void> =>
  expectPages(expectedRows(subject, question), describeQuestion(question), 1, () =>
    requestPage(context, subject.path, questionQuery(question, `limit=${limit}`)),
  );

/** Expects that paging returns exactly these rows in this order; `limits` are the page sizes, in turn. */
export const expectPaging = (
  context: CheckContext,
  { path }: Pick<Subject, 'path'>,
  query: string,
  limits: readonly number[],
  expected: readonly Row[],
): Promise<void> =>
  expectPages(
    expected,
    `paging with limit ${limits.join(', ')} that returns every row once and in order`,
    Infinity,
    (cursor, count) =>
      requestPage(context, path, questionQuery({}, query, `limit=${limits[count % limits.length]}`, cursor)),
  );

/** Expects these rows in order on at most `maxPages` pages, each requested with the cursor of the previous one. */
export async function expectPages(
  expected: readonly Row[],
  relation: string,
  maxPages: number,
  request: (cursor: string, count: number) => Promise<Page>,
): Promise<void> {
  let [met, cursor] = [0, ''];
  for (let count = 0; count < maxPages && (count === 0 || cursor !== ''); count += 1) {
    const page = await request(cursor, count);
    // Each page is checked as it arrives, because the first wrong page is the most informative.
    expectShown(page, expected.slice(met, met + page.limit), relation);
    met += page.rows.length;
    expectNext(page, met < expected.length);
    cursor = page.next === null ? '' : `cursor=${page.next}`;
  }
}

/** Requests a page outside the API: a server may lack it, but it must not require a token. */
export async function requestPublicPage(
  context: CheckContext,
  path: string,
  token: string | null = null,
): Promise<Exchange> {
  const exchange = await context.get(path, { token });
  if (exchange.status === 401 || exchange.status === 403)
    fail(`neither 401 nor 403 for ${path}, which needs no token`, String(exchange.status), exchange);
  return exchange;
}
