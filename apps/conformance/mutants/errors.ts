import {
  isList,
  type JsonObject,
  objectsAt,
  type ProblemError,
  soundBehaviour as sound,
  textOf,
} from '@resource-catalogue/reference-server';
import { isError, on, withHeaders, withJson, without, withStatus } from './answers.js';
import { mutantOf } from './mutant.js';
import { before } from './requests.js';

const mutant = mutantOf('errors');

/** The problem of some refusals is changed. */
const problems = <Name extends string>(
  name: Name,
  rule: string,
  summary: string,
  change: (body: JsonObject, refusal: ProblemError) => JsonObject,
) =>
  mutant(name, rule, summary, {
    problemOf: (refusal, ...of) => change(sound.problemOf(refusal, ...of), refusal),
  });

/** The problem has no such member. */
const lacking = <Name extends string>(name: Name, summary: string, member: string) =>
  problems(name, 'ERR-2', summary, (body) => without(body, member));

/** One code is called another. */
const called = <Name extends string>(name: Name, rule: string, summary: string, code: string, other: string) =>
  problems(name, rule, summary, (body) => (body['code'] === code ? { ...body, code: other } : body));

/** The entries of `errors` are changed. */
const entries = <Name extends string>(name: Name, summary: string, change: (entry: JsonObject) => JsonObject) =>
  problems(name, 'ERR-2', summary, (body) =>
    isList(body['errors']) ? { ...body, errors: objectsAt(body, 'errors').map(change) } : body,
  );

/** Where the entries say that an error is. */
const places = <Name extends string>(name: Name, summary: string, key: string, change: (place: string) => string) =>
  entries(name, summary, (entry) => (key in entry ? { ...entry, [key]: change(textOf(entry[key])) } : entry));

export const errorMutants = [
  problems('status-member', 'ERR-2', 'status is the class of the status, such as 400 for 404', (body) => ({
    ...body,
    status: Math.floor(Number(body['status']) / 100) * 100,
  })),
  problems('type-relative', 'ERR-2', 'type has no origin', (body) => ({
    ...body,
    type: new URL(textOf(body['type'])).pathname,
  })),
  problems('type-blank', 'ERR-2', 'type is about:blank', (body) => ({ ...body, type: 'about:blank' })),
  lacking('no-title', 'a problem has no title', 'title'),
  lacking('no-request-id', 'a problem has no request_id', 'request_id'),
  problems('request-id-differs', 'ERR-2', 'the request_id of a problem is another than that of the header', (body) => ({
    ...body,
    request_id: `${textOf(body['request_id'])}-1`,
  })),
  lacking('no-list-of-errors', 'a 400 has no errors', 'errors'),
  problems('no-errors-of-bodies', 'ERR-2', 'the 400 of a write has no errors', (body) =>
    objectsAt(body, 'errors').some((entry) => 'pointer' in entry) ? without(body, 'errors') : body,
  ),
  places('parameter-shortened', 'parameter names the field alone', 'parameter', (name) =>
    name.replace(/^filters\[(\w+)\].*$/, '$1'),
  ),
  places('path-id-renamed', 'a bad id in the path is called path.id', 'parameter', (name) =>
    name.replace(/^id$/, 'path.id'),
  ),
  places('pointer-dotted', 'pointers are dotted paths', 'pointer', (pointer) => pointer.slice(1).replaceAll('/', '.')),
  entries('entries-without-code', 'the entries of errors have no code', (entry) => without(entry, 'code')),
  called('code-unknown', 'ERR-3', 'the code of a 404 is resource_not_found', 'not_found', 'resource_not_found'),
  called('cursor-code', 'PAGE-3', 'the code of a bad cursor is invalid_request', 'invalid_cursor', 'invalid_request'),
  called(
    'missing-token-code',
    'ERR-3',
    'the code of a request without credentials is invalid_token',
    'missing_token',
    'invalid_token',
  ),
  problems('stack-trace', 'ERR-5', 'the detail of a problem holds a stack trace', (body, { stack = '' }) => ({
    ...body,
    detail: stack.replaceAll('file://', ''),
  })),
  problems('sql', 'ERR-5', 'the detail of a 404 holds SQL', (body) =>
    body['status'] === 404 ? { ...body, detail: 'No rows: SELECT * FROM "plans" WHERE "id" = $1 LIMIT 1' } : body,
  ),
  mutant('media-type', 'ERR-2', 'problems are sent as application/json', () =>
    on(isError, withHeaders({ 'Content-Type': 'application/json' })),
  ),
  mutant('first-only', 'ERR-2', 'of several errors only the first is told', {
    errorsShown: (errors) => errors.slice(0, 1),
  }),
  mutant('one-of-each-parameter', 'ERR-2', 'of several errors at one place only the first is told', {
    errorsShown: (errors) => errors.filter(({ at }, index) => errors.findIndex((other) => other.at === at) === index),
  }),
  mutant('cursor-swallowed', 'ERR-4', 'a bad cursor beside other errors is not told', {
    errorsShown: (errors) => (errors.length > 1 ? errors.filter(({ code }) => code !== 'invalid_cursor') : errors),
  }),
  mutant('422-for-400', 'ERR-1', 'a query that is refused is answered with 422', () =>
    on(
      ({ status }, { request }) => status === 400 && request.method === 'GET',
      withStatus(422),
      withJson((body) => ({ ...body, status: 422 })),
    ),
  ),
  mutant('html', 'ERR-2', 'an unknown path gives a page in HTML', () =>
    on(
      ({ status }, { route }) => status === 404 && route === null,
      (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'text/html' },
        body: Buffer.from('<!doctype html><title>404</title>'),
      }),
    ),
  ),
  mutant('no-page-of-codes', 'ERR-2', 'type leads to nothing', () =>
    on(({ status }, { request }) => status === 200 && request.path.startsWith('/problems/'), withStatus(404)),
  ),
  mutant('406-before-403', 'ERR-4', 'Accept is checked before the scope', () => before('accept', 'scope')),
  mutant('403-before-405', 'ERR-4', 'the scope is checked before the method', () => before('scope', 'method')),
  mutant('413-before-415', 'ERR-4', 'the size of a body is checked before its type', () => before('size', 'type')),
  mutant('large-chunked-bodies-taken', 'RATE-3', 'the size of a body is taken from Content-Length alone', {
    mostBytesOf: (request) => (request.headers['content-length'] === undefined ? Infinity : sound.mostBytesOf(request)),
  }),
  mutant('token-shown', 'ERR-5', 'a 401 shows the token that was sent', () => {
    let sent = '';
    return {
      tokenOf: (credentials, tokens) => {
        sent = credentials;
        return sound.tokenOf(credentials, tokens);
      },
      problemOf: (refusal, ...of) => ({
        ...sound.problemOf(refusal, ...of),
        ...(refusal.code === 'invalid_token' && { detail: `There is no token ${sent}.` }),
      }),
    };
  }),
  problems('file-path-shown', 'ERR-5', 'a bad request shows where the server keeps its files', (body, { code }) =>
    code === 'invalid_request' ? { ...body, detail: 'Refused in /srv/app/dist/query/parse.js:12.' } : body,
  ),
  mutant('long-headers-taken', 'RATE-3', 'headers may be of any length', { mostHeaderBytes: 256 * 1024 }),
];
