import { fieldTable, isProblemCode, type ProblemCode, problemCodes, ProblemDto } from '@resource-catalogue/contracts';
import { isObject, type Json, type JsonObject, sameJson, toText, valueDifferences } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import type { CheckContext } from './context.js';
import { fail, Violation } from './violation.js';
import { clip, contrast, differenceNotes } from './differences.js';
import { summarizeBody } from './trace.js';

export function expectStatus(exchange: Exchange, status: number, why: string): void {
  if (exchange.status === status) return;
  const body = summarizeBody(exchange);
  fail(`${why}: ${status}`, `status ${exchange.status}${body === '' ? '' : `: ${body}`}`, exchange);
}

export function expectEqual(
  what: string,
  found: Json | undefined,
  wanted: Json,
  ...exchanges: readonly (Exchange | null)[]
): void {
  if (sameJson(found ?? null, wanted)) return;
  const isLong = typeof wanted === 'object' && wanted !== null;
  const [due, shown] = isLong
    ? [toText(wanted), toText(found)].map((text) => clip(text, maxValueLength))
    : contrast(toText(wanted), toText(found));
  throw new Violation({
    expected: `${what}: ${due}`,
    observed: shown ?? '',
    exchanges: exchanges.filter((exchange) => exchange !== null),
    notes: isLong ? differenceNotes(valueDifferences(wanted, found ?? null), 'expected', 'found') : [],
  });
}

const maxValueLength = 300;

/** Expects equal bodies; reports both values at each difference. */
export function expectSameBody(what: string, one: Exchange, other: Exchange): void {
  if (one.text === other.text) return;
  const values = one.json === undefined || other.json === undefined ? [] : valueDifferences(one.json, other.json);
  const places = values.map(({ path }) => path).join(', ');
  throw new Violation({
    expected: what,
    observed: `another body${places === '' ? `, of ${other.text.length} characters for ${one.text.length}` : `: it differs at ${places}`}`,
    exchanges: [one, other],
    notes: differenceNotes(values, 'by the first request', 'by the second'),
  });
}

export function expectObject(exchange: Exchange): JsonObject {
  const { json } = exchange;
  if (isObject(json)) return json;
  return fail('a body that is a JSON object', `got ${clip(exchange.text, 100) || 'nothing'}`, exchange);
}

export function expectData(exchange: Exchange): JsonObject {
  const body = expectObject(exchange);
  const { data } = body;
  if (Object.keys(body).join() === 'data' && isObject(data)) return data;
  return fail('{"data": {…}}', clip(exchange.text, 200), exchange);
}

export function expectNoBody(exchange: Exchange): void {
  const { bytes, status, request } = exchange;
  if (bytes.length > 0) fail(`${request.method} with ${status} and no body`, `${bytes.length} bytes`, exchange);
}

/** The values of a comma-separated, case-insensitive header, in alphabetical order. */
export function headerTokens(exchange: Exchange, name: string): string[] {
  return (exchange.header(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .sort();
}

export const isNotStored = (exchange: Exchange): boolean =>
  headerTokens(exchange, 'cache-control').includes('no-store');

const kindsOfPlace = ['parameter', 'pointer', 'header'] as const;

/** The places of the validation errors of a 400; its `errors` must list each of them. */
type Places = Readonly<Partial<Record<`${(typeof kindsOfPlace)[number]}s`, readonly string[]>>>;

/** Expects a documented problem (ERR-2, ERR-3); a 400 must list each of these places. */
export function expectProblem(exchange: Exchange, code: ProblemCode, why: string, places: Places = {}): void {
  expectStatus(exchange, problemCodes[code].status, why);
  expectProblemBody(exchange, code, why, places);
}

export async function expectBadRequest(
  context: CheckContext,
  path: string,
  ...parameters: readonly string[]
): Promise<void> {
  expectProblem(await context.get(path), 'invalid_request', path, { parameters });
}

/** Expects the body of an error with a code that matches its status; null accepts any such code (ERR-2). */
export function expectProblemBody(exchange: Exchange, code: ProblemCode | null, why: string, places: Places): void {
  const { status, mediaType } = exchange;
  if (exchange.request.method === 'HEAD') return;
  expectEqual(`${why}: the type of a problem (ERR-2)`, mediaType, 'application/problem+json', exchange);
  const problem = expectObject(exchange);
  const keys = [...fieldTable(ProblemDto).keys()].filter((key) => key !== 'errors' || status === 400);
  expectEqual('the keys of a problem (ERR-2)', Object.keys(problem).sort(), keys.sort(), exchange);
  const { errors = null, status: number, ...texts } = problem;
  expectEqual('a status member equal to the status line (ERR-2)', number, status, exchange);
  if (!Object.values(texts).every((text) => typeof text === 'string' && text !== ''))
    fail('type, title, detail, code and request_id that are texts (ERR-2)', JSON.stringify(problem), exchange);
  const [type, sentCode] = [toText(texts['type']), toText(texts['code'])];
  if (code !== null) expectEqual(`${why}: the code`, sentCode, code, exchange);
  if (!isProblemCode(sentCode)) return fail('a code of ERR-3', sentCode, exchange);
  expectEqual(`the status of the code ${sentCode} (ERR-3)`, status, problemCodes[sentCode].status, exchange);
  if (!/^https?:\/\//i.test(type) || !type.endsWith(`/problems/${sentCode}`))
    fail(`a type of {base_url}/problems/${sentCode} (ERR-2)`, type, exchange);
  expectEqual('a request_id equal to X-Request-Id', texts['request_id'], exchange.header('x-request-id'), exchange);
  if (status === 400)
    expectErrorsAt(exchange, Array.isArray(errors) && errors.every((one) => isObject(one)) ? errors : [], places);
}

/** Expects an entry for each of these places; repetitions and further entries are allowed (ERR-2). */
function expectErrorsAt(exchange: Exchange, errors: readonly JsonObject[], places: Places): void {
  const isRight = ({ code, detail, ...place }: JsonObject): boolean => {
    const [[kind, where] = [], ...more] = Object.entries(place);
    const isPlace = kindsOfPlace.some((known) => known === kind) && typeof where === 'string' && more.length === 0;
    return isPlace && [code, detail].every((text) => typeof text === 'string' && text !== '');
  };
  if (!errors.every(isRight) || errors.length === 0)
    fail('errors of the form {parameter | pointer | header, code, detail} (ERR-2)', toText([...errors]), exchange);
  for (const kind of kindsOfPlace) {
    for (const place of places[`${kind}s`] ?? []) {
      const isNamed = errors.some(({ [kind]: named }) =>
        kind === 'header' ? toText(named).toLowerCase() === place.toLowerCase() : named === place,
      );
      if (!isNamed) fail(`an entry of errors with the ${kind} "${place}" (ERR-2)`, toText([...errors]), exchange);
    }
  }
}

function parameter(challenge: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(challenge);
  return found?.[1] ?? found?.[2] ?? null;
}

/** Expects a problem with a Bearer challenge that has these parameters; null means that one must be absent. */
function expectChallenge(
  exchange: Exchange,
  code: ProblemCode,
  why: string,
  wanted: Readonly<Record<string, string | null>>,
): void {
  expectProblem(exchange, code, why);
  const challenge = exchange.header('www-authenticate') ?? 'none';
  if (!/^Bearer(?:\s|$)/i.test(challenge)) fail(`${why}: a WWW-Authenticate with Bearer`, challenge, exchange);
  for (const [name, value] of Object.entries(wanted)) {
    if (parameter(challenge, name) !== value)
      fail(`${why}: ${value === null ? `no ${name} attribute` : `${name}="${value}"`}`, challenge, exchange);
  }
}

export const expectMissingToken = (exchange: Exchange, why: string): void =>
  expectChallenge(exchange, 'missing_token', why, { realm: 'catalogue', error: null });

export const expectInvalidToken = (exchange: Exchange, why: string): void =>
  expectChallenge(exchange, 'invalid_token', why, { error: 'invalid_token' });

/** Expects the response to a valid token without the scope, with the narrowest sufficient one (AUTH-3). */
export const expectMissingScope = (exchange: Exchange, scope: string, why: string): void =>
  expectChallenge(exchange, 'insufficient_scope', why, { error: 'insufficient_scope', scope });

export type Budget = Exclude<ReturnType<typeof parseBudget>, string>;

/** The quota in the headers of a response, or a text if the headers are wrong (RATE-2). */
export function parseBudget(exchange: Exchange) {
  const [policy, limit] = [exchange.header('ratelimit-policy'), exchange.header('ratelimit')];
  const declared = /^"default"; *q=(\d+); *w=(\d+)$/.exec(policy ?? '');
  const left = /^"default"; *r=(\d+); *t=(\d+)$/.exec(limit ?? '');
  if (!declared) return `RateLimit-Policy is ${policy ?? 'absent'}`;
  if (!left) return `RateLimit is ${limit ?? 'absent'}`;
  const [quota = 0, window = 0] = declared.slice(1).map(Number);
  const [remaining = 0, reset = 0] = left.slice(1).map(Number);
  if (remaining > quota) return `r=${remaining} is more than q=${quota}`;
  if (reset > window) return `t=${reset} is outside the window of ${window} s`;
  return { quota, window, remaining, reset };
}
