import type { Ask } from '../target/target.js';
import { isObject, sameJson, textOf } from '../json.js';
import { expectInvalidToken, expectMissingScope, expectMissingToken } from './challenge.js';
import { inFamily, onOperations, onServer } from './check.js';
import { expectPage, expectStatus } from './expect.js';
import { nobody, type Operation, pathOf } from './operations.js';
import { mistyped, unknownToken } from './tokens.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

/** The request of an operation that is good but for its credentials. What it writes, nobody may write. */
function askOf(operation: Operation, trial: Trial): Ask {
  const { method, contract, kind } = operation;
  const row = kind === 'get' ? trial.subject(contract.name).rows[0] : undefined;
  const path = pathOf(operation, row ? textOf(row['id']) : nobody);
  if (method === 'GET') return { path };
  return { path, method, headers: { 'Content-Type': 'application/json' }, body: '{}' };
}

/** Requests that would be refused for another reason, too: 401 comes first. */
const faulty: readonly Ask[] = [
  { path: '/api/v1/nothing' },
  { path: `/api/v1/project_licenses/${nobody}` },
  { path: '/api/v1/users', method: 'DELETE' },
  { path: '/api/v1/users?limit=0&nothing=1' },
  { path: '/api/v1/users/me' },
  { path: `/api/v1/users/${nobody}` },
  { path: '/api/v1/users', headers: { Accept: 'text/html' } },
  { path: '/api/v1/projects', method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
  { path: '/api/v1/users', method: 'HEAD' },
  { path: '/api/v1/nothing', method: 'OPTIONS' },
];

const said = ({ method = 'GET', path }: Ask): string => `${method} ${path}`;

export const authChecks = inFamily('auth', [
  onOperations({
    id: 'no-operation-works-without-a-token',
    rules: ['AUTH-1', 'ERR-1'],
    layer: 'seed',
    title: 'without a token, and with one that nobody was given, the answer is 401',
    run: async (trial, operation) => {
      const ask = askOf(operation, trial);
      expectStatus(await trial.send({ ...ask, token: null }), 401, 'no token');
      expectStatus(await trial.send({ ...ask, token: unknownToken(trial.random) }), 401, 'an unknown token');
    },
  }),
  onOperations({
    id: 'missing-credentials-are-challenged',
    rules: ['AUTH-2', 'ERR-3'],
    title: 'no header, another scheme and nothing behind Bearer are 401 with realm="catalogue" and without error',
    run: async (trial, operation) => {
      const ask = { ...askOf(operation, trial), token: null };
      expectMissingToken(await trial.send(ask), 'no credentials');
      const { token } = trial.target;
      for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer', `Token ${token}`, token]) {
        const exchange = await trial.send({ ...ask, headers: { ...ask.headers, Authorization: authorization } });
        expectMissingToken(exchange, `Authorization: ${authorization.replace(/ .*/, ' …')}`);
      }
    },
  }),
  onOperations({
    id: 'refused-tokens-are-challenged',
    rules: ['AUTH-2', 'ERR-3'],
    title: 'an unknown token is 401 with error="invalid_token"',
    run: async (trial, operation) => {
      const ask = askOf(operation, trial);
      const token = trial.random.integer(3) === 0 ? 'no-token-at-all' : unknownToken(trial.random);
      expectInvalidToken(await trial.send({ ...ask, token }), 'an unknown token');
    },
  }),
  onServer({
    id: 'mistyped-tokens-are-refused',
    rules: ['AUTH-2', 'AUTH-4'],
    title: 'a token with one character more, less or other than the good one is refused',
    run: async (trial) => {
      // The signature of a JWT may have several spellings: what looks mistyped there may be the same token.
      trial.need(trial.target.token.split('.').length !== 3, 'the token is a JWT');
      for (const token of mistyped(trial.target.token)) {
        expectInvalidToken(await trial.get('/api/v1/spaces', { token }), 'a mistyped token');
      }
    },
  }),
  onServer({
    id: 'scheme-may-be-in-any-case',
    rules: ['AUTH-2'],
    title: 'bearer and BEARER are the scheme as well',
    run: async (trial) => {
      for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
        const headers = { Authorization: `${scheme} ${trial.target.token}` };
        expectPage(await trial.get('/api/v1/spaces?limit=1', { token: null, headers }), `the scheme ${scheme}`);
      }
    },
  }),
  onServer({
    id: 'tokens-elsewhere-do-not-count',
    rules: ['AUTH-2'],
    title: 'a token in the query string or in the body is none',
    run: async (trial) => {
      const { token } = trial.target;
      for (const name of ['access_token', 'token', 'authorization', 'bearer']) {
        expectMissingToken(await trial.get(`/api/v1/spaces?${name}=${token}`, { token: null }), `${name} in the query`);
      }
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const asks: Ask[] = [
        { path: '/api/v1/projects', method: 'POST', headers: form, body: `access_token=${token}` },
        {
          path: '/api/v1/projects',
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ access_token: token }),
        },
        { path: '/api/v1/spaces', headers: { 'X-Access-Token': token, Cookie: `access_token=${token}` } },
      ];
      for (const ask of asks)
        expectMissingToken(await trial.send({ ...ask, token: null }), 'a token that is no header');
    },
  }),
  onServer({
    id: 'unauthorized-comes-before-any-other-check',
    rules: ['AUTH-2', 'ERR-4'],
    title: 'without a token nothing can be learned: 401 on unknown paths, wrong methods and bad requests',
    run: async (trial) => {
      for (const ask of faulty) {
        expectMissingToken(await trial.send({ ...ask, token: null }), `${said(ask)} without a token`);
        const token = unknownToken(trial.random);
        expectInvalidToken(await trial.send({ ...ask, token }), `${said(ask)} with an unknown token`);
      }
    },
  }),
  onOperations({
    id: 'without-a-token-what-is-there-looks-like-what-is-not',
    rules: ['AUTH-2'],
    applies: ({ kind }) => kind === 'get',
    title: 'without a token the answer for an id that exists is the one for an id that does not',
    run: async (trial, operation) => {
      const row = trial.need(trial.subject(operation.contract.name).rows[0], 'the collection is empty');
      const there = await trial.get(pathOf(operation, textOf(row['id'])), { token: null });
      const nowhere = await trial.get(pathOf(operation), { token: null });
      const [one, other] = [there, nowhere].map(({ json }) => (isObject(json) ? { ...json, request_id: '' } : json));
      if (!sameJson(one, other)) violated('the same 401', 'different ones', there, nowhere);
    },
  }),
  onOperations({
    id: 'missing-scope-is-403',
    rules: ['AUTH-3', 'ERR-3', 'ERR-4'],
    needs: ['limited-token'],
    title: 'a token with bookings:read reads bookings, and nothing else; the 403 names the narrowest scope',
    run: async (trial, operation) => {
      const { limitedToken: token = null } = trial.given;
      const ask = { ...askOf(operation, trial), token };
      const exchange = await trial.send(ask);
      if (operation.contract.name !== 'bookings') {
        expectMissingScope(exchange, operation.scope, 'a token with bookings:read');
        if (operation.method !== 'GET') return;
        expectStatus(await trial.send({ ...ask, method: 'HEAD' }), 403, 'HEAD with bookings:read');
      } else if (exchange.status === 403 || exchange.status === 401) {
        violated('bookings:read allows this', String(exchange.status), exchange);
      }
    },
  }),
  ...(['expired', 'revoked'] as const).map((kind) =>
    onServer({
      id: `${kind}-token-is-refused`,
      rules: ['AUTH-2', 'AUTH-4'],
      needs: [`${kind}-token`],
      title: `the token that is ${kind} is 401 with error="invalid_token", whatever it asks for`,
      run: async (trial) => {
        const token = (kind === 'expired' ? trial.given.expiredToken : trial.given.revokedToken) ?? null;
        for (const path of ['/api/v1/spaces', `/api/v1/bookings/${nobody}`, '/api/v1/nothing']) {
          expectInvalidToken(await trial.get(path, { token }), `${path} with the ${kind} token`);
        }
      },
    }),
  ),
  onServer({
    id: 'second-token-is-as-able',
    rules: ['AUTH-3'],
    needs: ['second-token'],
    title: 'the second token reads what the first one reads',
    run: async (trial) => {
      const { secondToken: token = null } = trial.given;
      const mine = expectPage(await trial.get('/api/v1/spaces'));
      const theirs = expectPage(await trial.get('/api/v1/spaces', { token }), 'the second token');
      if (!sameJson(mine.rows, theirs.rows)) violated('the same rows for both tokens', 'others', theirs.exchange);
    },
  }),
]);
