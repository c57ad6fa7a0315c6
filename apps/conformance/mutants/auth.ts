import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  headerOf,
  ProblemError,
  type Request,
  type Route,
  soundBehaviour as sound,
  type Token,
} from '@resource-catalogue/reference-server';
import { asProblem, on, withoutHeaders } from './answers.js';
import { mutantOf } from './mutant.js';
import { before } from './requests.js';

const mutant = mutantOf('auth');

/** Other tokens than the good ones are taken, too. */
const accepting = (isAccepted: (token: Token, credentials: string) => boolean): Pick<Behaviour, 'tokenOf'> => ({
  tokenOf: (credentials, tokens) =>
    sound.tokenOf(credentials, tokens) ?? tokens.find((token) => isAccepted(token, credentials)) ?? null,
});

const authorizationOf = (request: Request): string => headerOf(request, 'authorization') ?? '';

/** One operation asks for no token (AUTH-1). */
const open = <Name extends string>(name: Name, collection: CollectionName, kind: Route['kind'], method = 'GET') =>
  mutant(
    `open-${name}`,
    'AUTH-1',
    `${method} of ${kind === 'list' ? 'the list' : 'a single one'} of ${collection} needs no token`,
    {
      needsToken: ({ route, request }) =>
        route?.contract.name !== collection || route.kind !== kind || request.method !== method,
    },
  );

/** Some requests need no scope. */
const free = (isFree: (...of: Parameters<Behaviour['allows']>) => boolean): Pick<Behaviour, 'allows'> => ({
  allows: (...of) => isFree(...of) || sound.allows(...of),
});

export const authMutants = [
  mutant('open-head', 'AUTH-1', 'HEAD needs no token', { needsToken: ({ request }) => request.method !== 'HEAD' }),
  mutant('presence-only', 'AUTH-2', 'any token will do', () => accepting(() => true)),
  mutant('form-only', 'AUTH-2', 'any token of the right form will do', {
    tokenOf: (credentials, tokens) => {
      const isNew = /^rct_\w{49}$/.test(credentials) && tokens.every(({ text }) => text !== credentials);
      return sound.tokenOf(isNew ? (tokens[0]?.text ?? '') : credentials, tokens);
    },
  }),
  mutant('expired-accepted', 'AUTH-2', 'an expired token is accepted', () =>
    accepting(({ text, state }, credentials) => text === credentials && state === 'expired'),
  ),
  mutant('revoked-accepted', 'AUTH-2', 'a revoked token is accepted', () =>
    accepting(({ text, state }, credentials) => text === credentials && state === 'revoked'),
  ),
  mutant('revoked-lists-single', 'AUTH-2', 'a revoked token reads single bookings', {
    needsToken: ({ route, request }) => {
      const isBooking = route?.contract.name === 'bookings' && route.kind === 'single';
      return !isBooking || sound.credentialsOf(request)?.startsWith('rct_') !== true;
    },
  }),
  mutant('tail-accepted', 'AUTH-2', 'a good token with something behind it is accepted', () =>
    accepting(({ text, state }, credentials) => state === 'good' && credentials.startsWith(text)),
  ),
  mutant('case-of-token-ignored', 'AUTH-2', 'the case of a token does not matter', () =>
    accepting(({ text, state }, sent) => state === 'good' && sent.toLowerCase() === text.toLowerCase()),
  ),
  mutant('scheme-in-small-letters-refused', 'AUTH-2', 'the name of the scheme must be Bearer, with a capital', {
    credentialsOf: (request) => (authorizationOf(request).startsWith('Bearer') ? sound.credentialsOf(request) : null),
  }),
  mutant('any-scheme', 'AUTH-2', 'a good token is accepted under any scheme', {
    credentialsOf: (request) => /^\w+ +(.+)$/.exec(authorizationOf(request))?.[1] ?? null,
  }),
  mutant('scheme-left-out', 'AUTH-2', 'a good token is accepted without a scheme', {
    credentialsOf: (request) => /^rct_.*/.exec(authorizationOf(request))?.[0] ?? sound.credentialsOf(request),
  }),
  mutant('token-in-query', 'AUTH-2', 'a token counts in the query string, too', {
    credentialsOf: (request) =>
      sound.credentialsOf(request) ?? /(?:^|&)access_token=(\w+)/.exec(request.rawQuery)?.[1] ?? null,
    pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery, contract).filter(({ name }) => name !== 'access_token'),
  }),
  mutant('no-challenge', 'AUTH-2', 'a 401 has no WWW-Authenticate', () => on(401, withoutHeaders('WWW-Authenticate'))),
  mutant('realm', 'AUTH-2', 'the realm of a challenge is api', {
    challengeOf: (...of) => sound.challengeOf(...of).replace('realm="catalogue"', 'realm="api"'),
  }),
  mutant('missing-called-invalid', 'AUTH-2', 'the challenge of a request without credentials has an error attribute', {
    challengeOf: (error, scope) => sound.challengeOf(error ?? 'invalid_token', scope),
  }),
  mutant('invalid-without-error', 'AUTH-2', 'the challenge of a bad token has no error attribute', {
    challengeOf: (error, scope) => sound.challengeOf(error === 'invalid_token' ? null : error, scope),
  }),
  mutant('empty-called-invalid', 'AUTH-2', 'Bearer with nothing behind it is a bad token', {
    credentialsOf: (request) =>
      sound.credentialsOf(request) ?? (/^Bearer *$/i.test(authorizationOf(request)) ? '-' : null),
  }),
  mutant('unknown-ids-told', 'AUTH-2', 'without a token an unknown id is told from a known one', (dataset) => ({
    needsToken: ({ route }) => {
      if (route?.kind === 'single' && dataset[route.contract.name].every(({ id }) => id !== route.id))
        throw new ProblemError('not_found', 'Nothing has this id.');
      return true;
    },
  })),
  mutant('bad-token-forbidden', 'AUTH-2', 'a bad token is answered with 403', () =>
    on(
      ({ status, headers }) => status === 401 && headers['WWW-Authenticate']?.includes('error') === true,
      asProblem('insufficient_scope'),
    ),
  ),

  open('category', 'categories', 'single'),
  open('thematics', 'project_thematics', 'list'),
  open('licenses', 'project_licenses', 'list'),
  open('user', 'users', 'single'),
  open('spaces', 'spaces', 'list'),
  open('booking', 'bookings', 'single'),
  open('event-sessions', 'event_sessions', 'list'),
  open('place-unit', 'place_units', 'single'),
  open('subscriptions', 'subscriptions', 'list'),
  open('project-creation', 'projects', 'list', 'POST'),
  open('project-change', 'projects', 'single', 'PATCH'),
  open('head-of-spaces', 'spaces', 'list', 'HEAD'),
  open('head-of-a-plan', 'plans', 'single', 'HEAD'),

  // Mutants of scopes, and of the place that authentication has among the checks.

  mutant('scopes-ignored', 'AUTH-3', 'every good token allows everything', { allows: () => true }),
  mutant('scopes-ignored-on-members', 'AUTH-3', 'every good token reads members', () =>
    free((_, scope) => scope === 'members:read'),
  ),
  mutant('scopes-of-lists-only', 'AUTH-3', 'every good token reads single resources', () =>
    free((_, __, { route }) => route?.kind === 'single'),
  ),
  mutant('scopes-of-head-ignored', 'AUTH-3', 'HEAD needs no scope', () =>
    free((_, __, { request }) => request.method === 'HEAD'),
  ),
  mutant('writing-needs-no-scope', 'AUTH-3', 'every good token writes projects', () =>
    free((_, scope) => scope === 'projects:write'),
  ),
  mutant(
    'changing-needs-no-scope',
    'AUTH-3',
    'every good token changes projects, though not every one makes them',
    () => free((_, __, { request }) => request.method === 'PATCH'),
  ),
  mutant('narrow-scope-refused', 'AUTH-3', 'bookings:read does not allow reading bookings', {
    allows: (token, scope, context) =>
      scope.endsWith(':read') ? token.scopes.includes('read') : sound.allows(token, scope, context),
  }),
  mutant('scope-of-bookings-widened', 'AUTH-3', 'a token for bookings reads events, too', () =>
    free(({ scopes }, scope) => scope === 'events:read' && scopes.includes('bookings:read')),
  ),
  mutant('forbidden-is-401', 'AUTH-3', 'a missing scope is answered with 401', () =>
    on(403, asProblem('invalid_token')),
  ),
  mutant('forbidden-without-challenge', 'AUTH-3', 'a 403 has no WWW-Authenticate', () =>
    on(403, withoutHeaders('WWW-Authenticate')),
  ),
  mutant('forbidden-names-wide-scope', 'AUTH-3', 'a 403 names the scope read, though a narrower one would do', {
    challengeOf: (error, scope) => sound.challengeOf(error, scope?.endsWith(':read') === true ? 'read' : scope),
  }),
  mutant('forbidden-is-404', 'AUTH-3', 'what a token may not read is not found', () =>
    on(403, withoutHeaders('WWW-Authenticate'), asProblem('not_found')),
  ),
  mutant('after-path', 'ERR-4', 'an unknown path is 404 without a token', () => before('path', 'token')),
  mutant('after-method', 'ERR-4', 'a method that is not there is 405 without a token', () => before('method', 'token')),
  mutant('after-accept', 'ERR-4', 'an Accept that rules JSON out is 406 without a token', () =>
    before('accept', 'token'),
  ),
  mutant('options-free-everywhere', 'HTTP-3', 'OPTIONS of an unknown path is 204', { optionsAreFree: () => true }),
];
