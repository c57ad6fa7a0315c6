import { type CollectionName, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import type { Behaviour } from '../server/behaviour.js';
import type { Answer, Visit } from '../server/http/exchange.js';
import { isList, isObject, type JsonObject, type JsonValue, textOf } from '../server/json.js';

// Building blocks of faults: each gives back the part of the behaviour that it alters.

/** The rows of some collections (of all, if none is named) are shown otherwise, in lists and alone. */
export function showing(
  change: (row: JsonObject) => JsonObject,
  ...collections: readonly CollectionName[]
): Pick<Behaviour, 'shownInList' | 'shownAlone'> {
  const shown: Behaviour['shownInList'] = (row, { name }) =>
    collections.length === 0 || collections.includes(name) ? change(row) : row;
  return { shownInList: shown, shownAlone: shown };
}

/** Some answers are altered before they go out. */
export function answering(
  concerns: (answer: Answer, visit: Visit) => boolean,
  change: (answer: Answer, visit: Visit) => Answer,
): Pick<Behaviour, 'finished'> {
  return { finished: (answer, visit) => (concerns(answer, visit) ? change(answer, visit) : answer) };
}

export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

export const withoutHeaders = (answer: Answer, ...names: readonly string[]): Answer => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.includes(name))),
});

/** The answer with its JSON body changed. */
export function withJson(answer: Answer, change: (body: JsonObject) => JsonValue): Answer {
  const value: unknown = answer.body === null ? null : JSON.parse(answer.body.toString());
  return isObject(value) ? { ...answer, body: Buffer.from(JSON.stringify(change(value))) } : answer;
}

/** A problem told as another one, whole in itself. */
export function asProblem(answer: Answer, code: ProblemCode): Answer {
  const { status, title } = problemCodes[code];
  return withJson({ ...answer, status }, (body) => ({
    ...body,
    type: textOf(body['type']).replace(/\w+$/, code),
    title,
    status,
    code,
  }));
}

export const without = (value: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

/** Every value within a value, from the inside out. */
export function throughout(value: JsonValue, change: (inner: JsonValue) => JsonValue): JsonValue {
  if (isList(value)) return change(value.map((item) => throughout(item, change)));
  return isObject(value) ? change(objectThroughout(value, change)) : change(value);
}

export function objectThroughout(value: JsonObject, change: (inner: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, throughout(inner, change)]));
}

export const isError = ({ status }: Answer): boolean => status >= 400;
export const isOk = ({ status }: Answer): boolean => status === 200;
export const ofList = (answer: Answer, { route }: Visit): boolean => isOk(answer) && route?.kind === 'list';
export const ofSingle = (answer: Answer, { route }: Visit): boolean => isOk(answer) && route?.kind === 'single';
export const ofWrite = ({ status }: Answer, { request }: Visit): boolean =>
  status < 300 && (request.method === 'POST' || request.method === 'PATCH');
