import { maximumBodyBytes, maximumHeadBytes, type ProblemCode } from '@resource-catalogue/contracts';
import { type Checks, onServer } from '../kit/check.js';
import type { CheckContext } from '../kit/context.js';
import { expectMissingScope, expectProblem, expectStatus } from '../kit/expect.js';
import { expectPage } from '../kit/expect-page.js';
import { unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import type { RequestSpec } from '../target/exchange.js';
import { TransportError } from '../target/wire.js';

const json = { 'Content-Type': 'application/json' };
const plain = { 'Content-Type': 'text/plain' };
const html = { Accept: 'text/html' };

type RejectedRequest = readonly [says: string, spec: RequestSpec, code: ProblemCode, ...parameters: string[]];

async function expectRejected(context: CheckContext, rejected: readonly RejectedRequest[]): Promise<void> {
  await context.each(rejected, async ([says, spec, code, ...parameters]) => {
    expectProblem(await context.send(spec), code, says, { parameters });
  });
}

const [spaces, users] = ['/api/v1/spaces', '/api/v1/users'];

const get = (path: string, headers: RequestSpec['headers'] = {}): RequestSpec => ({ path, headers });
const options = (path: string): RequestSpec => ({ path, method: 'OPTIONS' });
const remove = (path: string, headers: RequestSpec['headers'] = {}): RequestSpec => ({
  path,
  method: 'DELETE',
  headers,
});
const post = (headers: RequestSpec['headers'], body: string, path = '/api/v1/projects'): RequestSpec => ({
  ...{ path, method: 'POST', body },
  headers: { ...headers },
});
const patch = (headers: RequestSpec['headers'], body: string): RequestSpec => ({
  ...post(headers, body, `/api/v1/projects/${unknownId}`),
  method: 'PATCH',
});

/** Requests with one or two errors, and the problem that must be reported (ERR-4). None of them can write anything. */
const pairs: readonly RejectedRequest[] = [
  ['a bad limit', get(`${spaces}?limit=0`), 'invalid_request', 'limit'],
  ['an id that is not a UUID', get(`${spaces}/42`), 'invalid_request', 'id'],
  ['a bad cursor', get(`${spaces}?cursor=next`), 'invalid_cursor', 'cursor'],
  ['a bad cursor in a good query', get(`${spaces}?cursor=next&limit=5&sort=name`), 'invalid_cursor', 'cursor'],
  ['two bad parameters', get(`${spaces}?cursor=next&limit=x`), 'invalid_request', 'cursor', 'limit'],
  ['no token', { path: spaces, token: null }, 'missing_token'],
  ['an unknown token', { path: spaces, token: 'no-token-at-all' }, 'invalid_token'],
  ['an unknown id', get(`${spaces}/${unknownId}`), 'not_found'],
  ['another method', remove(spaces), 'method_not_allowed'],
  ['an Accept without JSON', get(spaces, html), 'not_acceptable'],
  ['OPTIONS of an unknown path', options('/api/v1/nothing'), 'not_found'],
  ['OPTIONS of an id without a get', options(`/api/v1/project_licenses/${unknownId}`), 'not_found'],
  ['OPTIONS of a path with a slash', options(`${users}/`), 'not_found'],
  ['an unknown path before a wrong method', remove('/api/v1/nothing'), 'not_found'],
  ['an unknown path before a bad query', get('/api/v1/nothing?limit=0'), 'not_found'],
  ['an unknown path before an Accept', get('/api/v1/nothing', html), 'not_found'],
  ['an unknown path before a bad id', get('/api/v1/project_licenses/me'), 'not_found'],
  ['a wrong method before an Accept', remove(users, html), 'method_not_allowed'],
  ['a wrong method before a bad query', remove(`${users}?limit=0`), 'method_not_allowed'],
  ['a wrong method before a bad id', remove(`${users}/me`), 'method_not_allowed'],
  ['a wrong method before a media type', post(plain, 'x', users), 'method_not_allowed'],
  ['an Accept before a bad query', get(`${users}?limit=0`, html), 'not_acceptable'],
  ['an Accept before a bad id', get(`${users}/me`, html), 'not_acceptable'],
  ['an Accept before an unknown id', get(`${users}/${unknownId}`, html), 'not_acceptable'],
  ['a bad query before an unknown id', get(`${users}/${unknownId}?limit=1`), 'invalid_request'],
];

const writing: readonly RejectedRequest[] = [
  ['an Accept before a media type', post({ ...html, ...plain }, 'x'), 'not_acceptable'],
  ['a media type before a bad body', post(plain, '{'), 'unsupported_media_type'],
  ['a media type before an unknown id', patch(plain, 'x'), 'unsupported_media_type'],
  ['a bad body before an unknown id', patch(json, '{"nothing":1}'), 'invalid_request'],
  ['an unknown id before If-Match', patch({ ...json, 'If-Match': '"x"' }, '{}'), 'not_found'],
];

/** Requests with other errors, which a missing scope precedes. */
const scoped: readonly (readonly [scope: string, spec: RequestSpec])[] = [
  ['users:read', get(users, html)],
  ['users:read', get(`${users}?limit=0`)],
  ['users:read', get(`${users}/me`)],
  ['users:read', get(`${users}/${unknownId}`)],
  ['projects:write', post(plain, '{')],
  ['projects:write', post({ ...json, ...html }, '{')],
  ['projects:write', post(json, '{')],
];

export const errorChecks: Checks = {
  'errors-follow-the-order-of-checks': onServer(['ERR-2', 'ERR-3', 'ERR-4', 'GET-2', 'PAGE-3', 'HTTP-3', 'HTTP-7'], {
    title: 'each error has the status and code of ERR-3 and lists its parameters; of two errors, ERR-4 decides',
    run: (context) => expectRejected(context, pairs),
  }),
  'errors-of-writes-follow-the-order-of-checks': onServer(['ERR-4', 'ERR-3'], {
    needs: ['writes'],
    title: 'of two errors of a write the one that ERR-4 checks first is reported',
    run: (context) => expectRejected(context, writing),
  }),
  'scope-is-checked-in-order': onServer(['ERR-4', 'AUTH-3'], {
    needs: ['limited-token'],
    title: 'a missing scope is reported after unknown paths and methods, and before everything else',
    run: async (context) => {
      const { limitedToken: token = null } = context.given;
      await expectRejected(context, [
        ['an unknown path before a scope', { path: '/api/v1/nothing', token }, 'not_found'],
        ['a method before a scope', { ...remove(users), token }, 'method_not_allowed'],
      ]);
      await context.each(scoped, async ([scope, spec]) => {
        const why = `a scope before the other error of ${spec.method ?? 'GET'} ${spec.path}`;
        expectMissingScope(await context.send({ ...spec, token }), scope, why);
      });
    },
  }),
  'basic-errors-have-their-status': onServer(['ERR-1'], {
    layer: 'core',
    title: 'a bad request is a 400, a missing token a 401',
    run: async (context) => {
      expectStatus(await context.get('/api/v1/bookings?filters[starts_at][gte]=soon'), 400, 'an invalid date');
      expectStatus(await context.get('/api/v1/bookings', { token: null }), 401, 'no token');
    },
  }),
  'heads-up-to-16-kib-are-accepted': onServer(['RATE-3', 'FILT-2'], {
    title: 'a request line or headers of 14 KiB are accepted, and of 20 KiB are a 414 or 431',
    run: async (context) => {
      for (const long of [
        (length: number) => get(`${spaces}?filters[id][in]=${`${unknownId},`.repeat(length / 37).slice(0, -1)}`),
        (length: number) => get(spaces, { 'X-Filler': 'a'.repeat(length) }),
      ]) {
        expectPage(await context.send(long(maximumHeadBytes - 2048)), 'a head of 14 KiB');
        const rejected = await context.send({ ...long(maximumHeadBytes + 4096), odd: true });
        if (rejected.status !== 414 && rejected.status !== 431)
          fail('414 or 431 for a head of 20 KiB', String(rejected.status), rejected);
      }
    },
  }),
  'bodies-up-to-1-mib-are-accepted': onServer(['RATE-3', 'ERR-3', 'ERR-4'], {
    needs: ['writes'],
    title: 'a body of 1 MiB is accepted; one byte more is a 413, regardless of other errors',
    run: async (context) => {
      const bodyOf = (length: number): string => `{"nothing":"${'a'.repeat(length - 14)}"}`;
      const large = bodyOf(maximumBodyBytes + 1);
      try {
        await expectRejected(context, [
          ['a body of 1 MiB with an unknown field', post(json, bodyOf(maximumBodyBytes)), 'invalid_request'],
          ['a body of 1 MiB and a byte', post(json, large), 'payload_too_large'],
          ['a chunked one', post({ ...json, 'Transfer-Encoding': 'chunked' }, large), 'payload_too_large'],
          ['a media type before a size', post(plain, large), 'unsupported_media_type'],
        ]);
      } catch (error) {
        // A server may close the connection before it has read a rejected body.
        if (error instanceof TransportError && error.kind === 'cut')
          context.need(false, 'the connection was closed first');
        throw error;
      }
    },
  }),
};
