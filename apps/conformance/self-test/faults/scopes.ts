import { ask, idsOf, list, rows } from '../probe/ask.js';
import { answering, asProblem, withoutHeaders } from './alterations.js';
import type { Fault } from './fault.js';

// Faults of scopes, and of the place that authentication has among the checks.

const nowhere = '/api/v1/nowhere';

export const scopeFaults = [
  {
    id: 'auth-scopes-ignored',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'every good token allows everything',
    behaviour: () => ({ allows: () => true }),
    probe: async (server) => (await list(server, 'users', '', { token: server.tokens.limited })).status === 200,
  },
  {
    id: 'auth-scopes-ignored-on-members',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'every good token reads members',
    behaviour: (sound) => ({
      allows: (token, scope, visit) => scope === 'members:read' || sound.allows(token, scope, visit),
    }),
    probe: async (server) => (await list(server, 'members', '', { token: server.tokens.limited })).status === 200,
  },
  {
    id: 'auth-scopes-of-lists-only',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'every good token reads single resources',
    behaviour: (sound) => ({
      allows: (token, scope, visit) => visit.route?.kind === 'single' || sound.allows(token, scope, visit),
    }),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, 'users', 'limit=1'));
      return (await ask(server, `/api/v1/users/${id}`, { token: server.tokens.limited })).status === 200;
    },
  },
  {
    id: 'auth-scopes-of-head-ignored',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'HEAD needs no scope',
    behaviour: (sound) => ({
      allows: (token, scope, visit) => visit.request.method === 'HEAD' || sound.allows(token, scope, visit),
    }),
    probe: async (server) =>
      (await list(server, 'users', '', { method: 'HEAD', token: server.tokens.limited })).status === 200,
  },
  {
    id: 'auth-writing-needs-no-scope',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'every good token writes projects',
    behaviour: (sound) => ({
      allows: (token, scope, visit) => scope === 'projects:write' || sound.allows(token, scope, visit),
    }),
    probe: async (server) => {
      const asking = { method: 'POST', token: server.tokens.limited, body: {} };
      return (await ask(server, '/api/v1/projects', asking)).status === 400;
    },
  },
  {
    id: 'auth-changing-needs-no-scope',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'every good token changes projects, though not every one makes them',
    behaviour: (sound) => ({
      allows: (token, scope, visit) => visit.request.method === 'PATCH' || sound.allows(token, scope, visit),
    }),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, 'projects', 'limit=1'));
      const asking = { method: 'PATCH', token: server.tokens.limited, body: { name: null } };
      return (await ask(server, `/api/v1/projects/${id}`, asking)).status === 400;
    },
  },
  {
    id: 'auth-narrow-scope-refused',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'bookings:read does not allow reading bookings',
    behaviour: (sound) => ({
      allows: (token, scope, visit) =>
        scope.endsWith(':read') ? token.scopes.includes('read') : sound.allows(token, scope, visit),
    }),
    probe: async (server) => (await list(server, 'bookings', '', { token: server.tokens.limited })).status === 403,
  },
  {
    id: 'auth-scope-of-bookings-widened',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'a token for bookings reads events, too',
    behaviour: (sound) => ({
      allows: (token, scope, visit) =>
        sound.allows(token, scope, visit) || (scope === 'events:read' && token.scopes.includes('bookings:read')),
    }),
    probe: async (server) => (await list(server, 'events', '', { token: server.tokens.limited })).status === 200,
  },
  {
    id: 'auth-forbidden-is-401',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'a missing scope is answered with 401',
    behaviour: () =>
      answering(
        ({ status }) => status === 403,
        (answer) => asProblem(answer, 'invalid_token'),
      ),
    probe: async (server) => (await list(server, 'users', '', { token: server.tokens.limited })).status === 401,
  },
  {
    id: 'auth-forbidden-without-challenge',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'a 403 has no WWW-Authenticate',
    behaviour: () =>
      answering(
        ({ status }) => status === 403,
        (answer) => withoutHeaders(answer, 'WWW-Authenticate'),
      ),
    probe: async (server) =>
      (await list(server, 'users', '', { token: server.tokens.limited })).headers['www-authenticate'] === undefined,
  },
  {
    id: 'auth-forbidden-names-wide-scope',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'a 403 names the scope read, though a narrower one would do',
    behaviour: (sound) => ({
      challengeOf: (error, scope) => sound.challengeOf(error, scope?.endsWith(':read') === true ? 'read' : scope),
    }),
    probe: async (server) =>
      (await list(server, 'users', '', { token: server.tokens.limited })).headers['www-authenticate']?.includes(
        'scope="read"',
      ) === true,
  },
  {
    id: 'auth-forbidden-is-404',
    family: 'auth',
    rule: 'AUTH-3',
    summary: 'what a token may not read is not found',
    behaviour: () =>
      answering(
        ({ status }) => status === 403,
        (answer) => asProblem(withoutHeaders(answer, 'WWW-Authenticate'), 'not_found'),
      ),
    probe: async (server) => (await list(server, 'users', '', { token: server.tokens.limited })).status === 404,
  },
  {
    id: 'auth-after-path',
    family: 'auth',
    rule: 'ERR-4',
    summary: 'an unknown path is 404 without a token',
    behaviour: () => ({ checks: ['path', 'token', 'quota', 'method', 'scope', 'accept', 'type', 'size'] }),
    probe: async (server) => (await ask(server, nowhere, { token: null })).status === 404,
  },
  {
    id: 'auth-after-method',
    family: 'auth',
    rule: 'ERR-4',
    summary: 'a method that is not there is 405 without a token',
    behaviour: () => ({ checks: ['method', 'token', 'quota', 'path', 'scope', 'accept', 'type', 'size'] }),
    probe: async (server) => (await ask(server, '/api/v1/users', { method: 'DELETE', token: null })).status === 405,
  },
  {
    id: 'auth-after-accept',
    family: 'auth',
    rule: 'ERR-4',
    summary: 'an Accept that rules JSON out is 406 without a token',
    behaviour: () => ({ checks: ['accept', 'token', 'quota', 'path', 'method', 'scope', 'type', 'size'] }),
    probe: async (server) =>
      (await ask(server, '/api/v1/users', { token: null, headers: { accept: 'text/html' } })).status === 406,
  },
  {
    id: 'http-options-needs-token',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'OPTIONS needs a token',
    behaviour: (sound) => ({
      optionsAreFree: (visit) => sound.credentialsOf(visit.request) !== null && visit.route !== null,
    }),
    probe: async (server) => (await ask(server, '/api/v1/users', { method: 'OPTIONS', token: null })).status === 401,
  },
  {
    id: 'auth-options-free-everywhere',
    family: 'auth',
    rule: 'HTTP-3',
    summary: 'OPTIONS of an unknown path is 204',
    behaviour: () => ({ optionsAreFree: () => true }),
    probe: async (server) => (await ask(server, nowhere, { method: 'OPTIONS', token: null })).status === 204,
  },
] as const satisfies readonly Fault[];
