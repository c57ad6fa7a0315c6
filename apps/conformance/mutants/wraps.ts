import { type CollectionName, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import {
  type ResponseData,
  findRow,
  getHeader,
  type Headers,
  isList as isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type ListQuery,
  type Page,
  parsePairs,
  type Position,
  ProblemError,
  type Request,
  type Route,
  findRoute,
  type Row,
  type SentProject,
  type Setting,
  type Test,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';

// Functions that make faults by wrapping parts of the reference server.

// Responses: `on(404, withoutHeaders('Link'))`.

interface ResponseContext {
  readonly request: Request;
  readonly route: Route | null;
  readonly setting: Setting;
}

type Condition = (response: ResponseData, context: ResponseContext) => boolean;
type Change = (response: ResponseData, context: ResponseContext) => ResponseData;

/** Changes responses that have this status, or that meet the condition. */
export const on = (condition: number | Condition, ...changes: readonly Change[]): Wraps => ({
  respond: (respond, setting) => async (request) => {
    const response = await respond(request);
    const context = { request, route: findRoute(request.path), setting };
    const applies = typeof condition === 'number' ? response.status === condition : condition(response, context);
    return applies ? changes.reduce((changed, change) => change(changed, context), response) : response;
  },
});

export const isError: Condition = ({ status }) => status >= 400;
export const isList: Condition = ({ status }, { route }) => status === 200 && route?.kind === 'list';
export const isSingle: Condition = ({ status }, { route }) => status === 200 && route?.kind === 'single';

export const withStatus =
  (status: number): Change =>
  (response) => ({ ...response, status });

/** Sets headers, which may depend on the existing ones. */
export const withHeaders =
  (headers: Headers | ((present: Headers) => Headers)): Change =>
  (response) => ({
    ...response,
    headers: { ...response.headers, ...(typeof headers === 'function' ? headers(response.headers) : headers) },
  });

export const withoutHeaders =
  (...names: readonly string[]): Change =>
  (response) => ({ ...response, headers: without(response.headers, ...names) });

export const withText =
  (change: (text: string) => string): Change =>
  (response) => ({ ...response, body: response.body && Buffer.from(change(response.body.toString())) });

export const withJson =
  (change: (body: JsonObject, context: ResponseContext) => JsonValue): Change =>
  (response, context) => {
    const value: unknown = response.body === null ? null : JSON.parse(response.body.toString());
    return isObject(value) ? { ...response, body: Buffer.from(JSON.stringify(change(value, context))) } : response;
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
export const changingRows = (
  collection: CollectionName | null,
  change: (row: JsonObject, context: ResponseContext) => JsonObject,
  condition: Condition = (response, context) => isList(response, context) || isSingle(response, context),
): Wraps =>
  on(
    (response, context) =>
      (collection ?? context.route?.contract.name) === context.route?.contract.name && condition(response, context),
    withJson(({ data = null, ...rest }, context) => {
      const each = (one: JsonValue): JsonValue => (isObject(one) ? change(one, context) : one);
      return { data: isArray(data) ? data.map(each) : each(data), ...rest };
    }),
  );

type Path = `${CollectionName}.${string}`;

/** Changes a value: `events.prices.currency` is the currency of each price of each event. Undefined removes the key. */
export function valueAt(
  path: Path,
  change: (value: JsonValue, holder: JsonObject, context: ResponseContext) => JsonValue | undefined,
): Wraps {
  const [, collection = '', keys = ''] = /^(\w+)\.(.*)$/.exec(path) ?? [];
  const along = (object: JsonObject, [key = '', ...rest]: readonly string[], context: ResponseContext): JsonObject => {
    const value = object[key];
    if (value === undefined) return object;
    const inner = (one: JsonValue): JsonValue => (isObject(one) ? along(one, rest, context) : one);
    const changed =
      rest.length === 0 ? change(value, object, context) : isArray(value) ? value.map(inner) : inner(value);
    return changed === undefined ? without(object, key) : { ...object, [key]: changed };
  };
  return changingRows(null, (row, context) =>
    context.route?.contract.name === collection ? along(row, keys.split('.'), context) : row,
  );
}

/** Changes a text but keeps a null. */
export const textAt = (path: Path, change: (text: string) => JsonValue): Wraps =>
  valueAt(path, (value) => (typeof value === 'string' ? change(value) : value));

// Requests.

/** Rewrites requests before they are handled. */
export const rewritingRequest = (rewrite: (request: Request, setting: Setting) => Request): Wraps => ({
  respond: (respond, setting) => (request) => respond(rewrite(request, setting)),
});

/** Rewrites a header that was sent; undefined removes it. */
export const rewritingHeader = (
  name: string,
  rewrite: (value: string, request: Request) => string | undefined,
): Wraps =>
  rewritingRequest((request) => {
    const value = getHeader(request, name);
    return value === undefined
      ? request
      : { ...request, headers: { ...request.headers, [name]: rewrite(value, request) } };
  });

export const authorize = (request: Request, token: string): Request => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** Repeats a rejected request with all rights if the condition is met. */
export const allowing = (status: number, isAllowed: (request: Request, setting: Setting) => boolean): Wraps => ({
  respond: (respond, setting) => async (request) => {
    const response = await respond(request);
    return response.status === status && isAllowed(request, setting)
      ? respond(authorize(request, setting.tokens.full))
      : response;
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
export const rewritingParameters = (rewrite: (pair: string, rawQuery: string) => string): Wraps => ({
  readQuery: (read) => (rawQuery, contract) => ({
    ...read(
      rawQuery
        .split('&')
        .map((pair) => rewrite(pair, rawQuery))
        .join('&'),
      contract,
    ),
    pairs: parsePairs(rawQuery),
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
      const pairs = parsePairs(rawQuery);
      const kept = pairs.filter(({ name }) => !ignored.includes(name)).map(({ raw }) => raw);
      return { ...read(kept.join('&'), contract), pairs };
    }
  },
});

/** Replaces the test of each filter. */
export const testing = (keeps: (test: Test, row: Row, query: ListQuery, setting: Setting) => boolean): Wraps =>
  querying((query, setting) => ({
    tests: query.tests.map((test) => ({ ...test, keeps: (row) => keeps(test, row, query, setting) })),
  }));

/** Drops filters. */
export const ignoring = (isIgnored: (test: Test, query: ListQuery) => boolean): Wraps =>
  querying((query) => ({ tests: query.tests.filter((test) => !isIgnored(test, query)) }));

/** Replaces the comparison of rows for sorting and cursors. */
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

/** Rejects fields of a body that the sound server accepts. */
export const rejectingInBody = (field: string, isRejected: (value: string) => boolean): Wraps =>
  readingBody(({ sent, errors }) => {
    const detail = 'This value is rejected.';
    const isBad = typeof sent[field] === 'string' && isRejected(toText(sent[field]));
    return isBad ? { errors: [...errors, { place: 'pointer', at: `/${field}`, code: 'invalid_value', detail }] } : {};
  });
