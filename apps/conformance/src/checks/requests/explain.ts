import { idsOf, rowsOf } from '../../json.js';
import { answerOf, type Condition, described, type Question, questionQuery } from '../../oracle.js';
import type { Exchange } from '../../target/exchange.js';
import { queryOf } from '../../target/query.js';
import { TransportError } from '../../target/wire.js';
import { type AskedQuestion, askedQuestion } from '../assertions/asked-question.js';
import { misreadingOf } from '../assertions/misreadings.js';
import { expectNext, type Page } from '../assertions/page.js';
import { type CheckContext, type Evidence, type Smallest, Violation } from '../context/check.js';
import type { Subject } from '../context/subject.js';
import { askRawPage, expectShown } from './lists.js';

/** A smaller request is looked for with so many requests. */
const mostRequests = 40;

/** A violation with what the check knows of its requests, and with the smallest request that still shows it. */
export async function explained(context: CheckContext, violation: Violation, shrinks: boolean): Promise<Violation> {
  const { evidence } = violation;
  const last = evidence.exchanges.at(-1);
  const origins = evidence.exchanges.flatMap((exchange) => context.trace.notesOn(exchange));
  const sequence = context.trace.sequence();
  const smallest = shrinks && last ? await smallestOf(context, evidence, last) : null;
  const mistake = shrinks && last && symptomOf(evidence) === 'rows' ? mistakeIn(context, last) : [];
  return new Violation({
    ...evidence,
    notes: [...new Set([...origins, ...mistake, ...(evidence.notes ?? [])])],
    sequence,
    ...(smallest && { smallest }),
  });
}

export const mistakeWords = 'These are the rows that it would show if';

/** The mistake that gives just the rows of this answer, as far as the snapshot can tell. */
function mistakeIn(context: CheckContext, { request, json }: Exchange): string[] {
  const asked = askedQuestion(request);
  if (!asked) return [];
  const subject = context.subject(asked.contract.name);
  if (!subject.complete) return [];
  const behind = context.trace.originOf(request)?.ids.at(-1);
  const words = misreadingOf(asked, subject.rows, rowsOf(json), behind);
  return words === null ? [] : [`${mistakeWords} ${words}.`];
}

/** A list as it is asked for: its parameters, one by one, and how many pages of it. */
interface Asking {
  readonly parameters: readonly string[];
  readonly pages: number;
}

/** Rows that are wrong, or end where they must not, may be so in another way with a smaller request; nothing else may. */
export const symptomOf = ({ expected, rows = [] }: Pick<Evidence, 'expected' | 'rows'>): string =>
  rows.length > 0 || expected.includes('next page')
    ? 'rows'
    : expected.replace(/filters\[[^&\s]*|[\d,]+|"[^"]*"/g, '…');

/** The smallest request for a list that fails as this one did; null where that cannot be said, or is the same one. */
async function smallestOf(context: CheckContext, evidence: Evidence, { request }: Exchange): Promise<Smallest | null> {
  const question = askedQuestion(request);
  if (!question) return null;
  const subject = context.subject(question.contract.name);
  const meaningOf = (parameters: readonly string[]): AskedQuestion | null =>
    askedQuestion({ method: 'GET', path: `${subject.path}?${parameters.join('&')}` });
  const before = context.requests;
  const tried = new Set<string>();
  const failureOf = async ({ parameters, pages }: Asking): Promise<Evidence | null> => {
    const asked = meaningOf(parameters);
    const key = `${pages} ${parameters.join('&')}`;
    if (asked === null || tried.has(key) || context.requests - before + pages > mostRequests) return null;
    tried.add(key);
    if (!subject.complete && !asked.conditions.some(isSetOfIds)) return null;
    const found = await failureIn(context, subject, asked, { parameters, pages });
    return found && symptomOf(found) === symptomOf(evidence) ? found : null;
  };
  const parameters = queryOf(request.path).split('&');
  const first = parameters.filter((one) => one !== '' && !one.startsWith('cursor='));
  let smallest: (Asking & Evidence) | null = null;
  let candidates: Iterable<Asking> = context.trace.depthsOf(request).map((pages) => ({ parameters: first, pages }));
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
    candidates = smallerThan(smaller, meaningOf(smaller.parameters));
  }
  const isSame = smallest?.exchanges.at(-1)?.request.path === request.path;
  if (!smallest || isSame) return null;
  const preceding = smallest.exchanges.length > 1 ? '; the page before is right' : '';
  return { observed: `${smallest.observed}${preceding}`, exchanges: smallest.exchanges };
}

const isSetOfIds = ({ field, operator }: Condition): boolean => field === 'id' && operator === 'in';

/** How a list in so many pages is wrong, as the oracle has it; null where it is right, or there is no answer. */
async function failureIn(
  context: CheckContext,
  subject: Subject,
  asked: AskedQuestion,
  { parameters, pages }: Asking,
): Promise<Evidence | null> {
  let rest = answerOf(subject, asked);
  let cursor: string | null = null;
  const exchanges: Exchange[] = [];
  try {
    for (let count = 0; count < pages && (count === 0 || cursor !== null); count += 1) {
      const query = [...parameters, ...(cursor === null ? [] : [`cursor=${cursor}`])].join('&');
      const page: Page = await askRawPage(context, subject.path, query);
      exchanges.push(page.exchange);
      expectShown(page, rest.slice(0, asked.limit), described(asked));
      rest = rest.slice(page.rows.length);
      expectNext(page, rest.length > 0);
      cursor = page.next;
    }
    return null;
  } catch (error) {
    if (error instanceof TransportError) return null;
    if (!(error instanceof Violation)) throw error;
    return { ...error.evidence, exchanges: [...new Set([...exchanges, ...error.evidence.exchanges])] };
  }
}

/** The largest steps first: a parameter less, a plainer notation, a part of a set, a smaller page. */
function* smallerThan(
  { parameters, pages, rows = [] }: Asking & Evidence,
  asked: AskedQuestion | null,
): Iterable<Asking> {
  if (!asked) return;
  const isLimit = (parameter: string): boolean => parameter.startsWith('limit=');
  const limits = parameters.filter(isLimit);
  for (const one of parameters)
    if (!isLimit(one)) yield { parameters: parameters.filter((other) => other !== one), pages };
  const written = (question: Question): string[] =>
    questionQuery(question)
      .split('&')
      .filter((one) => one !== '');
  yield { parameters: [...written(asked), ...limits], pages };
  for (const condition of asked.conditions) {
    const { values, field } = condition;
    const half = Math.ceil(values.length / 2);
    const parts = [
      ...(field === 'id' ? [values.filter((value) => idsOf(rows).includes(value))] : []),
      ...(values.length <= 4 ? values.map((value) => [value]) : []),
      ...[values.slice(0, half), values.slice(half)],
    ];
    for (const part of parts.filter(({ length }) => length > 0 && length < values.length)) {
      const conditions = asked.conditions.map((one) => (one === condition ? { ...one, values: part } : one));
      yield { parameters: [...written({ ...asked, conditions }), ...limits], pages };
    }
  }
  for (const limit of [1, 2, 3, 5, 10].filter((one) => one < asked.limit))
    yield { parameters: [...parameters.filter((one) => !isLimit(one)), `limit=${limit}`], pages };
}
