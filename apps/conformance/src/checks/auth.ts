import { type CollectionName, problemCodes, type Scope } from '@resource-catalogue/contracts';
import { requestPublicPage } from '../kit/request-pages.js';
import { type Checks, onOperations, onServer } from '../kit/check.js';
import { mistypedTokens, otherReaders, unknownToken } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import {
  expectEqual,
  expectInvalidToken,
  expectMissingScope,
  expectMissingToken,
  expectNoBody,
  expectProblem,
  expectSameBody,
  expectStatus,
  headerTokens,
} from '../kit/expect.js';
import { type Operation, operationPath, operations, unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { isObject, sameJson, toText } from '../json.js';
import type { RequestSpec, Exchange } from '../target/exchange.js';

const [spaces, projects] = ['/api/v1/spaces', '/api/v1/projects'];

const post = (type: string, body: string, path = projects, method = 'POST'): RequestSpec => ({
  ...{ path, method, body },
  headers: { 'Content-Type': type },
});

/** A valid request of an operation, except for its credentials. It must not be able to write anything. */
const toRequestSpec = (operation: Operation, context: CheckContext): RequestSpec =>
  operation.method === 'GET'
    ? { path: context.pathOf(operation) }
    : post('application/json', '{}', operationPath(operation), operation.method);

/** Requests with another error as well, or with the token in another place: 401 comes first. */
const badRequests = (token: string): readonly RequestSpec[] => [
  { path: '/api/v1/nothing' },
  { path: `/api/v1/project_licenses/${unknownId}` },
  { path: '/api/v1/users', method: 'DELETE' },
  { path: '/api/v1/users?limit=0&nothing=1' },
  { path: '/api/v1/users/me' },
  { path: `/api/v1/users/${unknownId}` },
  { path: '/api/v1/users', headers: { Accept: 'text/html' } },
  post('text/plain', 'x'),
  { path: '/api/v1/users', method: 'HEAD' },
  { path: '/api/v1/nothing', method: 'OPTIONS' },
  ...['access_token', 'token', 'authorization', 'bearer'].map((name) => ({ path: `${spaces}?${name}=${token}` })),
  post('application/x-www-form-urlencoded', `access_token=${token}`),
  post('application/json', JSON.stringify({ access_token: token })),
  { path: spaces, headers: { 'X-Access-Token': token, Cookie: `access_token=${token}` } },
];

const rejectedToken = (kind: 'expired' | 'revoked'): Checks[string] =>
  onServer(['AUTH-2', 'AUTH-4'], {
    needs: [`${kind}-token`],
    title: `any request with a token that is ${kind} is a 401 with error="invalid_token"`,
    run: async (context) => {
      const token = context.given[`${kind}Token`] ?? null;
      await context.each([spaces, `/api/v1/bookings/${unknownId}`, '/api/v1/nothing'], async (path) => {
        expectInvalidToken(await context.get(path, { token }), `${path} with the ${kind} token`);
      });
    },
  });

/** A check that the scope of a token allows all operations of one collection, and no others. */
const scopeOfCollection = (kind: 'limited' | 'writing', scope: Scope, collection: CollectionName, does: string) =>
  onOperations(['AUTH-3', 'ERR-3', 'ERR-4'], {
    needs: [`${kind}-token`],
    title: `a token with ${scope} ${does} only ${collection}; the 403 contains the narrowest scope`,
    run: async (context, operation) => {
      const spec = { ...toRequestSpec(operation, context), token: context.given[`${kind}Token`] ?? null };
      const exchanges = [await context.send(spec)];
      if (operation.method === 'GET') exchanges.push(await context.send({ ...spec, method: 'HEAD' }));
      for (const exchange of exchanges) {
        if (operation.contract.name !== collection)
          expectMissingScope(exchange, operation.scope, `${exchange.request.method} with ${scope}`);
        else if ([401, 403].includes(exchange.status)) fail(`${scope} allows this`, String(exchange.status), exchange);
      }
    },
  });

export const authChecks: Checks = {
  'every-operation-requires-a-token': onOperations(['AUTH-1', 'ERR-1'], {
    layer: 'core',
    title: 'without a token and with an unknown token the response is 401',
    run: async (context, operation) => {
      const spec = toRequestSpec(operation, context);
      expectStatus(await context.send({ ...spec, token: null }), 401, 'no token');
      expectStatus(await context.send({ ...spec, token: unknownToken(context.random) }), 401, 'an unknown token');
    },
  }),
  'missing-credentials-are-challenged': onOperations(['AUTH-2', 'ERR-3'], {
    title: 'no token, another scheme and nothing after Bearer are 401 with a realm, whether or not an id exists',
    run: async (context, operation) => {
      const spec = { ...toRequestSpec(operation, context), token: null };
      const missing = await context.send(spec);
      expectMissingToken(missing, 'no credentials');
      const place = operations.indexOf(operation);
      const { token } = context.target;
      const others = ['Basic dXNlcjpwYXNz', 'Bearer', `Token ${token}`, token];
      const Authorization = others[place % others.length] ?? '';
      const exchange = await context.send({ ...spec, headers: { ...spec.headers, Authorization } });
      expectMissingToken(exchange, `Authorization: ${Authorization.replace(/ .*/, ' …')}`);
      const unknown = place % 2 === 0 ? 'no-token-at-all' : unknownToken(context.random);
      expectInvalidToken(await context.send({ ...spec, token: unknown }), 'an unknown token');
      const [one, other] = [missing, await context.send({ ...spec, path: operationPath(operation) })].map(({ json }) =>
        isObject(json) ? { ...json, request_id: '' } : json,
      );
      if (!sameJson(one, other)) fail('the same 401 for an existing and an unknown id', toText(other), missing);
    },
  }),
  'mistyped-tokens-are-rejected': onServer(['AUTH-2', 'AUTH-4'], {
    title: 'a token that differs from a good one in one character is rejected',
    run: async (context) => {
      // The signature of a JWT may have several spellings, so a mistyped token may be the same token.
      context.need(context.target.token.split('.').length !== 3, 'the token is a JWT');
      await context.each(mistypedTokens(context.target.token), async (token) => {
        expectInvalidToken(await context.get(spaces, { token }), 'a mistyped token');
      });
    },
  }),
  'unauthorized-comes-before-any-other-check': onServer(['AUTH-2', 'ERR-4'], {
    title: 'unknown paths, wrong methods, bad requests and tokens in a query or body are 401 without a token',
    run: async (context) => {
      await context.each(badRequests(context.target.token), async (spec) => {
        const described = `${spec.method ?? 'GET'} ${spec.path}`;
        expectMissingToken(await context.send({ ...spec, token: null }), `${described} without a token`);
        const token = unknownToken(context.random);
        expectInvalidToken(await context.send({ ...spec, token }), `${described} with an unknown token`);
      });
    },
  }),
  'missing-scope-is-403': scopeOfCollection('limited', 'bookings:read', 'bookings', 'reads'),
  'write-scope-is-for-projects': scopeOfCollection('writing', 'projects:write', 'projects', 'reads and writes'),
  'expired-token-is-rejected': rejectedToken('expired'),
  'revoked-token-is-rejected': rejectedToken('revoked'),
  'concurrent-requests-share-no-response': onOperations(
    ['AUTH-1', 'AUTH-2', 'AUTH-3', 'HTTP-2', 'HTTP-3', 'HTTP-4', 'HTTP-5'],
    {
      applies: ({ method }) => method === 'GET',
      title: 'requests of one URL at once with different tokens, scopes, methods and headers do not share responses',
      run: async (context, operation) => {
        context.need(context.subject(operation.contract.name).rows[0], 'the collection is empty');
        const path = context.pathOf(operation);
        const plain = await context.get(path);
        expectStatus(plain, 200, path);
        const requests = listConcurrentRequests(context, operation, plain);
        // A response could be shared with the previous request, or with the next one.
        const round = operations.indexOf(operation) % 2 === 0 ? requests : requests.reverse();
        const exchanges = await Promise.all(round.map(([spec]) => context.get(path, spec)));
        for (const [index, exchange] of exchanges.entries()) round[index]?.[1](exchange);
      },
    },
  ),
  'pages-need-no-token': onServer(['AUTH-1', 'LIST-2', 'ERR-2', 'HTTP-2'], {
    title: 'pages outside the API, one for each problem, are the same with any token, and can be revalidated',
    run: async (context) => {
      const plain = new Map<string, Exchange>();
      for (const path of pages) plain.set(path, await requestPublicPage(context, path));
      // A server may have no pages; if it has any, it must have those of its problems.
      if ([...plain.values()].every(({ status }) => status !== 200)) context.unsupported('the server has no pages');
      for (const [path, page] of plain) {
        // The service may begin to stop meanwhile (HTTP-8), and other pages may show the time or contain a nonce.
        for (const token of path === '/health/ready' ? [] : [unknownToken(context.random), context.target.token]) {
          const exchange = await requestPublicPage(context, path, token);
          expectEqual(`${path} with a token the same as without`, exchange.status, page.status, page, exchange);
          if (page.status === 200 && lasting.includes(path))
            expectSameBody(`${path} with a token the same as without`, page, exchange);
        }
        if (path.startsWith('/problems/')) expectStatus(page, 200, 'the page of a problem');
        if (page.status !== 200 || path.startsWith('/health/')) continue;
        if (page.text === '') fail('a page with a text', 'an empty page', page);
        if (page.header('etag') === null) fail('an ETag', 'none', page);
        const caching = headerTokens(page, 'cache-control');
        if (!caching.includes('no-cache')) fail('Cache-Control: no-cache', caching.join(', '), page);
      }
    },
  }),
};

/** A request for a URL that other requests use at the same time, and the check of its response. */
type ConcurrentRequest = readonly [spec: Omit<RequestSpec, 'path'>, expect: (exchange: Exchange) => void];

function listConcurrentRequests(
  context: CheckContext,
  { contract, scope }: Operation,
  plain: Exchange,
): ConcurrentRequest[] {
  const { limitedToken, writingToken, revokedToken, expiredToken } = context.given;
  const readers = otherReaders(context.given, contract);
  const others = (...tokens: (string | undefined)[]) =>
    tokens.flatMap((token) => (token === undefined || readers.includes(token) ? [] : [{ token }]));
  const expectSame = (exchange: Exchange): void => {
    expectStatus(exchange, 200, 'a good request beside others of its URL');
    expectSameBody('the body of the same request alone', plain, exchange);
    expectEqual('the ETag of the same body', exchange.header('etag'), plain.header('etag'), exchange);
  };
  const tag = plain.header('etag') ?? '*';
  const each = (specs: readonly ConcurrentRequest[0][], expect: ConcurrentRequest[1]): ConcurrentRequest[] =>
    specs.map((spec) => [spec, expect]);
  return [
    ...each([{}, ...readers.map((token) => ({ token })), { headers: { 'Accept-Encoding': 'gzip' } }], expectSame),
    ...each(others(revokedToken, expiredToken, unknownToken(context.random)), (one) => {
      expectInvalidToken(one, 'a rejected token beside good ones');
    }),
    ...each(others(limitedToken, writingToken), (one) => {
      expectMissingScope(one, scope, 'a token with another scope');
    }),
    ...each([{ token: null }, { method: 'HEAD', token: null }], (one) => {
      expectMissingToken(one, 'no token');
    }),
    [{ method: 'HEAD', token: unknownToken(context.random) }, (one) => expectInvalidToken(one, 'HEAD')],
    [{ method: 'HEAD' }, expectNoBody],
    [{ headers: { Accept: 'text/html' } }, (one) => expectProblem(one, 'not_acceptable', 'Accept: text/html')],
    [{ headers: { 'If-None-Match': tag } }, (one) => expectStatus(one, 304, 'If-None-Match with the tag')],
  ];
}

/** Pages with a stable body. */
const lasting = ['/openapi.json', '/problems', ...Object.keys(problemCodes).map((code) => `/problems/${code}`)];
const pages = [...lasting, '/', '/docs', '/health/live', '/health/ready'];
