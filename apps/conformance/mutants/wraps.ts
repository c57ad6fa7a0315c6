import { type CollectionName, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import {
  type Answer,
  findRow,
  getHeader,
  type Headers,
  isList as isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type ListQuery,
  type Page,
  pairsOf,
  type Position,
  ProblemError,
  type Request,
  type Route,
  routeOf,
  type Row,
  type SentProject,
  type Setting,
  type Test,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';

// Faults at the seams of the reference server.

// Responses: `on(404, withoutHeaders('Link'))`.

interface About {
  readonly request: Request;
  readonly route: Route | null;
  readonly setting: Setting;
}

type Concern = (answer: Answer, about: About) => boolean;
type Change = (answer: Answer, about: About) => Answer;

/** Changes responses that have this status, or that meet the condition. */
export const on = (concern: number | Concern, ...changes: readonly Change[]): Wraps => ({
  respond: (respond, setting) => async (request) => {
    const answer = await respond(request);
    const about = { request, route: routeOf(request.path), setting };
    const isMeant = typeof concern === 'number' ? answer.status === concern : concern(answer, about);
    return isMeant ? changes.reduce((changed, change) => change(changed, about), answer) : answer;
  },
});

export const isError: Concern = ({ status }) => status >= 400;
export const isList: Concern = ({ status }, { route }) => status === 200 && route?.kind === 'list';
export const isSingle: Concern = ({ status }, { route }) => status === 200 && route?.kind === 'single';

export const withStatus =
  (status: number): Change =>
  (answer) => ({ ...answer, status });

/** Sets headers, which may depend on the existing ones. */
export const withHeaders =
  (headers: Headers | ((present: Headers) => Headers)): Change =>
  (answer) => ({
    ...answer,
    headers: { ...answer.headers, ...(typeof headers === 'function' ? headers(answer.headers) : headers) },
  });

export const withoutHeaders =
  (...names: readonly string[]): Change =>
  (answer) => ({ ...answer, headers: without(answer.headers, ...names) });

export const withText =
  (change: (text: string) => string): Change =>
  (answer) => ({ ...answer, body: answer.body && Buffer.from(change(answer.body.toString())) });

export const withJson =
  (change: (body: JsonObject, about: About) => JsonValue): Change =>
  (answer, about) => {
    const value: unknown = answer.body === null ? null : JSON.parse(answer.body.toString());
    return isObject(value) ? { ...answer, body: Buffer.from(JSON.stringify(change(value, about))) } : answer;
  };

/** Replaces a response by a problem. */
export const asProblem =
  (code: ProblemCode): Change =>
  ({ headers }, { setting }) => {
    const { status, title } = problemCodes[code];
    const type = `${setting.url}/problems/${code}`;
    const request_id = headers['X-Request-Id'] ?? null;
    const body = Buffer.from(JSON.stringify({ type, title, status, code, detail: title, request_id }));
    return { status, headers: { ...headers, 'Content-Type': 'application/problem+json' }, body };
  };

export const without = <Value>(
  value: Readonly<Record<string, Value>>,
  ...keys: readonly string[]
): Record<string, Value> => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

/** Changes the rows of a collection, or of all, in responses that meet the condition. */
export const shown = (
  collection: CollectionName | null,
  change: (row: JsonObject, about: About) => JsonObject,
  concern: Concern = (answer, about) => isList(answer, about) || isSingle(answer, about),
): Wraps =>
  on(
    (answer, about) =>
      (collection ?? about.route?.contract.name) === about.route?.contract.name && concern(answer, about),
    withJson(({ data = null, ...rest }, about) => {
      const each = (one: JsonValue): JsonValue => (isObject(one) ? change(one, about) : one);
      return { data: isArray(data) ? data.map(each) : each(data), ...rest };
    }),
  );

type Path = `${CollectionName}.${string}`;

/** Changes a value: `events.prices.currency` is the currency of each price of each event. Undefined removes the key. */
export function valueAt(
  path: Path,
  change: (value: JsonValue, holder: JsonObject, about: About) => JsonValue | undefined,
): Wraps {
  const [, collection = '', keys = ''] = /^(\w+)\.(.*)$/.exec(path) ?? [];
  const along = (object: JsonObject, [key = '', ...rest]: readonly string[], about: About): JsonObject => {
    const value = object[key];
    if (value === undefined) return object;
    const inner = (one: JsonValue): JsonValue => (isObject(one) ? along(one, rest, about) : one);
    const changed = rest.length === 0 ? change(value, object, about) : isArray(value) ? value.map(inner) : inner(value);
    return changed === undefined ? without(object, key) : { ...object, [key]: changed };
  };
  return shown(null, (row, about) =>
    about.route?.contract.name === collection ? along(row, keys.split('.'), about) : row,
  );
}

/** Changes a text but keeps a null. */
export const textAt = (path: Path, change: (text: string) => JsonValue): Wraps =>
  valueAt(path, (value) => (typeof value === 'string' ? change(value) : value));

// Requests.

/** Rewrites requests before they are handled. */
export const asking = (rewrite: (request: Request, setting: Setting) => Request): Wraps => ({
  respond: (respond, setting) => (request) => respond(rewrite(request, setting)),
});

/** Rewrites a header that was sent; undefined removes it. */
export const askingWith = (name: string, rewrite: (value: string, request: Request) => string | undefined): Wraps =>
  asking((request) => {
    const value = getHeader(request, name);
    return value === undefined
      ? request
      : { ...request, headers: { ...request.headers, [name]: rewrite(value, request) } };
  });

export const authorized = (request: Request, token: string): Request => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** Repeats a refused request with all rights if the condition is met. */
export const allowing = (status: number, isFree: (request: Request, setting: Setting) => boolean): Wraps => ({
  respond: (respond, setting) => async (request) => {
    const answer = await respond(request);
    return answer.status === status && isFree(request, setting)
      ? respond(authorized(request, setting.tokens.full))
      : answer;
  },
});

// Queries and pages.

export const querying = (change: (query: ListQuery, setting: Setting) => Partial<ListQuery>): Wraps => ({
  readQuery: (read, setting) => (rawQuery, contract) => {
    const query = read(rawQuery, contract);
    return { ...query, ...change(query, setting) };
  },
});

/** Rewrites parameters before they are parsed; links repeat them as sent. */
export const rewriting = (rewrite: (pair: string, rawQuery: string) => string): Wraps => ({
  readQuery: (read) => (rawQuery, contract) => ({
    ...read(
      rawQuery
        .split('&')
        .map((pair) => rewrite(pair, rawQuery))
        .join('&'),
      contract,
    ),
    pairs: pairsOf(rawQuery),
  }),
});

/** Fails if the query matches. */
export const failing = (pattern: RegExp, error: () => Error = () => new TypeError('x is undefined')): Wraps => ({
  readQuery: (read) => (rawQuery, contract) => {
    if (pattern.test(rawQuery)) throw error();
    return read(rawQuery, contract);
  },
});

/** Ignores parameters with errors of this code, in these places. */
export const tolerating = (code: string, at = /(?:)/): Wraps => ({
  readQuery: (read) => (rawQuery, contract) => {
    try {
      return read(rawQuery, contract);
    } catch (error) {
      const errors = error instanceof ProblemError ? error.errors : [];
      const ignored = errors.filter((one) => one.code === code && at.test(one.at)).map((one) => one.at);
      if (ignored.length === 0) throw error;
      const pairs = pairsOf(rawQuery);
      const kept = pairs.filter(({ name }) => !ignored.includes(name)).map(({ raw }) => raw);
      return { ...read(kept.join('&'), contract), pairs };
    }
  },
});

/** Decides otherwise which rows a filter keeps. */
export const testing = (keeps: (test: Test, row: Row, query: ListQuery, setting: Setting) => boolean): Wraps =>
  querying((query, setting) => ({
    tests: query.tests.map((test) => ({ ...test, keeps: (row) => keeps(test, row, query, setting) })),
  }));

/** Drops filters. */
export const ignoring = (isIgnored: (test: Test, query: ListQuery) => boolean): Wraps =>
  querying((query) => ({ tests: query.tests.filter((test) => !isIgnored(test, query)) }));

/** Compares rows otherwise, for sorting and for cursors. */
export const comparing = (compare: (one: Position, other: Position, query: ListQuery) => number): Wraps =>
  querying((query) => ({ compare: (one, other) => compare(one, other, query) }));

/** Changes pages; `all` returns the whole sorted list. */
export const paging = (change: (page: Page, query: ListQuery, all: () => readonly Row[]) => Partial<Page>): Wraps => ({
  readPage: (read) => (rows, query) => {
    const page = read(rows, query);
    return { ...page, ...change(page, query, () => read(rows, { ...query, after: null, limit: Infinity }).rows) };
  },
});

/** Hides rows from lists. */
export const hiding = (isHidden: (row: Row, query: ListQuery, setting: Setting) => boolean): Wraps => ({
  readPage: (read, setting) => (rows, query) =>
    read(
      rows.filter((row) => !isHidden(row, query, setting)),
      query,
    ),
});

// Writes.

/** Changes what a write stores; the former project is null on POST. */
export const storing = (change: (after: Row, before: Row | null, setting: Setting) => Row): Wraps => ({
  store: (store, setting) => ({
    ...store,
    put: (row) => store.put(change(row, findRow(store, 'projects', row.id), setting)),
  }),
});

/** Changes what a POST stores. */
export const creating = (change: (project: Row, setting: Setting) => Row): Wraps =>
  storing((after, before, setting) => (before === null ? change(after, setting) : after));

/** Changes what a PATCH stores. */
export const changing = (change: (after: Row, before: Row) => Row): Wraps =>
  storing((after, before) => (before === null ? after : change(after, before)));

export const readingBody = (
  change: (read: SentProject, bytes: Buffer, before: Row | null) => Partial<SentProject>,
): Wraps => ({
  readBody: (read) => (bytes, before) => {
    const body = read(bytes, before);
    return { ...body, ...change(body, bytes, before) };
  },
});

/** Ignores errors of bodies. */
export const toleratingInBody = (code: string, at = /(?:)/): Wraps =>
  readingBody(({ errors }) => ({ errors: errors.filter((error) => error.code !== code || !at.test(error.at)) }));

/** Refuses fields of a body that the sound server accepts. */
export const refusingInBody = (field: string, isRefused: (value: string) => boolean): Wraps =>
  readingBody(({ sent, errors }) => {
    const detail = 'This value is refused.';
    const isBad = typeof sent[field] === 'string' && isRefused(toText(sent[field]));
    return isBad ? { errors: [...errors, { place: 'pointer', at: `/${field}`, code: 'invalid_value', detail }] } : {};
  });
