import { defaultLimit } from '@resource-catalogue/contracts';
import { readIds } from '../json.js';
import { expectedRows, type Condition, describeQuestion, questionQuery } from '../oracle.js';
import type { Exchange } from '../target/exchange.js';
import { decode, parsePairs, getQuery } from '../target/query.js';
import { TransportError } from '../target/wire.js';
import { requestRawPage, expectPages } from './request-pages.js';
import { type ParsedQuestion, parseQuestion } from './parse-question.js';
import type { CheckContext } from './context.js';
import type { Subject } from './subject.js';
import { type Evidence, Violation } from './violation.js';

const maxRequests = 80;

const maxPages = 5;

/** A list request: its separate parameters, and its number of pages. */
interface ListRequest {
  readonly parameters: readonly string[];
  readonly pages: number;
}

/** The kind of a failure, which a smaller request must reproduce; its details may differ. */
const symptomOf = ({ expected, rows = [] }: Evidence): string =>
  rows.length > 0 || expected.includes('next page')
    ? 'rows'
    : expected.replace(/filters\[[^&\s]*|[\d,]+|"[^"]*"/g, '…');

/** The smallest list request that still fails; null if it cannot be determined, or is the same request. */
export async function findSmallest(context: CheckContext, evidence: Evidence): Promise<Evidence['smallest'] | null> {
  const last = evidence.exchanges.at(-1);
  const question = last?.request.method === 'GET' ? parseQuestion(last.request.path) : null;
  if (!last || !question) return null;
  const subject = context.subject(question.contract.name);
  const before = context.requests;
  const tried = new Set<string>();
  const failureOf = async (candidate: ListRequest): Promise<Evidence | null> => {
    const parsed = parseQuestion(`${subject.path}?${candidate.parameters.join('&')}`);
    const key = JSON.stringify(candidate);
    if (parsed === null || tried.has(key) || context.requests - before + candidate.pages > maxRequests) return null;
    tried.add(key);
    if (!subject.complete && !parsed.conditions.some(isSetOfIds)) return null;
    const found = await failureIn(context, subject, parsed, candidate);
    const isAsClear = (found?.rows ?? []).length > 0 || (evidence.rows ?? []).length === 0;
    return found && isAsClear && symptomOf(found) === symptomOf(evidence) ? found : null;
  };
  const firstToFail = async (candidates: Iterable<ListRequest>): Promise<(ListRequest & Evidence) | null> => {
    for (const candidate of candidates) {
      const found = await failureOf(candidate);
      if (found) return { ...candidate, ...found };
    }
    return null;
  };
  let smallest: (ListRequest & Evidence) | null = null;
  for (let next = await firstToFail(listCandidates(context, last)); next; next = await firstToFail(smallerThan(next)))
    smallest = next;
  const isSame = smallest?.exchanges.at(-1)?.request.path === last.request.path;
  return smallest && !isSame ? { observed: smallest.observed, exchanges: smallest.exchanges } : null;
}

/** The ways to reach the same page again: alone, as the second page, or after as many pages as before. */
function listCandidates({ trace }: CheckContext, { request }: Exchange): ListRequest[] {
  const named = ({ path }: Exchange['request'], applies: (name?: string) => boolean): string[] =>
    getQuery(path)
      .split('&')
      .filter((one) => one !== '' && applies(parsePairs(one)[0]?.[0]));
  const before = trace.pageBefore(request);
  // A previous page of another size would end at another row.
  const size = before ? named(before.request, (name) => name === 'limit') : [];
  const isOwn = (name?: string): boolean => name !== 'cursor' && (name !== 'limit' || size.length === 0);
  const parameters = [...named(request, isOwn), ...size];
  let depth = 1;
  for (let page = trace.pageBefore(request); page && depth < maxPages; page = trace.pageBefore(page.request))
    depth += 1;
  return [...new Set([1, Math.min(2, depth), depth])].map((pages) => ({ parameters, pages }));
}

const isSetOfIds = ({ field, operator }: Condition): boolean => field === 'id' && operator === 'in';

/** The error that the oracle finds in a list read in this many pages; null if it is correct or has no response. */
async function failureIn(
  context: CheckContext,
  subject: Subject,
  parsed: ParsedQuestion,
  { parameters, pages }: ListRequest,
): Promise<Evidence | null> {
  const exchanges: Exchange[] = [];
  try {
    await expectPages(expectedRows(subject, parsed), describeQuestion(parsed), pages, async (cursor) => {
      const page = await requestRawPage(context, subject.path, questionQuery({}, ...parameters, cursor));
      exchanges.push(page.exchange);
      return page;
    });
    return null;
  } catch (error) {
    if (error instanceof TransportError) return null;
    if (!(error instanceof Violation)) throw error;
    return { ...error.evidence, exchanges: [...new Set([...exchanges, ...error.evidence.exchanges])] };
  }
}

const isLimit = (parameter: string): boolean => parameter.startsWith('limit=');

function plainly(parameter: string): string {
  const [[name = '', value = ''] = []] = parsePairs(parameter);
  const encoded = encodeURIComponent(value).replaceAll('%3A', ':');
  return `${name}=${name.endsWith('in]') ? encoded.replaceAll('%2C', ',') : encoded}`;
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** The largest simplifications first: one parameter less, a simpler notation, part of a set, a smaller page. */
function* smallerThan({ parameters, pages, rows = [] }: ListRequest & Evidence): Iterable<ListRequest> {
  const instead = (place: number, ...others: string[]): ListRequest => ({
    parameters: parameters.flatMap((one, at) => (at === place ? others : [one])),
    pages,
  });
  const own = [...parameters.entries()].filter(([, parameter]) => !isLimit(parameter));
  for (const [place] of own) yield instead(place);
  yield { parameters: parameters.map(plainly), pages };
  for (const [place, parameter] of own) yield instead(place, plainly(parameter));
  for (const [place, parameter] of own) yield instead(place, parameter.replace(/^[^=]*/, decode));
  for (const [place, parameter] of own) {
    const [name = '', value = ''] = parameter.split('=');
    const [, comma = ','] = /(,|%2c)/i.exec(value) ?? [];
    const values = value.split(comma);
    const sizes = [Math.ceil(values.length / 2), Math.ceil(values.length / 4), ...(values.length <= 8 ? [1] : [])];
    const parts = [
      values.filter((one) => readIds(rows).includes(one.toLowerCase())),
      ...(values.length <= 4 ? values.map((one) => [one]) : []),
      ...sizes.flatMap((size) => chunks(values, size).map((chunk) => values.filter((one) => !chunk.includes(one)))),
    ];
    for (const part of parts)
      if (part.length > 0 && part.length < values.length) yield instead(place, `${name}=${part.join(comma)}`);
  }
  const limit = Number(parameters.find(isLimit)?.split('=')[1] ?? defaultLimit);
  for (const rowsOfPage of [1, 2, 3, 5, 10].filter((one) => one < limit))
    yield { parameters: [...parameters.filter((one) => !isLimit(one)), `limit=${rowsOfPage}`], pages };
}
