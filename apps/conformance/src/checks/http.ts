import { askPublicPage } from '../kit/ask.js';
import { readId } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { tokensIn, expectEqual, expectProblem, expectSameBody, expectStatus } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onCollections, onOperations, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { type Operation, operationPath, unknownId } from '../kit/subject.js';
import { connectionChecks } from './http-connections.js';
import { methodChecks, tagChecks } from './http-reading.js';

const getCoding = (exchange: Exchange): string =>
  (exchange.header('content-encoding') ?? 'identity').trim().toLowerCase().replace(/^x-/, '');

/** Expects one of these codings (HTTP-5). The decoded body must be the same, which shows that the header is correct. */
function expectCoding(exchange: Exchange, asked: string, codings: readonly string[], plain: Exchange): string {
  expectStatus(exchange, 200, `a list with Accept-Encoding: ${asked}`);
  const coding = getCoding(exchange);
  if (!codings.includes(coding))
    violated(`${codings.join(' or ')} for Accept-Encoding: ${asked} and a body above 1 KiB`, coding, exchange);
  expectSameBody('the same body in every coding', plain, exchange);
  expectEqual('the ETag in every coding (HTTP-2)', exchange.header('etag'), plain.header('etag'), exchange);
  return coding;
}

/** A response that is probably above 1 KiB: a list of twenty rows, or the longest row. */
function largePath(context: CheckContext, operation: Operation): string {
  if (operation.kind === 'list') return `${operationPath(operation)}?limit=20`;
  const { rows } = context.subject(operation.contract.name);
  const sizes = context.random.sample(rows, 100).map((row) => ({ row, size: JSON.stringify(row).length }));
  const [longest] = sizes.sort((a, b) => b.size - a.size);
  return operationPath(operation, readId(context.need(longest, 'the collection is empty').row));
}

const accepted = [
  ...['*/*', 'application/*', 'application/json', 'application/json; charset=utf-8', 'application/hal+json'],
  ...['application/vnd.api+json', 'text/html, application/json;q=0.5', 'text/html, */*;q=0.1'],
];
const refused = ['text/html', 'application/xml', 'text/*', 'image/png, text/plain', 'application/json;q=0'];

/** The ranges that match JSON, the most specific first; the first one in a header decides. */
const jsonRanges = ['application/json', 'application/*', '*/*'];

/** All combinations of these ranges with the weights 0.5 and 0. */
const weighted = jsonRanges
  .reduce<readonly (readonly string[])[]>(
    (headers, range) =>
      headers.flatMap((header) => [header, [...header, `${range};q=0.5`], [...header, `${range};q=0`]]),
    [[]],
  )
  .filter((header) => header.length > 0);

const bothOrders = (headers: readonly (readonly string[])[]): string[] => [
  ...new Set(headers.flatMap((header) => [header.join(', '), [...header].reverse().join(', ')])),
];

async function expectAccepted(context: CheckContext, path: string, types: readonly string[]): Promise<void> {
  for (const accept of types) {
    const exchange = await context.get(path, { headers: { Accept: accept } });
    expectStatus(exchange, 200, `Accept: ${accept}`);
    expectEqual('the media type', exchange.mediaType, 'application/json', exchange);
  }
}

async function expectNotAcceptable(context: CheckContext, path: string, types: readonly string[]): Promise<void> {
  for (const accept of types)
    expectProblem(await context.get(path, { headers: { Accept: accept } }), 'not_acceptable', `Accept: ${accept}`);
}

function nearPaths(path: string, name: string, hasGet: boolean, id: string): string[] {
  return [
    ...[`${path}/`, `${path}.json`, `/api/v1//${name}`, path.replace(/s$/, '')],
    ...[name.toUpperCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`].map((other) => `/api/v1/${other}`),
    ...(name.includes('_') ? [path.replaceAll('_', '-'), path.replaceAll('_', '')] : []),
    ...(hasGet ? [`${path}/${id}/`, `${path}/${id}/x`, `${path}/${id}/.json`] : [`${path}/${id}`]),
  ];
}

const pages = ['/', '/docs', '/openapi.json', '/problems', '/problems/not_found'];

export const httpChecks: Checks = {
  'request-id-is-the-clients-own': onServer(['HTTP-1'], {
    title: 'a well-formed X-Request-Id is returned, also on errors; any other, or none, leads to a new one',
    run: async (context) => {
      const paths = [
        ['/api/v1/spaces', null],
        [`/api/v1/spaces/${unknownId}`, 'not_found'],
        ['/api/v1/spaces?limit=0', 'invalid_request'],
        ['/api/v1/nothing', 'not_found'],
      ] as const;
      await context.each(paths, async ([path, code]) => {
        await context.each(['a', 'Az09._-', 'x'.repeat(128)], async (id) => {
          const exchange = await context.get(path, { headers: { 'X-Request-Id': id } });
          expectEqual('X-Request-Id', exchange.header('x-request-id'), id, exchange);
          if (code !== null) expectProblem(exchange, code, path);
        });
        await context.each(['x'.repeat(129), 'a b', 'a;b', 'ä', 'a/b', '<a>', 'a,b'], async (id) => {
          const exchange = await context.get(path, { headers: { 'X-Request-Id': Buffer.from(id).toString('latin1') } });
          const found = exchange.header('x-request-id');
          if (found === null || found === id || !/^[\w.-]{1,128}$/.test(found))
            violated(`a new X-Request-Id instead of ${id.slice(0, 20)}`, String(found).slice(0, 140), exchange);
        });
      });
      const asks = [{}, {}, {}, { token: null }, { method: 'HEAD' }, { method: 'DELETE' }];
      const exchanges = await Promise.all(asks.map((ask) => context.get('/api/v1/spaces?limit=1', ask)));
      const ids = exchanges.map((exchange) => exchange.header('x-request-id'));
      if (ids.includes(null) || new Set(ids).size < ids.length)
        violated('a different id for each request without one', ids.join(', '), ...exchanges.slice(-1));
    },
  }),
  'accept-is-obeyed': onOperations(['HTTP-4', 'ERR-3'], {
    applies: ({ method }) => method === 'GET',
    title: 'an Accept that excludes application/json is a 406; wildcards and +json get JSON',
    run: async (context, operation) => {
      const path = context.pathOf(operation);
      const isThere = operation.kind === 'list' || context.subject(operation.contract.name).rows.length > 0;
      if (isThere) await expectAccepted(context, path, accepted);
      await expectNotAcceptable(context, path, refused);
    },
  }),
  'accept-goes-by-its-most-specific-range': onServer(['HTTP-4'], {
    title: 'the most specific of application/json, application/* and */* decides, in any order',
    run: async (context) => {
      const isRefused = ([decisive = '']: readonly string[]): boolean => decisive.endsWith(';q=0');
      const accepting = weighted.filter((header) => !isRefused(header));
      await expectAccepted(context, '/api/v1/plans?limit=1', bothOrders(accepting));
      await expectNotAcceptable(context, '/api/v1/plans?limit=1', bothOrders(weighted.filter(isRefused)));
    },
  }),
  'bodies-are-compressed-when-asked': onOperations(['HTTP-5', 'HTTP-2'], {
    applies: ({ method }) => method === 'GET',
    title: 'a body above 1 KiB is compressed with gzip or brotli only on request',
    run: async (context, operation) => {
      const path = largePath(context, operation);
      const ask = (coding: string) => context.get(path, { headers: { 'Accept-Encoding': coding } });
      const plain = await context.get(path);
      expectEqual('the coding of a body without Accept-Encoding', getCoding(plain), 'identity', plain);
      context.need(plain.bytes.length > 1024, 'the body is not above 1 KiB');
      // A server may support only one of the two, which it must then use when requested.
      const known = expectCoding(await ask('gzip, br'), 'gzip, br', ['gzip', 'br'], plain);
      for (const coding of ['gzip', 'br'])
        expectCoding(await ask(coding), coding, coding === known ? [coding] : [coding, 'identity'], plain);
      for (const coding of ['identity', 'gzip;q=0', 'deflate']) {
        const exchange = await ask(coding);
        const found = getCoding(exchange);
        if (found === 'gzip' || found === 'br')
          violated(`no gzip or brotli for Accept-Encoding: ${coding}`, found, exchange);
      }
    },
  }),
  'unnamed-origins-are-not-allowed': onServer(['HTTP-6'], {
    title: 'an origin that the operator did not name is allowed neither in a response nor in a preflight',
    run: async (context) => {
      const Origin = 'https://conformance.invalid';
      const preflight = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'authorization' };
      for (const ask of [
        { headers: { Origin } },
        { headers: { Origin, ...preflight }, method: 'OPTIONS', token: null },
      ]) {
        const exchange = await context.get('/api/v1/spaces', ask);
        const allowed = exchange.header('access-control-allow-origin');
        if (allowed === Origin || allowed === '*') violated('no Access-Control-Allow-Origin', allowed, exchange);
      }
    },
  }),
  'paths-are-taken-exactly': onCollections(['HTTP-7', 'VER-1', 'ERR-3'], {
    title: 'a path in another case, or with a trailing slash, an extension or a suffix, is a 404',
    run: async (context, { path, contract, rows }) => {
      const id = rows[0] ? readId(rows[0]) : unknownId;
      for (const other of nearPaths(path, contract.name, contract.get, id))
        expectProblem(await context.get(other), 'not_found', other);
    },
  }),
  'unclear-requests-are-refused': onServer(['HTTP-9'], {
    title: 'two Host headers, an invalid Host, two tokens and two media types are 400',
    run: async (context) => {
      const { host } = context.target.base;
      const bearer = `Bearer ${context.target.token}`;
      const unclear: readonly (readonly [what: string, headers: Record<string, string | readonly string[]>])[] = [
        ['two Hosts', { Host: [host, 'other.invalid'] }],
        ['one Host twice', { Host: [host, host] }],
        ['a list of Hosts', { Host: `${host}, other.invalid` }],
        ['a Host with a user', { Host: `me@${host}` }],
        ['two tokens', { Authorization: [bearer, 'Bearer other'] }],
        ['one token twice', { Authorization: [bearer, bearer] }],
        ['two media types', { 'Content-Type': ['application/json', 'text/plain'] }],
      ];
      await context.each(unclear, async ([what, headers]) => {
        // Many HTTP parsers reject these requests themselves.
        const exchange = await context.get('/api/v1/spaces?limit=1', { headers, odd: true });
        expectStatus(exchange, 400, what);
      });
    },
  }),
  ...tagChecks,
  ...methodChecks,
  'pages-can-be-revalidated': onServer(['HTTP-2'], {
    title: 'pages outside the API, except health, have an ETag and Cache-Control: no-cache',
    run: async (context) => {
      const answers = await Promise.all(pages.map((path) => askPublicPage(context, path)));
      const found = answers.filter(({ status }) => status === 200);
      if (found.length === 0) context.unsupported('the server has no pages');
      for (const page of found) {
        if (page.header('etag') === null) violated('an ETag', 'none', page);
        if (!tokensIn(page, 'cache-control').includes('no-cache'))
          violated('Cache-Control: no-cache', page.header('cache-control') ?? 'none', page);
      }
    },
  }),
  ...connectionChecks,
};
