import { randomUUID } from 'node:crypto';
import { maximumBodyBytes } from '@resource-catalogue/contracts';
import { type Checks, onCollections, onOperations, onServer } from '../kit/check.js';
import type { CheckContext } from '../kit/context.js';
import { expectEqual, expectNoBody, expectObject, expectProblem, expectStatus, headerTokens } from '../kit/expect.js';
import { onProjects } from '../kit/projects.js';
import { type Operation, operationPath, operations, unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { nextCursor, readId, toText } from '../json.js';
import { type Conversation, converse } from '../target/conversation.js';
import { Exchange } from '../target/exchange.js';
import { headerChecks } from './http-headers.js';

const spaces = '/api/v1/spaces';

function nearPaths(path: string, name: string, hasGet: boolean, id: string): string[] {
  return [
    ...[`${path}/`, `${path}.json`, `/api/v1//${name}`, path.replace(/s$/, '')],
    ...[name.toUpperCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`].map((other) => `/api/v1/${other}`),
    ...(name.includes('_') ? [path.replaceAll('_', '-'), path.replaceAll('_', '')] : []),
    ...(hasGet ? [`${path}/${id}/`, `${path}/${id}/x`, `${path}/${id}/.json`] : [`${path}/${id}`]),
  ];
}

/** Headers that HEAD and GET share. Others may depend on the single response or its transport. */
const shownByBoth = [
  ...['content-type', 'etag', 'cache-control', 'vary', 'link', 'content-encoding', 'ratelimit-policy', 'allow'],
];

function expectHead(get: Exchange, head: Exchange): void {
  expectEqual('the status of HEAD like that of GET', head.status, get.status, get, head);
  expectNoBody(head);
  for (const name of shownByBoth)
    expectEqual(`HEAD with the ${name} of GET`, head.header(name), get.header(name), get, head);
  const declared = head.header('content-length');
  // The body of an error contains its request id, whose length may vary.
  const sameBody = get.status === 200 || declared === '0';
  if (declared !== null && sameBody)
    expectEqual('HEAD with the Content-Length of GET, or without one', Number(declared), get.bytes.length, get, head);
}

/** The methods of the operations on one path. */
const methodsOf = ({ template }: Operation): string[] =>
  operations.filter((other) => other.template === template).map(({ method }) => method);

function expectAllow(exchange: Exchange, operation: Operation): void {
  const methods = [...new Set([...methodsOf(operation), 'HEAD', 'OPTIONS'])].sort();
  expectEqual('Allow', headerTokens(exchange, 'allow').join().toUpperCase(), methods.join(), exchange);
}

const readETag = (exchange: Exchange): string => exchange.header('etag') ?? fail('an ETag', 'none', exchange);

/** Requests with ambiguous headers (HTTP-9). */
const ambiguous = (host: string, bearer: string): readonly Readonly<Record<string, string | readonly string[]>>[] => [
  { Host: [host, 'other.invalid'] },
  { Host: [host, host] },
  { Host: `${host}, other.invalid` },
  { Host: `me@${host}` },
  { Authorization: [bearer, 'Bearer other'] },
  { Authorization: [bearer, bearer] },
  { 'Content-Type': ['application/json', 'text/plain'] },
];

interface RawExchange extends Conversation {
  /** The conversation as evidence: the bytes sent and received. */
  readonly exchange: Exchange;
}

/** Sends a request byte by byte, and expects responses with these statuses, if any are given. */
async function sendRaw(
  context: CheckContext,
  input: Parameters<typeof converse>[1],
  why: string,
  wanted?: readonly number[],
): Promise<RawExchange> {
  context.requests += 1;
  const raw = await converse(context.target.base, input);
  // Once the quota is used up, the normal response is unknown.
  context.need(!raw.statuses.includes(429), 'the quota is used up');
  const [method = '', path = ''] = input.first.split(' ');
  const request = { method, path, headers: {}, body: input.first };
  const exchange = new Exchange(request, raw.statuses.at(-1) ?? 0, new Map(), Buffer.from(raw.text));
  if (wanted) expectEqual(`the statuses of the responses to ${why}`, [...raw.statuses], [...wanted], exchange);
  return { ...raw, exchange };
}

/** The head of a request with the first token, as it is on the wire. */
function headOf({ target }: CheckContext, line: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { Host: target.base.host, Authorization: `Bearer ${target.token}`, ...headers };
  const [method = '', path = ''] = line.split(' ');
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target.path}${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Requests that must be rejected without their body, which the client has not sent yet. */
const rejectedWithoutBody: readonly (readonly [status: number, line: string, headers: Record<string, string>])[] = [
  [401, 'POST /api/v1/projects', { Authorization: 'Bearer no-token-at-all' }],
  [404, 'POST /api/v1/nothing', {}],
  [405, 'POST /api/v1/spaces', {}],
  [406, 'POST /api/v1/projects', { Accept: 'text/html' }],
  [413, 'POST /api/v1/projects', { 'Content-Length': String(maximumBodyBytes + 1) }],
  [415, 'POST /api/v1/projects', { 'Content-Type': 'text/plain' }],
];

export const httpChecks: Checks = {
  'request-id-is-returned': onServer(['HTTP-1'], {
    title: 'a well-formed X-Request-Id is returned, also on errors; any other, or none, leads to a new one',
    run: async (context) => {
      await context.each([spaces, `${spaces}/${unknownId}`, `${spaces}?limit=0`, '/api/v1/nothing'], async (path) => {
        await context.each(['a', 'Az09._-', 'x'.repeat(128)], async (id) => {
          const exchange = await context.get(path, { headers: { 'X-Request-Id': id } });
          expectEqual('X-Request-Id', exchange.header('x-request-id'), id, exchange);
          if (path !== spaces) expectEqual('request_id', expectObject(exchange)['request_id'], id, exchange);
        });
        await context.each(['x'.repeat(129), 'a b', 'a;b', 'ä', 'a/b', '<a>', 'a,b'], async (id) => {
          const exchange = await context.get(path, { headers: { 'X-Request-Id': Buffer.from(id).toString('latin1') } });
          const found = exchange.header('x-request-id');
          if (found === null || found === id || !/^[\w.-]{1,128}$/.test(found))
            fail(`a new X-Request-Id instead of ${id.slice(0, 20)}`, String(found).slice(0, 140), exchange);
        });
      });
      const specs = [{}, {}, {}, { token: null }, { method: 'HEAD' }, { method: 'DELETE' }];
      const exchanges = await Promise.all(specs.map((spec) => context.get(`${spaces}?limit=1`, spec)));
      const ids = exchanges.map((exchange) => exchange.header('x-request-id'));
      if (ids.includes(null) || new Set(ids).size < ids.length)
        fail('a different id for each request without one', ids.join(', '), ...exchanges.slice(-1));
    },
  }),
  ...headerChecks,
  'unlisted-origins-are-not-allowed': onServer(['HTTP-6'], {
    title: 'an origin that the operator did not configure is allowed neither in a response nor in a preflight',
    run: async (context) => {
      const Origin = 'https://conformance.invalid';
      const preflight = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'authorization' };
      for (const spec of [
        { headers: { Origin } },
        { headers: { Origin, ...preflight }, method: 'OPTIONS', token: null },
      ]) {
        const exchange = await context.get(spaces, spec);
        const allowed = exchange.header('access-control-allow-origin');
        if (allowed === Origin || allowed === '*') fail('no Access-Control-Allow-Origin', allowed, exchange);
      }
    },
  }),
  'paths-match-exactly': onCollections(['HTTP-7', 'VER-1', 'ERR-3'], {
    title: 'a path in another case, or with a trailing slash, an extension or a suffix, is a 404',
    run: async (context, { path, contract, rows }) => {
      const id = rows[0] ? readId(rows[0]) : unknownId;
      for (const other of nearPaths(path, contract.name, contract.get, id))
        expectProblem(await context.get(other), 'not_found', other);
    },
  }),
  'ambiguous-requests-are-rejected': onServer(['HTTP-9'], {
    title: 'two Host headers, an invalid Host, two tokens and two media types are 400',
    run: async (context) => {
      const { target } = context;
      await context.each(ambiguous(target.base.host, `Bearer ${target.token}`), async (headers) => {
        // Many HTTP parsers reject these requests themselves.
        const exchange = await context.get(`${spaces}?limit=1`, { headers, odd: true });
        expectStatus(exchange, 400, `two or bad values of ${Object.keys(headers).join()}`);
      });
    },
  }),
  'etag-changes-with-the-body': onProjects(['HTTP-2', 'PAGE-1'], {
    title: 'after a write, a get, a list and the page before a new one have another ETag; the old one gets a 200',
    run: async (projects) => {
      const { context } = projects;
      // Both states have the same length.
      const { id } = await projects.create({ ...projects.small(), summary: 'One.' });
      const since = toText((await projects.create()).project['created_at']);
      const paths = [
        ...[`/api/v1/projects/${id}`, `/api/v1/projects?filters[id][in]=${id}`],
        `/api/v1/projects?filters[created_at][gte]=${since}&sort=created_at&limit=1`,
      ];
      const before = await Promise.all(paths.map(async (path) => ({ path, former: await context.get(path) })));
      context.need(nextCursor(before.at(-1)?.former.json) === null, 'another project was made meanwhile');
      await projects.update(id, { summary: 'Two.' });
      await projects.create();
      for (const { path, former } of before) {
        const after = await context.get(path);
        const conditional = await context.get(path, { headers: { 'If-None-Match': readETag(former) } });
        expectStatus(conditional, 200, 'If-None-Match with the ETag of the state before a write');
        if (readETag(after) === readETag(former)) fail('another ETag for another body', readETag(after), former, after);
      }
    },
  }),
  'head-is-get-without-a-body': onOperations(['HTTP-3'], {
    applies: ({ method }) => method === 'GET',
    title: 'every GET has a HEAD with the same status and headers and without a body',
    run: async (context, operation) => {
      const path = operationPath(operation);
      const paths =
        operation.kind === 'list'
          ? [path, `${path}?limit=1`, `${path}?limit=0`]
          : [context.pathOf(operation), path, operationPath(operation, 'me')];
      for (const one of new Set(paths)) expectHead(await context.get(one), await context.get(one, { method: 'HEAD' }));
    },
  }),
  'options-needs-no-token': onOperations(['HTTP-3', 'AUTH-2'], {
    title: 'OPTIONS on a known path is a 204 with Allow, with or without a token',
    run: async (context, operation) => {
      for (const token of [null, context.target.token]) {
        const exchange = await context.get(operationPath(operation), { method: 'OPTIONS', token });
        expectStatus(exchange, 204, 'OPTIONS on a known path');
        expectAllow(exchange, operation);
        expectNoBody(exchange);
      }
    },
  }),
  'unsupported-methods-are-405': onOperations(['HTTP-3', 'ERR-3'], {
    title: 'a method that a path does not support is a 405 with Allow',
    run: async (context, operation) => {
      const own = methodsOf(operation);
      const json = { body: '{}', headers: { 'Content-Type': 'application/json' } };
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
        if (own.includes(method)) continue;
        // The id does not exist, so that a broken server cannot change a row.
        const spec = { method, ...(method.startsWith('P') && method !== 'PURGE' && json) };
        const exchange = await context.get(operationPath(operation), spec);
        expectProblem(exchange, 'method_not_allowed', `${method} ${operation.template}`);
        expectAllow(exchange, operation);
      }
    },
  }),
  'protocols-are-never-switched': onServer(['HTTP-9'], {
    title: 'a request with Upgrade gets a normal response and ends its connection; CONNECT opens no tunnel',
    run: async (context) => {
      const list = `GET ${spaces}?limit=1`;
      for (const Upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
        const upgradeHeaders = { Connection: 'Upgrade', Upgrade, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
        const first = `${headOf(context, list, upgradeHeaders)}${headOf(context, list)}`;
        const raw = await sendRaw(context, { first, responses: 0 }, `a request with Upgrade: ${Upgrade}`, [200]);
        if (!raw.isClosed || !/^connection: close\r$/im.test(raw.text))
          fail('Connection: close, and the end of the connection', 'an open connection', raw.exchange);
      }
      const first = `CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\nAuthorization: Bearer ${context.target.token}\r\n\r\n`;
      const { statuses, exchange } = await sendRaw(context, { first, responses: 1 }, 'CONNECT');
      if (statuses.some((status) => status < 300)) fail('no tunnel', statuses.join(), exchange);
    },
  }),
  'half-closed-connections-get-all-responses': onServer(['HTTP-9'], {
    title: 'a client that has half-closed its connection gets the responses to all complete requests, in order',
    run: async (context) => {
      const [largest] = context.subjects.sort((a, b) => b.rows.length - a.rows.length);
      const page = `GET ${largest?.path ?? spaces}?limit=200`;
      const ids = Array.from({ length: 8 }, (_, index) => `${randomUUID()}-${index}`);
      const first = ids.map((id) => headOf(context, page, { 'X-Request-Id': id })).join('');
      const input = { first, closesSide: true, responses: 0 };
      const wanted = ids.map(() => 200);
      const { text, exchange } = await sendRaw(context, input, 'a client that has closed its side', wanted);
      const order = ids.filter((id) => text.includes(id)).sort((one, other) => text.indexOf(one) - text.indexOf(other));
      expectEqual('the order of the responses', order, ids, exchange);
      if (!text.trimEnd().endsWith('}')) fail('complete responses', text.slice(-200), exchange);
    },
  }),
  '100-continue-follows-the-checks': onServer(['HTTP-9', 'ERR-4', 'RATE-3'], {
    title: 'a request with Expect: 100-continue gets 100 only after all checks that need no body',
    run: async (context) => {
      const json = { 'Content-Type': 'application/json', 'Content-Length': '2', Expect: '100-continue' };
      for (const [status, line, headers] of rejectedWithoutBody) {
        const first = headOf(context, line, { ...json, ...headers });
        await sendRaw(context, { first, responses: 1 }, 'a request that is rejected without its body', [status]);
      }
      const first = headOf(context, 'POST /api/v1/projects', json);
      const input = { first, afterContinue: '{}', responses: 1 };
      const { statuses, exchange } = await sendRaw(context, input, 'a request with a body');
      context.need(!statuses.includes(403), 'the token may not write projects');
      expectEqual('100, then the response to the body {}', [...statuses], [100, 400], exchange);
    },
  }),
};
