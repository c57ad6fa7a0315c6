import { type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import {
  type Answer,
  type Behaviour,
  isObject,
  type JsonObject,
  type JsonValue,
  type RequestContext,
  toText,
} from '@resource-catalogue/reference-server';

// Changes to responses before they are sent: `on(404, withoutHeaders('Link'))`.

type Concern = (answer: Answer, context: RequestContext) => boolean;
type Change = (answer: Answer, context: RequestContext) => Answer;

/** Applies the changes in order to responses that have this status, or that meet the condition. */
export function on(concern: number | Concern, ...changes: readonly Change[]): Pick<Behaviour, 'finished'> {
  const concerns: Concern = typeof concern === 'number' ? ({ status }) => status === concern : concern;
  return {
    finished: (answer, context) =>
      concerns(answer, context) ? changes.reduce((changed, change) => change(changed, context), answer) : answer,
  };
}

export const isError: Concern = ({ status }) => status >= 400;
export const isList: Concern = ({ status }, { route }) => status === 200 && route?.kind === 'list';
export const isSingle: Concern = ({ status }, { route }) => status === 200 && route?.kind === 'single';
export const isWrite: Concern = ({ status }, { request: { method } }) =>
  status < 300 && (method === 'POST' || method === 'PATCH');

export const withStatus =
  (status: number): Change =>
  (answer) => ({ ...answer, status });

type Headers = Readonly<Record<string, string>>;

/** Sets headers, which may depend on the existing ones. */
export const withHeaders =
  (headers: Headers | ((present: Headers) => Headers)) =>
  (answer: Answer): Answer => {
    const set = typeof headers === 'function' ? headers(answer.headers) : headers;
    return { ...answer, headers: { ...answer.headers, ...set } };
  };

export const withoutHeaders =
  (...names: readonly string[]): Change =>
  (answer) => ({ ...answer, headers: without(answer.headers, ...names) });

export const withJson =
  (change: (body: JsonObject) => JsonValue): Change =>
  (answer) => {
    const value: unknown = answer.body === null ? null : JSON.parse(answer.body.toString());
    return isObject(value) ? { ...answer, body: Buffer.from(JSON.stringify(change(value))) } : answer;
  };

/** Replaces a problem with another one that is consistent in itself. */
export const asProblem =
  (code: ProblemCode): Change =>
  (answer, context) => {
    const { status, title } = problemCodes[code];
    const typeOf = (type: JsonValue | undefined): string => toText(type).replace(/\w+$/, code);
    const told = withJson((body) => ({ ...body, type: typeOf(body['type']), title, status, code }));
    return told({ ...answer, status }, context);
  };

export const without = <Value>(
  value: Readonly<Record<string, Value>>,
  ...keys: readonly string[]
): Record<string, Value> => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
