import { ask, jsonOf, list, type Reply } from '../probe/ask.js';
import { isList, type JsonObject, objectsAt, textOf } from '../server/json.js';
import type { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, isError, without, withHeaders, withJson } from './alterations.js';
import type { Fault } from './fault.js';

const bad = (server: SelfTestServer, query = 'limit=0&sort=colour'): Promise<Reply> => list(server, 'bookings', query);

const problem = async (server: SelfTestServer, query?: string): Promise<JsonObject> => jsonOf(await bad(server, query));

const missing = (server: SelfTestServer): Promise<Reply> =>
  ask(server, '/api/v1/plans/00000000-0000-7000-8000-000000000000');

/** The problem of some refusals is changed. */
const problems = <Name extends string>(
  name: Name,
  rule: string,
  summary: string,
  change: (body: JsonObject, refusal: Refusal) => JsonObject,
  probe: Fault['probe'],
) =>
  ({
    id: `errors-${name}`,
    family: 'errors',
    rule,
    summary,
    behaviour: (sound) => ({
      problemOf: (refusal, requestId, baseUrl) => change(sound.problemOf(refusal, requestId, baseUrl), refusal),
    }),
    probe,
  }) as const satisfies Fault;

const renamed = (body: JsonObject, change: (entry: JsonObject) => JsonObject): JsonObject =>
  isList(body['errors']) ? { ...body, errors: objectsAt(body, 'errors').map(change) } : body;

export const errorFaults = [
  problems(
    'status-member',
    'ERR-2',
    'status is the class of the status, such as 400 for 404',
    (body) => ({ ...body, status: Math.floor(Number(body['status']) / 100) * 100 }),
    async (server) => jsonOf(await missing(server))['status'] === 400,
  ),
  problems(
    'type-relative',
    'ERR-2',
    'type has no origin',
    (body) => ({ ...body, type: new URL(textOf(body['type'])).pathname }),
    async (server) => textOf((await problem(server))['type']).startsWith('/'),
  ),
  problems(
    'type-blank',
    'ERR-2',
    'type is about:blank',
    (body) => ({ ...body, type: 'about:blank' }),
    async (server) => (await problem(server))['type'] === 'about:blank',
  ),
  problems(
    'no-title',
    'ERR-2',
    'a problem has no title',
    (body) => without(body, 'title'),
    async (server) => !('title' in (await problem(server))),
  ),
  problems(
    'no-request-id',
    'ERR-2',
    'a problem has no request_id',
    (body) => without(body, 'request_id'),
    async (server) => !('request_id' in (await problem(server))),
  ),
  problems(
    'request-id-differs',
    'ERR-2',
    'the request_id of a problem is another than that of the header',
    (body) => ({ ...body, request_id: `${textOf(body['request_id'])}-1` }),
    async (server) => {
      const reply = await bad(server);
      return jsonOf(reply)['request_id'] !== reply.headers['x-request-id'];
    },
  ),
  problems(
    'no-list-of-errors',
    'ERR-2',
    'a 400 has no errors',
    (body) => without(body, 'errors'),
    async (server) => !('errors' in (await problem(server))),
  ),
  problems(
    'no-errors-of-bodies',
    'ERR-2',
    'the 400 of a write has no errors',
    (body) => (objectsAt(body, 'errors').some((entry) => 'pointer' in entry) ? without(body, 'errors') : body),
    async (server) => !('errors' in jsonOf(await ask(server, '/api/v1/projects', { method: 'POST', body: {} }))),
  ),
  problems(
    'parameter-shortened',
    'ERR-2',
    'parameter names the field alone',
    (body) =>
      renamed(body, (entry) => ({
        ...entry,
        ...('parameter' in entry && { parameter: textOf(entry['parameter']).replace(/^filters\[(\w+)\].*$/, '$1') }),
      })),
    async (server) => JSON.stringify(await problem(server, 'filters[state][in]=lost')).includes('"parameter":"state"'),
  ),
  problems(
    'path-id-renamed',
    'ERR-2',
    'a bad id in the path is called path.id',
    (body) => renamed(body, (entry) => (entry['parameter'] === 'id' ? { ...entry, parameter: 'path.id' } : entry)),
    async (server) => (await ask(server, '/api/v1/plans/42')).text.includes('path.id'),
  ),
  problems(
    'pointer-dotted',
    'ERR-2',
    'pointers are dotted paths',
    (body) =>
      renamed(body, (entry) => ({
        ...entry,
        ...('pointer' in entry && { pointer: textOf(entry['pointer']).slice(1).replaceAll('/', '.') }),
      })),
    async (server) =>
      (await ask(server, '/api/v1/projects', { method: 'POST', body: {} })).text.includes('"pointer":"name"'),
  ),
  problems(
    'entries-without-code',
    'ERR-2',
    'the entries of errors have no code',
    (body) => renamed(body, (entry) => without(entry, 'code')),
    async (server) => objectsAt(await problem(server), 'errors').some((entry) => !('code' in entry)),
  ),
  problems(
    'code-unknown',
    'ERR-3',
    'the code of a 404 is resource_not_found',
    (body) => (body['code'] === 'not_found' ? { ...body, code: 'resource_not_found' } : body),
    async (server) => jsonOf(await missing(server))['code'] === 'resource_not_found',
  ),
  problems(
    'cursor-code',
    'PAGE-3',
    'the code of a bad cursor is invalid_request',
    (body) => (body['code'] === 'invalid_cursor' ? { ...body, code: 'invalid_request' } : body),
    async (server) => (await problem(server, 'cursor=next'))['code'] === 'invalid_request',
  ),
  problems(
    'missing-token-code',
    'ERR-3',
    'the code of a request without credentials is invalid_token',
    (body) => (body['code'] === 'missing_token' ? { ...body, code: 'invalid_token' } : body),
    async (server) => jsonOf(await ask(server, '/api/v1/plans', { token: null }))['code'] === 'invalid_token',
  ),
  problems(
    'stack-trace',
    'ERR-5',
    'the detail of a problem holds a stack trace',
    (body, refusal) => ({ ...body, detail: (refusal.stack ?? '').replaceAll('file://', '') }),
    async (server) => /\n +at /.test(textOf((await problem(server))['detail'])),
  ),
  problems(
    'sql',
    'ERR-5',
    'the detail of a 404 holds SQL',
    (body) =>
      body['status'] === 404 ? { ...body, detail: 'No rows: SELECT * FROM "plans" WHERE "id" = $1 LIMIT 1' } : body,
    async (server) => (await missing(server)).text.includes('SELECT'),
  ),
  {
    id: 'errors-media-type',
    family: 'errors',
    rule: 'ERR-2',
    summary: 'problems are sent as application/json',
    behaviour: () => answering(isError, (answer) => withHeaders(answer, { 'Content-Type': 'application/json' })),
    probe: async (server) => (await bad(server)).headers['content-type'] === 'application/json',
  },
  {
    id: 'errors-first-only',
    family: 'errors',
    rule: 'ERR-2',
    summary: 'of several faults only the first is told',
    behaviour: () => ({ flawsShown: (flaws) => flaws.slice(0, 1) }),
    probe: async (server) => objectsAt(await problem(server), 'errors').length === 1,
  },
  {
    id: 'errors-one-of-each-parameter',
    family: 'errors',
    rule: 'ERR-2',
    summary: 'of several faults at one place only the first is told',
    behaviour: () => ({
      flawsShown: (flaws) => flaws.filter(({ at }, index) => flaws.findIndex((other) => other.at === at) === index),
    }),
    probe: async (server) => objectsAt(await problem(server, 'filters[state][in]=lost,found'), 'errors').length === 1,
  },
  {
    id: 'errors-cursor-swallowed',
    family: 'errors',
    rule: 'ERR-4',
    summary: 'a bad cursor beside other faults is not told',
    behaviour: () => ({
      flawsShown: (flaws) => (flaws.length > 1 ? flaws.filter(({ code }) => code !== 'invalid_cursor') : flaws),
    }),
    probe: async (server) => !(await bad(server, 'cursor=next&limit=0')).text.includes('"parameter":"cursor"'),
  },
  {
    id: 'errors-422-for-400',
    family: 'errors',
    rule: 'ERR-1',
    summary: 'a query that is refused is answered with 422',
    behaviour: () =>
      answering(
        ({ status }, { request }) => status === 400 && request.method === 'GET',
        (answer) => withJson({ ...answer, status: 422 }, (body) => ({ ...body, status: 422 })),
      ),
    probe: async (server) => (await bad(server)).status === 422,
  },
  {
    id: 'errors-html',
    family: 'errors',
    rule: 'ERR-2',
    summary: 'an unknown path gives a page in HTML',
    behaviour: () =>
      answering(
        ({ status }, { route }) => status === 404 && route === null,
        (answer) => ({
          ...withHeaders(answer, { 'Content-Type': 'text/html' }),
          body: Buffer.from('<!doctype html><title>404</title>'),
        }),
      ),
    probe: async (server) => (await ask(server, '/api/v1/nowhere')).headers['content-type'] === 'text/html',
  },
  {
    id: 'errors-no-page-of-codes',
    family: 'errors',
    rule: 'ERR-2',
    summary: 'type leads to nothing',
    behaviour: () =>
      answering(
        ({ status }, { request }) => status === 200 && request.path.startsWith('/problems/'),
        (answer) => ({ ...answer, status: 404 }),
      ),
    probe: async (server) => (await ask(server, '/problems/not_found', { token: null })).status === 404,
  },
  {
    id: 'errors-406-before-403',
    family: 'errors',
    rule: 'ERR-4',
    summary: 'Accept is checked before the scope',
    behaviour: () => ({ checks: ['token', 'quota', 'path', 'method', 'accept', 'scope', 'type', 'size'] }),
    probe: async (server) => {
      const asking = { token: server.tokens.limited, headers: { accept: 'text/html' } };
      return (await list(server, 'users', '', asking)).status === 406;
    },
  },
  {
    id: 'errors-403-before-405',
    family: 'errors',
    rule: 'ERR-4',
    summary: 'the scope is checked before the method',
    behaviour: () => ({ checks: ['token', 'quota', 'path', 'scope', 'method', 'accept', 'type', 'size'] }),
    probe: async (server) =>
      (await list(server, 'users', '', { method: 'DELETE', token: server.tokens.limited })).status === 403,
  },
  {
    id: 'errors-413-before-415',
    family: 'errors',
    rule: 'ERR-4',
    summary: 'the size of a body is checked before its type',
    behaviour: () => ({ checks: ['token', 'quota', 'path', 'method', 'scope', 'accept', 'size', 'type'] }),
    probe: async (server) => {
      const asking = { method: 'POST', body: ' '.repeat(1024 * 1024 + 1), headers: { 'content-type': 'text/plain' } };
      return (await ask(server, '/api/v1/projects', asking)).status === 413;
    },
  },
] as const satisfies readonly Fault[];
