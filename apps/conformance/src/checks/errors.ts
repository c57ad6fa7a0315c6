import type { ProblemCode } from '@resource-catalogue/contracts';
import type { Ask } from '../target/target.js';
import { expectMissingScope } from './challenge.js';
import { inFamily, onServer } from './check.js';
import { expectFaults, expectObject, expectPage, expectProblem, expectStatus } from './expect.js';
import { textOf } from '../json.js';
import { nobody } from './operations.js';
import { problemNameChecks } from './problem-names.js';
import { sizeChecks } from './sizes.js';
import { violated } from './violation.js';

const json = { 'Content-Type': 'application/json' };
const html = { Accept: 'text/html' };

/** Requests with two faults, and the problem that comes first (ERR-4). None of them can write anything. */
const pairs: readonly (readonly [says: string, ask: Ask, code: ProblemCode])[] = [
  ['an unknown path before a wrong method', { path: '/api/v1/nothing', method: 'DELETE' }, 'not_found'],
  ['an unknown path before a bad query', { path: '/api/v1/nothing?limit=0' }, 'not_found'],
  ['an unknown path before an Accept', { path: '/api/v1/nothing', headers: html }, 'not_found'],
  ['an unknown path before a bad id', { path: '/api/v1/project_licenses/me' }, 'not_found'],
  ['a wrong method before an Accept', { path: '/api/v1/users', method: 'DELETE', headers: html }, 'method_not_allowed'],
  ['a wrong method before a bad query', { path: '/api/v1/users?limit=0', method: 'DELETE' }, 'method_not_allowed'],
  ['a wrong method before a bad id', { path: '/api/v1/users/me', method: 'DELETE' }, 'method_not_allowed'],
  [
    'a wrong method before a media type',
    { path: '/api/v1/users', method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
    'method_not_allowed',
  ],
  ['an Accept before a bad query', { path: '/api/v1/users?limit=0', headers: html }, 'not_acceptable'],
  ['an Accept before a bad id', { path: '/api/v1/users/me', headers: html }, 'not_acceptable'],
  ['an Accept before an unknown id', { path: `/api/v1/users/${nobody}`, headers: html }, 'not_acceptable'],
  ['a bad query before an unknown id', { path: `/api/v1/users/${nobody}?limit=1` }, 'invalid_request'],
];

/** The same for requests to write; each is refused for both reasons. */
const writing: typeof pairs = [
  [
    'an Accept before a media type',
    { path: '/api/v1/projects', method: 'POST', headers: { ...html, 'Content-Type': 'text/plain' }, body: 'x' },
    'not_acceptable',
  ],
  [
    'a media type before a bad body',
    { path: '/api/v1/projects', method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{' },
    'unsupported_media_type',
  ],
  [
    'a media type before an unknown id',
    { path: `/api/v1/projects/${nobody}`, method: 'PATCH', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
    'unsupported_media_type',
  ],
  [
    'a bad body before an unknown id',
    { path: `/api/v1/projects/${nobody}`, method: 'PATCH', headers: json, body: '{"nothing":1}' },
    'invalid_request',
  ],
  [
    'an unknown id before If-Match',
    { path: `/api/v1/projects/${nobody}`, method: 'PATCH', headers: { ...json, 'If-Match': '"x"' }, body: '{}' },
    'not_found',
  ],
];

export const errorChecks = inFamily('errors', [
  onServer({
    id: 'checks-are-made-in-order',
    rules: ['ERR-4', 'ERR-3'],
    title: 'of two faults the earlier in the order of checks is answered',
    run: async (trial) => {
      for (const [says, ask, code] of pairs) expectProblem(await trial.send(ask), code, says);
    },
  }),
  onServer({
    id: 'checks-of-writes-are-made-in-order',
    rules: ['ERR-4', 'ERR-3'],
    needs: ['writes'],
    title: 'of two faults of a write the earlier in the order of checks is answered',
    run: async (trial) => {
      for (const [says, ask, code] of writing) expectProblem(await trial.send(ask), code, says);
    },
  }),
  onServer({
    id: 'scope-is-checked-in-its-place',
    rules: ['ERR-4', 'AUTH-3'],
    needs: ['limited-token'],
    title: 'a missing scope comes behind unknown paths and methods, and before everything else',
    run: async (trial) => {
      const { limitedToken: token = null } = trial.given;
      expectProblem(await trial.get('/api/v1/nothing', { token }), 'not_found', 'an unknown path before a scope');
      const deletion = await trial.get('/api/v1/users', { token, method: 'DELETE' });
      expectProblem(deletion, 'method_not_allowed', 'a method before a scope');
      const asks: Ask[] = [
        { path: '/api/v1/users', headers: html },
        { path: '/api/v1/users?limit=0' },
        { path: '/api/v1/users/me' },
        { path: `/api/v1/users/${nobody}` },
      ];
      for (const ask of asks) {
        expectMissingScope(
          await trial.send({ ...ask, token }),
          'users:read',
          `a scope before what is wrong with ${ask.path}`,
        );
      }
      const bodies = [
        { 'Content-Type': 'text/plain' },
        { 'Content-Type': 'application/json', Accept: 'text/html' },
        { 'Content-Type': 'application/json' },
      ];
      for (const headers of bodies) {
        const exchange = await trial.send({ path: '/api/v1/projects', method: 'POST', headers, body: '{', token });
        expectMissingScope(exchange, 'projects:write', 'a scope before what is wrong with a body');
      }
    },
  }),
  onServer({
    id: 'all-faults-are-listed-at-once',
    rules: ['ERR-2', 'ERR-4', 'PAGE-3'],
    title: 'errors has an entry for each fault, a bad cursor among them',
    run: async (trial) => {
      const query = [
        'page=2',
        'limit=0',
        'sort=colour',
        'cursor=next',
        'filters[colour][in]=red',
        'filters[state][like]=p',
        'filters[state][not_in]=lost',
        'filters[member_id][in]=1',
        'filters[starts_at][lt]=soon',
      ];
      const exchange = await trial.get(`/api/v1/bookings?${query.join('&')}`);
      const faults = expectProblem(exchange, 'invalid_request', 'many faults');
      expectFaults(
        exchange,
        faults,
        query.map((pair) => ({ parameter: pair.split('=')[0] ?? '' })),
      );
    },
  }),
  onServer({
    id: 'bad-cursor-alone-has-its-code',
    rules: ['PAGE-3', 'ERR-3', 'ERR-4'],
    title: 'a bad cursor alone is invalid_cursor, beside another fault invalid_request with both',
    run: async (trial) => {
      const alone = await trial.get('/api/v1/bookings?cursor=next&limit=5&sort=starts_at');
      expectFaults(alone, expectProblem(alone, 'invalid_cursor', 'a bad cursor alone'), [{ parameter: 'cursor' }]);
      const both = await trial.get('/api/v1/bookings?cursor=next&limit=x');
      const faults = expectProblem(both, 'invalid_request', 'a bad cursor beside a bad limit');
      expectFaults(both, faults, [{ parameter: 'cursor' }, { parameter: 'limit' }]);
    },
  }),
  onServer({
    id: 'problem-types-lie-on-the-base-url',
    rules: ['ERR-2', 'LIST-4'],
    title: 'the type of a problem lies on the same base URL as the links of a list',
    run: async (trial) => {
      const page = expectPage(await trial.get('/api/v1/spaces?limit=1'));
      const base = page.links.first.replace(/\/api\/v1\/.*$/s, '');
      for (const path of ['/api/v1/spaces?limit=0', '/api/v1/nothing', `/api/v1/spaces/${nobody}`]) {
        const exchange = await trial.get(path);
        const type = textOf(expectObject(exchange)['type']);
        if (!type.startsWith(`${base}/problems/`)) violated(`a type below ${base}/problems/`, type, exchange);
      }
    },
  }),
  onServer({
    id: 'problem-types-lead-to-pages',
    rules: ['ERR-2'],
    title: 'the type of a problem leads to a page that explains its code, without a token',
    run: async (trial) => {
      const pages = await Promise.all(
        ['invalid_request', 'not_found', 'rate_limited', 'missing_token'].map((code) =>
          trial.get(`/problems/${code}`, { token: null }),
        ),
      );
      // A server may do without any pages; one that has some has those that its problems lead to.
      const others = await Promise.all(
        ['/', '/docs', '/openapi.json', '/health/live'].map((path) => trial.get(path, { token: null })),
      );
      if ([...pages, ...others].every(({ status }) => status !== 200)) trial.unsupported('the server has no pages');
      for (const page of pages) {
        expectStatus(page, 200, 'the page of a problem');
        if (page.text === '') violated('a page that explains the code', 'nothing', page);
      }
    },
  }),
  onServer({
    id: 'errors-have-the-statuses-of-every-server',
    rules: ['ERR-1'],
    layer: 'seed',
    title: 'a bad request is 400, a missing token 401',
    run: async (trial) => {
      expectStatus(await trial.get('/api/v1/bookings?filters[starts_at][gte]=soon'), 400, 'a date that is none');
      expectStatus(await trial.get('/api/v1/bookings', { token: null }), 401, 'no token');
    },
  }),
  ...sizeChecks,
  ...problemNameChecks,
]);
