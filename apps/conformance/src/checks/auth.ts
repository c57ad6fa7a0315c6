import type { CollectionName, Scope } from '@resource-catalogue/contracts';
import { isObject, sameJson } from '../json.js';
import type { Ask, Exchange } from '../target/exchange.js';
import { askPublicPage } from '../kit/ask.js';
import {
  expectEqual,
  expectInvalidToken,
  expectMissingScope,
  expectMissingToken,
  expectNoBody,
  expectProblem,
  expectSameBody,
  expectStatus,
} from '../kit/expect.js';
import { expectPage } from '../kit/expect-page.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onOperations, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { type Operation, operationPath, unknownId } from '../kit/subject.js';
import { mistyped, otherReaders, unknownToken } from '../kit/choose.js';

const spaces = '/api/v1/spaces';
const json = { 'Content-Type': 'application/json' };

/** A valid request of an operation, except for its credentials. It must not be able to write anything. */
function toAsk(operation: Operation, context: CheckContext): Ask {
  const { method } = operation;
  if (method === 'GET') return { path: context.pathOf(operation) };
  return { path: operationPath(operation), method, headers: json, body: '{}' };
}

/** Requests with another error as well: 401 comes first. */
const badRequests: readonly Ask[] = [
  { path: '/api/v1/nothing' },
  { path: `/api/v1/project_licenses/${unknownId}` },
  { path: '/api/v1/users', method: 'DELETE' },
  { path: '/api/v1/users?limit=0&nothing=1' },
  { path: '/api/v1/users/me' },
  { path: `/api/v1/users/${unknownId}` },
  { path: '/api/v1/users', headers: { Accept: 'text/html' } },
  { path: '/api/v1/projects', method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
  { path: '/api/v1/users', method: 'HEAD' },
  { path: '/api/v1/nothing', method: 'OPTIONS' },
];

const elsewhere = (token: string): readonly Ask[] => [
  ...['access_token', 'token', 'authorization', 'bearer'].map((name) => ({ path: `${spaces}?${name}=${token}` })),
  {
    path: '/api/v1/projects',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `access_token=${token}`,
  },
  { path: '/api/v1/projects', method: 'POST', headers: json, body: JSON.stringify({ access_token: token }) },
  { path: spaces, headers: { 'X-Access-Token': token, Cookie: `access_token=${token}` } },
];

async function expectChallenged(context: CheckContext, ask: Ask): Promise<void> {
  const described = `${ask.method ?? 'GET'} ${ask.path}`;
  expectMissingToken(await context.send({ ...ask, token: null }), `${described} without a token`);
  const token = unknownToken(context.random);
  expectInvalidToken(await context.send({ ...ask, token }), `${described} with an unknown token`);
}

const refusedToken = (kind: 'expired' | 'revoked'): Checks[string] =>
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

/** The scope of the token allows all operations of one collection, and no others. */
const scopeOfCollection = (kind: 'limited' | 'writing', scope: Scope, collection: CollectionName, does: string) =>
  onOperations(['AUTH-3', 'ERR-3', 'ERR-4'], {
    needs: [`${kind}-token`],
    title: `a token with ${scope} ${does} only ${collection}; the 403 names the narrowest scope`,
    run: async (context, operation) => {
      const ask = { ...toAsk(operation, context), token: context.given[`${kind}Token`] ?? null };
      const exchange = await context.send(ask);
      const head = operation.method === 'GET' ? await context.send({ ...ask, method: 'HEAD' }) : null;
      if (operation.contract.name !== collection) {
        expectMissingScope(exchange, operation.scope, `a token with ${scope}`);
        if (head) expectStatus(head, 403, `HEAD with ${scope}`);
        return;
      }
      for (const answer of [exchange, ...(head ? [head] : [])])
        if ([401, 403].includes(answer.status)) violated(`${scope} allows this`, String(answer.status), answer);
    },
  });

export const authChecks: Checks = {
  'no-operation-works-without-a-token': onOperations(['AUTH-1', 'ERR-1'], {
    layer: 'seed',
    title: 'without a token and with an unknown token the response is 401',
    run: async (context, operation) => {
      const ask = toAsk(operation, context);
      expectStatus(await context.send({ ...ask, token: null }), 401, 'no token');
      expectStatus(await context.send({ ...ask, token: unknownToken(context.random) }), 401, 'an unknown token');
    },
  }),
  'missing-credentials-are-challenged': onOperations(['AUTH-2', 'ERR-3'], {
    title:
      'no token, another scheme and nothing after Bearer are 401 with realm="catalogue", an unknown token is invalid',
    run: async (context, operation) => {
      const ask = { ...toAsk(operation, context), token: null };
      expectMissingToken(await context.send(ask), 'no credentials');
      const { token } = context.target;
      for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer', `Token ${token}`, token]) {
        const exchange = await context.send({ ...ask, headers: { ...ask.headers, Authorization: authorization } });
        expectMissingToken(exchange, `Authorization: ${authorization.replace(/ .*/, ' …')}`);
      }
      for (const unknown of ['no-token-at-all', unknownToken(context.random)])
        expectInvalidToken(await context.send({ ...ask, token: unknown }), 'an unknown token');
    },
  }),
  'mistyped-tokens-are-refused': onServer(['AUTH-2', 'AUTH-4'], {
    title: 'a token that differs from a good one in one character is refused',
    run: async (context) => {
      // The signature of a JWT may have several spellings, so a mistyped token may be the same token.
      context.need(context.target.token.split('.').length !== 3, 'the token is a JWT');
      await context.each(mistyped(context.target.token), async (token) => {
        expectInvalidToken(await context.get(spaces, { token }), 'a mistyped token');
      });
    },
  }),
  'scheme-may-be-in-any-case': onServer(['AUTH-2'], {
    title: 'the scheme Bearer is accepted in upper and lower case',
    run: async (context) => {
      await context.each(['bearer', 'BEARER', 'bEaReR'], async (scheme) => {
        const headers = { Authorization: `${scheme} ${context.target.token}` };
        expectPage(await context.get(`${spaces}?limit=1`, { token: null, headers }), `the scheme ${scheme}`);
      });
    },
  }),
  'tokens-elsewhere-do-not-count': onServer(['AUTH-2'], {
    title: 'a token in the query string or in the body is ignored',
    run: async (context) => {
      await context.each(elsewhere(context.target.token), async (ask) => {
        expectMissingToken(await context.send({ ...ask, token: null }), 'a token outside its header');
      });
    },
  }),
  'unauthorized-comes-before-any-other-check': onServer(['AUTH-2', 'ERR-4'], {
    title: 'without a token unknown paths, wrong methods and bad requests are also 401',
    run: async (context) => {
      await context.each(badRequests, async (ask) => {
        await expectChallenged(context, ask);
      });
    },
  }),
  'without-a-token-what-is-there-looks-like-what-is-not': onOperations(['AUTH-2'], {
    applies: ({ kind }) => kind === 'get',
    title: 'without a token existing and unknown ids have the same response',
    run: async (context, operation) => {
      context.need(context.subject(operation.contract.name).rows[0], 'the collection is empty');
      const existing = await context.get(context.pathOf(operation), { token: null });
      const unknown = await context.get(operationPath(operation), { token: null });
      const [one, other] = [existing, unknown].map(({ json }) => (isObject(json) ? { ...json, request_id: '' } : json));
      if (!sameJson(one, other)) violated('the same 401', 'different responses', existing, unknown);
    },
  }),
  'missing-scope-is-403': scopeOfCollection('limited', 'bookings:read', 'bookings', 'reads'),
  'write-scope-is-for-projects': scopeOfCollection('writing', 'projects:write', 'projects', 'reads and writes'),
  'expired-token-is-refused': refusedToken('expired'),
  'revoked-token-is-refused': refusedToken('revoked'),
  'the-same-url-at-once': onOperations(['AUTH-1', 'AUTH-2', 'AUTH-3', 'HTTP-2', 'HTTP-3', 'HTTP-4', 'HTTP-5'], {
    applies: ({ method }) => method === 'GET',
    title: 'requests of one URL at once with different tokens, scopes, methods and headers do not share responses',
    run: async (context, operation) => {
      context.need(context.subject(operation.contract.name).rows[0], 'the collection is empty');
      const path = context.pathOf(operation);
      const plain = await context.get(path);
      expectStatus(plain, 200, path);
      const askers = listAskers(context, operation, plain);
      for (const round of [askers, [...askers].reverse()]) {
        const exchanges = await Promise.all(round.map(({ ask }) => context.get(path, ask)));
        for (const [index, exchange] of exchanges.entries()) round[index]?.expect(exchange);
      }
    },
  }),
  'pages-need-no-token': onServer(['AUTH-1', 'LIST-2', 'ERR-2'], {
    title: 'pages outside the API are the same with no token, a good one and a bad one',
    run: async (context) => {
      const tokens = { 'an unknown token': unknownToken(context.random), 'a good token': context.target.token };
      const found: Exchange[] = [];
      for (const path of pages) {
        const plain = await askPublicPage(context, path);
        found.push(plain);
        for (const [who, token] of Object.entries(tokens))
          expectSamePage(path, plain, await askPublicPage(context, path, token), who);
      }
      if (found.every(({ status }) => status === 404)) context.unsupported('the server has no pages');
    },
  }),
};

/** A request of a URL that others request at once, and what its response must be. */
interface Asker {
  readonly ask: Omit<Ask, 'path'>;
  expect(exchange: Exchange): void;
}

function listAskers(context: CheckContext, { contract, scope }: Operation, plain: Exchange): Asker[] {
  const { limitedToken, writingToken, revokedToken, expiredToken } = context.given;
  const isGiven = (token: string | undefined): token is string => token !== undefined;
  const readers = otherReaders(context.given, contract);
  const refused = [revokedToken, expiredToken, unknownToken(context.random)].filter(isGiven);
  const others = [limitedToken, writingToken].filter(isGiven).filter((token) => !readers.includes(token));
  const expectSame = (exchange: Exchange): void => {
    expectStatus(exchange, 200, 'a good request beside others of its URL');
    expectSameBody('the body of the same request alone', plain, exchange);
  };
  return [
    ...[{}, ...readers.map((token) => ({ token })), { headers: { 'Accept-Encoding': 'gzip' } }].map((ask) => ({
      ask,
      expect: expectSame,
    })),
    ...refused.map((token) => ({
      ask: { token },
      expect: (exchange: Exchange) => expectInvalidToken(exchange, 'a refused token beside good ones'),
    })),
    ...others.map((token) => ({
      ask: { token },
      expect: (exchange: Exchange) => expectMissingScope(exchange, scope, 'a token with another scope'),
    })),
    ...['GET', 'HEAD'].map((method) => ({
      ask: { method, token: null },
      expect: (exchange: Exchange) => expectMissingToken(exchange, `a ${method} without a token beside good ones`),
    })),
    { ask: { method: 'HEAD', token: refused[0] ?? '' }, expect: (exchange) => expectStatus(exchange, 401, 'HEAD') },
    { ask: { method: 'HEAD' }, expect: expectNoBody },
    {
      ask: { headers: { Accept: 'text/html' } },
      expect: (exchange) => expectProblem(exchange, 'not_acceptable', 'Accept: text/html'),
    },
    {
      ask: { headers: { 'If-None-Match': plain.header('etag') ?? '*' } },
      expect: (exchange) => expectStatus(exchange, 304, 'If-None-Match with the tag'),
    },
  ];
}

/** Pages with a stable body; others may show the time or contain a nonce. */
const lasting = ['/openapi.json', '/problems', '/problems/invalid_request', '/problems/missing_token'];
const pages = [...lasting, '/', '/docs', '/health/live', '/health/ready'];

function expectSamePage(path: string, plain: Exchange, other: Exchange, who: string): void {
  // The service may begin to stop meanwhile (HTTP-8).
  if (path === '/health/ready') return;
  expectEqual(`${path} with ${who} the same as without credentials`, other.status, plain.status, other);
  if (plain.status === 200 && lasting.includes(path) && other.text !== plain.text)
    violated(`${path} with ${who} the same as without credentials`, 'another page', plain, other);
}
