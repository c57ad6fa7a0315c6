import { readId, readIds, readRows } from '../json.js';
import { expectedAnswer, type Condition, described } from '../oracle.js';
import type { Exchange, RawRequest } from '../target/exchange.js';
import { decoded, parsePairs, getQuery } from '../target/query.js';
import { TransportError } from '../target/wire.js';
import { type AskedQuestion, askedQuestion } from './asked-question.js';
import { findMisreading } from './misreadings.js';
import { expectNext, type Page } from './expect-page.js';
import type { CheckContext } from './context.js';
import { type Evidence, type Smallest, Violation } from './violation.js';
import type { Subject } from './subject.js';
import { askRawPage, expectShown } from './ask.js';

/** The maximum number of requests to find a smaller one. */
const maxRequests = 80;

/**
 * Adds to a violation the origin of its URLs, its requests, and, if the snapshot is current, the smallest request
 * that still fails.
 */
export async function explained(
  context: CheckContext,
  violation: Violation,
  { isCurrent, shrinks }: Readonly<Record<'isCurrent' | 'shrinks', boolean>>,
): Promise<Violation> {
  const { evidence } = violation;
  const last = evidence.exchanges.at(-1);
  const origins = evidence.exchanges.flatMap((exchange) => context.trace.notesOn(exchange));
  const sequence = context.trace.sequence();
  const exchanges = [...(await readAgain(context, evidence)), ...evidence.exchanges];
  const smallest = isCurrent && shrinks && last ? await findSmallest(context, evidence, last) : null;
  const mistake = isCurrent && last && describeSymptom(evidence) === 'rows' ? mistakeIn(context, last) : [];
  return new Violation({
    ...evidence,
    exchanges,
    notes: [...new Set([...origins, ...mistake, ...(evidence.notes ?? [])])],
    sequence,
    ...(smallest && { smallest }),
  });
}

/** Requests the snapshot rows that a check inspected without a request, once per collection. */
async function readAgain(context: CheckContext, { rows = [], exchanges: sent }: Evidence): Promise<Exchange[]> {
  // At most one of two views of a row has a known request.
  const isComparison = rows.length > 1 && rows[0]?.['id'] === rows[1]?.['id'];
  if (sent.length > (isComparison ? 1 : 0)) return [];
  const ids = [...new Set(readIds(rows))];
  const lists = [...context.snapshot].flatMap(([name, known]) => {
    const own = known.rows.map(readId).filter((id) => ids.includes(id));
    return own.length === 0 ? [] : [`/api/v1/${name}?filters[id][in]=${own.map(encodeURIComponent).join(',')}`];
  });
  try {
    return await Promise.all(lists.map((list) => context.get(list)));
  } catch (error) {
    if (error instanceof TransportError) return [];
    throw error;
  }
}

export const mistakeWords = 'The server would show exactly these rows if';

/** The misreading that would return exactly these rows, according to the snapshot. */
function mistakeIn(context: CheckContext, { request, json }: Exchange): string[] {
  const asked = askedQuestion(request);
  if (!asked) return [];
  const subject = context.subject(asked.contract.name);
  if (!subject.complete) return [];
  const previous = context.trace.originOf(request)?.ids.at(-1);
  const words = findMisreading(asked, subject.rows, readRows(json), previous);
  return words === null ? [] : [`${mistakeWords} ${words}.`];
}

/** A list request: its separate parameters, and its number of pages. */
interface Asking {
  readonly parameters: readonly string[];
  readonly pages: number;
  /** Follows the links of the server instead of its cursors. */
  readonly byLink: boolean;
}

/** Kinds of failure that a smaller request may show differently; all others must stay the same. */
export const describeSymptom = ({ expected, rows = [] }: Pick<Evidence, 'expected' | 'rows'>): string =>
  rows.length > 0 || expected.includes('next page')
    ? 'rows'
    : expected.replace(/filters\[[^&\s]*|[\d,]+|"[^"]*"/g, '…');

/** The smallest list request that still fails; null if it cannot be determined, or is the same request. */
async function findSmallest(
  context: CheckContext,
  evidence: Evidence,
  { request }: Exchange,
): Promise<Smallest | null> {
  const question = askedQuestion(request);
  if (!question) return null;
  const subject = context.subject(question.contract.name);
  const meaningOf = (parameters: readonly string[]): AskedQuestion | null =>
    askedQuestion({ method: 'GET', path: `${subject.path}?${parameters.join('&')}` });
  const before = context.requests;
  const tried = new Set<string>();
  const failureOf = async (asking: Asking): Promise<Evidence | null> => {
    const { pages, parameters } = asking;
    const asked = meaningOf(parameters);
    const key = JSON.stringify(asking);
    if (asked === null || tried.has(key) || context.requests - before + pages > maxRequests) return null;
    tried.add(key);
    if (!subject.complete && !asked.conditions.some(isSetOfIds)) return null;
    const found = await failureIn(context, subject, asked, asking);
    const isAsClear = (found?.rows ?? []).length > 0 || (evidence.rows ?? []).length === 0;
    return found && isAsClear && describeSymptom(found) === describeSymptom(evidence) ? found : null;
  };
  let smallest: (Asking & Evidence) | null = null;
  let candidates: Iterable<Asking> = listAskings(context, request);
  for (;;) {
    let smaller: (Asking & Evidence) | null = null;
    for (const asking of candidates) {
      const found = await failureOf(asking);
      if (!found) continue;
      smaller = { ...asking, ...found };
      break;
    }
    if (!smaller) break;
    smallest = smaller;
    candidates = smallerThan(smaller, meaningOf(smaller.parameters)?.limit ?? 0);
  }
  const isSame = smallest?.exchanges.at(-1)?.request.path === request.path;
  if (!smallest || isSame) return null;
  const isWhole = context.requests - before + smallest.pages <= maxRequests;
  return { observed: observedIn(smallest, isWhole), exchanges: smallest.exchanges };
}

/** The ways to reach the same page again: without a cursor, with one, or through its link. */
function listAskings({ trace }: CheckContext, request: RawRequest): Asking[] {
  const parametersOf = ({ path }: RawRequest): string[] =>
    getQuery(path)
      .split('&')
      .filter((one) => one !== '' && !one.startsWith('cursor='));
  const origin = trace.originOf(request);
  const byCursor = trace
    .depthsOf(request)
    .map((pages) => ({ parameters: parametersOf(request), pages, byLink: false }));
  if (origin?.source !== 'links.next') return byCursor;
  return [...byCursor, { parameters: parametersOf(origin.request), pages: 2, byLink: true }];
}

/** The failure, and related requests that are correct: the page before, and all smaller ones if all were tried. */
function observedIn({ observed, exchanges, parameters }: Asking & Evidence, isWhole: boolean): string {
  const before = exchanges.length > 1 ? '; the page before is correct' : '';
  const isJoined = isWhole && parameters.filter((one) => !isLimit(one)).length > 1;
  return `${observed}${before}${isJoined ? '; without any one of its parameters the response is correct' : ''}`;
}

const isSetOfIds = ({ field, operator }: Condition): boolean => field === 'id' && operator === 'in';

/** The error that the oracle finds in a list read in this many pages; null if it is correct or has no response. */
async function failureIn(
  context: CheckContext,
  subject: Subject,
  asked: AskedQuestion,
  { parameters, pages, byLink }: Asking,
): Promise<Evidence | null> {
  let rest = expectedAnswer(subject, asked);
  let query: string | null = parameters.join('&');
  const exchanges: Exchange[] = [];
  try {
    for (let count = 0; count < pages && query !== null; count += 1) {
      const page: Page = await askRawPage(context, subject.path, query);
      exchanges.push(page.exchange);
      expectShown(page, rest.slice(0, asked.limit), described(asked));
      rest = rest.slice(page.rows.length);
      expectNext(page, rest.length > 0);
      const byCursor: string | null = page.next && [...parameters, `cursor=${page.next}`].join('&');
      query = byLink && page.links.next !== null ? getQuery(page.links.next) : byCursor;
    }
    return null;
  } catch (error) {
    if (error instanceof TransportError) return null;
    if (!(error instanceof Violation)) throw error;
    return { ...error.evidence, exchanges: [...new Set([...exchanges, ...error.evidence.exchanges])] };
  }
}

const isLimit = (parameter: string): boolean => parameter.startsWith('limit=');

/** A parameter in the usual notation. */
function plainly(parameter: string): string {
  const [[name = '', value = ''] = []] = parsePairs(parameter);
  const encoded = encodeURIComponent(value).replaceAll('%3A', ':');
  return `${name}=${name.endsWith('in]') ? encoded.replaceAll('%2C', ',') : encoded}`;
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** The largest simplifications first: one parameter less, a simpler notation, part of a set, a smaller page. */
function* smallerThan(from: Asking & Evidence, limit: number): Iterable<Asking> {
  const { parameters, pages, byLink, rows = [] } = from;
  const asking = (others: readonly string[]): Asking => ({ parameters: others, pages, byLink });
  const instead = (place: number, ...others: string[]): Asking =>
    asking(parameters.flatMap((one, at) => (at === place ? others : [one])));
  const own = [...parameters.entries()].filter(([, parameter]) => !isLimit(parameter));
  for (const [place] of own) yield instead(place);
  yield asking(parameters.map(plainly));
  for (const [place, parameter] of own) yield instead(place, plainly(parameter));
  for (const [place, parameter] of own) yield instead(place, parameter.replace(/^[^=]*/, decoded));
  for (const [place, parameter] of own) {
    const [name = '', value = ''] = parameter.split('=');
    const [, comma = ','] = /(,|%2c)/i.exec(value) ?? [];
    const values = value.split(comma);
    const few = values.length <= 8 ? [1] : [];
    const sizes = [2, 4].map((parts) => Math.ceil(values.length / parts));
    const parts = [
      values.filter((one) => readIds(rows).includes(one.toLowerCase())),
      ...(values.length <= 4 ? values.map((one) => [one]) : []),
      ...[...sizes, ...few].flatMap((size) =>
        chunks(values, size).map((chunk) => values.filter((one) => !chunk.includes(one))),
      ),
    ];
    for (const part of parts)
      if (part.length > 0 && part.length < values.length) yield instead(place, `${name}=${part.join(comma)}`);
  }
  for (const rowsOfPage of [1, 2, 3, 5, 10].filter((one) => one < limit))
    yield asking([...parameters.filter((one) => !isLimit(one)), `limit=${rowsOfPage}`]);
}
