import {
  isList,
  type JsonObject,
  objectsAt,
  type ProblemError,
  soundBehaviour as sound,
  toText,
} from '@resource-catalogue/reference-server';
import { isError, on, withHeaders, withJson, without, withStatus } from './answers.js';
import { type Change, makeMutants } from './mutant.js';
import { before } from './requests.js';

const problems = (change: (body: JsonObject, refusal: ProblemError) => JsonObject): Change => ({
  problemOf: (refusal, ...of) => change(sound.problemOf(refusal, ...of), refusal),
});

const lacking = (member: string): Change => problems((body) => without(body, member));

const called = (code: string, other: string): Change =>
  problems((body) => (body['code'] === code ? { ...body, code: other } : body));

const entries = (change: (entry: JsonObject) => JsonObject): Change =>
  problems((body) => (isList(body['errors']) ? { ...body, errors: objectsAt(body, 'errors').map(change) } : body));

const places = (key: string, change: (place: string) => string): Change =>
  entries((entry) => (key in entry ? { ...entry, [key]: change(toText(entry[key])) } : entry));

export const errorMutants = makeMutants('errors', {
  'ERR-2': {
    'status-member: status is rounded down to its class, such as 400 for 404': problems((body) => ({
      ...body,
      status: Math.floor(Number(body['status']) / 100) * 100,
    })),
    'type-relative: type is a path': problems((body) => ({ ...body, type: new URL(toText(body['type'])).pathname })),
    'type-blank: type is about:blank': problems((body) => ({ ...body, type: 'about:blank' })),
    'no-title: a problem has no title': lacking('title'),
    'no-request-id: a problem has no request_id': lacking('request_id'),
    'request-id-differs: the request_id of a problem differs from the header': problems((body) => ({
      ...body,
      request_id: `${toText(body['request_id'])}-1`,
    })),
    'no-list-of-errors: a 400 has no errors': lacking('errors'),
    'no-errors-of-bodies: the 400 of a write has no errors': problems((body) =>
      objectsAt(body, 'errors').some((entry) => 'pointer' in entry) ? without(body, 'errors') : body,
    ),
    'parameter-shortened: parameter contains only the field name': places('parameter', (name) =>
      name.replace(/^filters\[(\w+)\].*/, '$1'),
    ),
    'path-id-renamed: the parameter of a bad id in the path is path.id': places('parameter', (name) =>
      name.replace(/^id$/, 'path.id'),
    ),
    'pointer-dotted: pointers are dotted paths': places('pointer', (pointer) => pointer.slice(1).replaceAll('/', '.')),
    'entries-without-code: the entries of errors have no code': entries((entry) => without(entry, 'code')),
    'media-type: problems are application/json': on(isError, withHeaders({ 'Content-Type': 'application/json' })),
    'first-only: only the first of several errors is reported': { errorsShown: (errors) => errors.slice(0, 1) },
    'one-of-each-parameter: only the first of several errors in one place is reported': {
      errorsShown: (errors) => errors.filter(({ at }, index) => errors.findIndex((other) => other.at === at) === index),
    },
    'html: an unknown path is answered with an HTML page': on(
      ({ status }, { route }) => status === 404 && route === null,
      (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'text/html' },
        body: Buffer.from('<!doctype html><title>404</title>'),
      }),
    ),
    'no-page-of-codes: the URL in type does not exist': on(
      ({ status }, { request }) => status === 200 && request.path.startsWith('/problems/'),
      withStatus(404),
    ),
  },
  'ERR-3': {
    'code-unknown: the code for a 404 is resource_not_found': called('not_found', 'resource_not_found'),
    'missing-token-code: the code for missing credentials is invalid_token': called('missing_token', 'invalid_token'),
  },
  'PAGE-3': {
    'cursor-code: the code for a bad cursor is invalid_request': called('invalid_cursor', 'invalid_request'),
  },
  'ERR-5': {
    'stack-trace: the detail of a problem contains a stack trace': problems((body, { stack = '' }) => ({
      ...body,
      detail: stack.replaceAll('file://', ''),
    })),
    'sql: the detail of a 404 contains SQL': problems((body) =>
      body['status'] === 404 ? { ...body, detail: 'No rows: SELECT * FROM "plans" WHERE "id" = $1 LIMIT 1' } : body,
    ),
    'token-shown: a 401 repeats the token that was sent': () => {
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
    },
    'file-path-shown: the answer to a bad request shows a file path of the server': problems((body, { code }) =>
      code === 'invalid_request' ? { ...body, detail: 'Refused in /srv/app/dist/query/parse.js:12.' } : body,
    ),
  },
  'ERR-4': {
    'cursor-swallowed: a bad cursor is not reported if there are other errors': {
      errorsShown: (errors) => (errors.length > 1 ? errors.filter(({ code }) => code !== 'invalid_cursor') : errors),
    },
    '406-before-403: Accept is checked before the scope': before('accept', 'scope'),
    '403-before-405: the scope is checked before the method': before('scope', 'method'),
    '413-before-415: the size of a body is checked before its type': before('size', 'type'),
  },
  'ERR-1': {
    '422-for-400: a query that is refused is answered with 422': on(
      ({ status }, { request }) => status === 400 && request.method === 'GET',
      withStatus(422),
      withJson((body) => ({ ...body, status: 422 })),
    ),
  },
  'RATE-3': {
    'large-chunked-bodies-taken: the size of a body is taken only from Content-Length': {
      maxBodyBytes: (request) =>
        request.headers['content-length'] === undefined ? Infinity : sound.maxBodyBytes(request),
    },
    'long-headers-taken: headers may have any length': { maxHeaderBytes: 256 * 1024 },
  },
});
