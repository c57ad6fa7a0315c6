import { type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import { isObject, type Json, type JsonObject, textOf } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import type { CheckContext } from '../context/check-context.js';
import { violated } from '../context/violation.js';
import { expectEqual, expectObject, expectStatus } from './answer.js';

const kindsOfPlace = ['parameter', 'pointer', 'header'] as const;

/** Where the validation errors of a 400 are: each place must be named in its `errors`. */
type Places = Readonly<Partial<Record<`${(typeof kindsOfPlace)[number]}s`, readonly string[]>>>;

const commonKeys = ['type', 'title', 'status', 'detail', 'code', 'request_id'];

/** ERR-2, ERR-3: a problem as the interface documents it; a 400 names each of these places. */
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

/** ERR-2: the body of an error, whose code is one that goes with its status; null where any of them will do. */
export function expectProblemBody(exchange: Exchange, code: ProblemCode | null, why: string, places: Places): void {
  const { status, mediaType } = exchange;
  if (exchange.request.method === 'HEAD') return;
  expectEqual(`${why}: the type of a problem (ERR-2)`, mediaType, 'application/problem+json', exchange);
  const problem = expectObject(exchange);
  const expected = status === 400 ? [...commonKeys, 'errors'] : commonKeys;
  expectEqual('the keys of a problem (ERR-2)', Object.keys(problem).sort(), [...expected].sort(), exchange);
  expectEqual('a status member like the status line (ERR-2)', problem['status'], status, exchange);
  if (code !== null) expectEqual(`${why}: the code`, problem['code'], code, exchange);
  expectProblemTexts(exchange, problem);
  if (status === 400) expectErrorsAt(exchange, validationErrorsOf(exchange, problem), places);
}

function expectProblemTexts(exchange: Exchange, problem: JsonObject): void {
  const { type, title, detail, code, request_id: requestId } = problem;
  const texts = [type, title, detail, code, requestId];
  if (!texts.every((text) => typeof text === 'string' && text !== ''))
    violated('type, title, detail, code and request_id that are texts (ERR-2)', JSON.stringify(problem), exchange);
  if (typeof type !== 'string' || !/^https?:\/\//i.test(type) || !type.endsWith(`/problems/${textOf(code)}`))
    violated(`a type of {base_url}/problems/${textOf(code)} (ERR-2)`, textOf(type), exchange);
  const known = Object.entries(problemCodes).find(([name]) => name === code)?.[1];
  if (!known) return violated('a code of ERR-3', textOf(code), exchange);
  expectEqual(`the status of the code ${textOf(code)} (ERR-3)`, exchange.status, known.status, exchange);
  expectEqual('a request_id like X-Request-Id', requestId, exchange.header('x-request-id'), exchange);
}

function validationErrorsOf(exchange: Exchange, { errors }: JsonObject): JsonObject[] {
  if (!Array.isArray(errors) || errors.length === 0)
    return violated('errors with an entry for each validation error (ERR-2)', textOf(errors), exchange);
  return errors.map((entry: Json) => {
    const { code, detail, ...place } = isObject(entry) ? entry : {};
    const [[kind, where] = [], ...others] = Object.entries(place);
    const isPlace = others.length === 0 && kindsOfPlace.some((known) => known === kind) && typeof where === 'string';
    if (typeof code === 'string' && code !== '' && typeof detail === 'string' && isPlace) return place;
    return violated('an entry {parameter | pointer | header, code, detail} (ERR-2)', textOf(entry), exchange);
  });
}

/** ERR-2: every one of these places is named. How often, and what else is, is left open. */
function expectErrorsAt(exchange: Exchange, errors: readonly JsonObject[], places: Places): void {
  for (const kind of kindsOfPlace) {
    for (const place of places[`${kind}s`] ?? []) {
      const isNamed = errors.some(({ [kind]: named }) =>
        kind === 'header' ? textOf(named).toLowerCase() === place.toLowerCase() : named === place,
      );
      if (!isNamed) violated(`an entry of errors with the ${kind} "${place}" (ERR-2)`, textOf([...errors]), exchange);
    }
  }
}
