import { type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import { type Row, rowsOf } from '../census/row.js';
import { type JsonObject, isObject, textOf } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { violated } from './violation.js';

/** The status that a rule asks for. */
export function expectStatus(exchange: Exchange, status: number, why: string): void {
  if (exchange.status === status) return;
  violated(`${why}: ${status}`, `answered ${exchange.status}${shortly(exchange)}`, exchange);
}

/** The beginning of a text; that there is more of it is shown. */
const clipped = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const shortly = ({ text }: Exchange): string => (text === '' ? '' : `: ${clipped(text, 200)}`);

/** The object that a body must be. */
export function expectObject(exchange: Exchange): JsonObject {
  const { json } = exchange;
  if (isObject(json)) return json;
  return violated('a body that is a JSON object', `got ${clipped(exchange.text, 100) || 'nothing'}`, exchange);
}

/** What a list shows on one page. */
export interface Page {
  readonly rows: Row[];
  readonly next: string | null;
  readonly limit: number;
  readonly links: { readonly first: string; readonly next: string | null };
  readonly exchange: Exchange;
}

/** LIST-1 to LIST-3 as far as whoever reads a page relies on them. */
export function expectPage(exchange: Exchange, why = 'a list'): Page {
  expectStatus(exchange, 200, why);
  const { data, links, meta } = expectObject(exchange);
  if (!Array.isArray(data) || !isObject(links) || !isObject(meta)) {
    return violated('data (an array), links and meta (LIST-1)', `got ${clipped(exchange.text, 200)}`, exchange);
  }
  const { next = null, limit } = meta;
  const { first, next: nextLink = null } = links;
  if (typeof first !== 'string' || typeof limit !== 'number') {
    return violated('links.first and meta.limit (LIST-2)', JSON.stringify({ links, meta }), exchange);
  }
  if ((typeof next !== 'string' && next !== null) || (typeof nextLink !== 'string' && nextLink !== null)) {
    return violated('meta.next and links.next that are strings or null', JSON.stringify({ links, meta }), exchange);
  }
  return { rows: rowsOf(exchange.json), next, limit, links: { first, next: nextLink }, exchange };
}

/** One entry of a 400's `errors`: the place of a fault. */
export interface Fault {
  readonly parameter?: string;
  readonly pointer?: string;
  readonly header?: string;
}

const commonKeys = ['type', 'title', 'status', 'detail', 'code', 'request_id'];

/** ERR-2, ERR-3: a problem as the interface documents it. Answers the faults of a 400. */
export function expectProblem(exchange: Exchange, code: ProblemCode, why: string): Fault[] {
  const { status } = problemCodes[code];
  expectStatus(exchange, status, why);
  return expectProblemBody(exchange, code, why);
}

/** ERR-2: the body of an error, whose code is one that goes with its status. */
export function expectProblemBody(exchange: Exchange, code: ProblemCode | null, why: string): Fault[] {
  const { status } = exchange;
  if (exchange.request.method === 'HEAD') return [];
  if (exchange.mediaType !== 'application/problem+json') {
    violated(
      `${why}: application/problem+json (ERR-2)`,
      `got ${exchange.header('content-type') ?? 'no type'}`,
      exchange,
    );
  }
  const problem = expectObject(exchange);
  const expected = status === 400 ? [...commonKeys, 'errors'] : commonKeys;
  const keys = Object.keys(problem);
  if (keys.length !== expected.length || !expected.every((key) => key in problem)) {
    violated(`a problem with the keys ${expected.join(', ')} (ERR-2)`, `got ${keys.join(', ')}`, exchange);
  }
  if (problem['status'] !== status) {
    violated(`a status member of ${status}, like the status line (ERR-2)`, textOf(problem['status']), exchange);
  }
  if (code !== null && problem['code'] !== code)
    violated(`${why}: the code ${code}`, textOf(problem['code']), exchange);
  expectProblemTexts(exchange, problem);
  return status === 400 ? faultsOf(exchange, problem) : [];
}

function expectProblemTexts(exchange: Exchange, problem: JsonObject): void {
  const { type, title, detail, code, request_id: requestId } = problem;
  const texts = [type, title, detail, code, requestId];
  if (!texts.every((text) => typeof text === 'string' && text !== '')) {
    violated('type, title, detail, code and request_id that are texts (ERR-2)', JSON.stringify(problem), exchange);
  }
  if (typeof type !== 'string' || !/^https?:\/\//i.test(type) || !type.endsWith(`/problems/${textOf(code)}`)) {
    violated(`a type of {base_url}/problems/${textOf(code)} (ERR-2)`, textOf(type), exchange);
  }
  const known = Object.entries(problemCodes).find(([name]) => name === code)?.[1];
  if (known && known.status !== exchange.status) {
    violated(`the code ${textOf(code)} with the status ${known.status} (ERR-3)`, String(exchange.status), exchange);
  }
  if (!known) violated('a code of ERR-3', textOf(code), exchange);
  if (requestId !== exchange.header('x-request-id')) {
    violated(`a request_id like X-Request-Id, ${exchange.header('x-request-id')}`, textOf(requestId), exchange);
  }
}

function faultsOf(exchange: Exchange, { errors }: JsonObject): Fault[] {
  if (!Array.isArray(errors) || errors.length === 0) {
    return violated('errors with an entry for each fault (ERR-2)', JSON.stringify(errors ?? null), exchange);
  }
  return errors.map((entry) => {
    if (!isObject(entry)) return violated('an entry that is an object (ERR-2)', JSON.stringify(entry), exchange);
    const { code, detail, ...place } = entry;
    const [key, ...others] = Object.keys(place);
    const where = key === undefined ? undefined : place[key];
    if (typeof code !== 'string' || typeof detail !== 'string' || code === '' || typeof where !== 'string') {
      return violated('an entry {parameter | pointer | header, code, detail} (ERR-2)', JSON.stringify(entry), exchange);
    }
    if (others.length > 0 || (key !== 'parameter' && key !== 'pointer' && key !== 'header')) {
      return violated('an entry that names one place (ERR-2)', JSON.stringify(entry), exchange);
    }
    return { [key]: where };
  });
}

/** ERR-2: every one of these places is named. How often, and what else is, is left open. */
export function expectFaults(exchange: Exchange, faults: readonly Fault[], expected: readonly Fault[]): void {
  for (const { parameter, pointer, header } of expected) {
    const named = faults.some(
      (fault) =>
        (parameter !== undefined && fault.parameter === parameter) ||
        (pointer !== undefined && fault.pointer === pointer) ||
        (header !== undefined && fault.header?.toLowerCase() === header.toLowerCase()),
    );
    const place = parameter ?? pointer ?? header ?? '';
    if (!named)
      violated(`a fault at ${place === '' ? 'the whole body' : place} (ERR-2)`, JSON.stringify(faults), exchange);
  }
}
