import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  getHeader,
  ProblemError,
  type Request,
  type Route,
  soundBehaviour as sound,
  type Token,
} from '@resource-catalogue/reference-server';
import { asProblem, on, withoutHeaders, withStatus } from './answers.js';
import { type Change, makeMutants } from './mutant.js';
import { before } from './requests.js';

/** Accepts a token in this state although it differs from the one sent, or is not valid. */
const accepting = (state: Token['state'], isAccepted: (sent: string, token: Token) => boolean): Change => ({
  tokenOf: (sent, tokens) =>
    sound.tokenOf(sent, tokens) ?? tokens.find((token) => token.state === state && isAccepted(sent, token)) ?? null,
});

const getAuthorization = (request: Request): string => getHeader(request, 'authorization') ?? '';

const open = (collection: CollectionName, kind: Route['kind'], method = 'GET'): Change => ({
  needsToken: ({ route, request }) =>
    route?.contract.name !== collection || route.kind !== kind || request.method !== method,
});

const free = (isFree: (...of: Parameters<Behaviour['allows']>) => boolean): Change => ({
  allows: (...of) => isFree(...of) || sound.allows(...of),
});

/** Ignores the scope projects:write in some reads. */
const unread = (isRead: (request: Request) => boolean): Change => ({
  allows: (token, scope, context) => {
    const held = token.scopes.filter((one) => one !== 'projects:write' || !isRead(context.request));
    return sound.allows({ ...token, scopes: held }, scope, context);
  },
});

/** Refuses a page outside the API to some callers. */
const pageRefused = (path: string, isRefused: (request: Request) => boolean): Change =>
  on((_, { request }) => request.path === path && isRefused(request), withStatus(401));

export const authMutants = makeMutants('auth', {
  'AUTH-1': {
    'document-needs-token: the OpenAPI document needs a token': pageRefused(
      '/openapi.json',
      (request) => sound.credentialsOf(request) === null,
    ),
    'page-refuses-credentials: the problem pages refuse callers with a token': pageRefused(
      '/problems',
      (request) => sound.credentialsOf(request) !== null,
    ),
    'document-by-token: the OpenAPI document served to a caller with a token has no POST and no PATCH': on(
      (_, { request }) => request.path === '/openapi.json' && sound.credentialsOf(request) !== null,
      (answer) => ({ ...answer, body: Buffer.from(String(answer.body).replaceAll(/"(?:post|patch)"/g, '"trace"')) }),
    ),
    'open-head: HEAD needs no token': { needsToken: ({ request }) => request.method !== 'HEAD' },
    'open-category: GET of one category needs no token': open('categories', 'single'),
    'open-thematics: GET of the project_thematics list needs no token': open('project_thematics', 'list'),
    'open-licenses: GET of the project_licenses list needs no token': open('project_licenses', 'list'),
    'open-user: GET of one user needs no token': open('users', 'single'),
    'open-spaces: GET of the spaces list needs no token': open('spaces', 'list'),
    'open-booking: GET of one booking needs no token': open('bookings', 'single'),
    'open-event-sessions: GET of the event_sessions list needs no token': open('event_sessions', 'list'),
    'open-place-unit: GET of one place unit needs no token': open('place_units', 'single'),
    'open-subscriptions: GET of the subscriptions list needs no token': open('subscriptions', 'list'),
    'open-project-creation: POST of a project needs no token': open('projects', 'list', 'POST'),
    'open-project-change: PATCH of a project needs no token': open('projects', 'single', 'PATCH'),
    'open-head-of-spaces: HEAD of the spaces list needs no token': open('spaces', 'list', 'HEAD'),
    'open-head-of-a-plan: HEAD of one plan needs no token': open('plans', 'single', 'HEAD'),
  },
  'AUTH-2': {
    'presence-only: any token is accepted': accepting('good', () => true),
    'form-only: any well-formed token is accepted': {
      tokenOf: (credentials, tokens) => {
        const isNew = /^rct_\w{49}$/.test(credentials) && tokens.every(({ text }) => text !== credentials);
        return sound.tokenOf(isNew ? (tokens[0]?.text ?? '') : credentials, tokens);
      },
    },
    'expired-accepted: expired tokens are accepted': accepting('expired', (sent, { text }) => sent === text),
    'revoked-accepted: revoked tokens are accepted': accepting('revoked', (sent, { text }) => sent === text),
    'revoked-lists-single: a revoked token reads single bookings': {
      needsToken: ({ route, request }) => {
        const isBooking = route?.contract.name === 'bookings' && route.kind === 'single';
        return !isBooking || sound.credentialsOf(request)?.startsWith('rct_') !== true;
      },
    },
    'tail-accepted: extra characters after a good token are accepted': accepting('good', (sent, { text }) =>
      sent.startsWith(text),
    ),
    'case-of-token-ignored: tokens are case-insensitive': accepting(
      'good',
      (sent, { text }) => sent.toLowerCase() === text.toLowerCase(),
    ),
    'scheme-in-small-letters-refused: the scheme name Bearer is case-sensitive': {
      credentialsOf: (request) =>
        getAuthorization(request).startsWith('Bearer') ? sound.credentialsOf(request) : null,
    },
    'any-scheme: a good token is accepted under any scheme': {
      credentialsOf: (request) => /^\w+ +(.+)$/.exec(getAuthorization(request))?.[1] ?? null,
    },
    'scheme-left-out: a good token is accepted without a scheme': {
      credentialsOf: (request) => /^rct_.*/.exec(getAuthorization(request))?.[0] ?? sound.credentialsOf(request),
    },
    'token-in-query: a token in the query string is accepted': {
      credentialsOf: (request) =>
        sound.credentialsOf(request) ?? /(?:^|&)access_token=(\w+)/.exec(request.rawQuery)?.[1] ?? null,
      pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery, contract).filter(({ name }) => name !== 'access_token'),
    },
    'no-challenge: a 401 has no WWW-Authenticate': on(401, withoutHeaders('WWW-Authenticate')),
    'realm: the realm of a challenge is api': {
      challengeOf: (...of) => sound.challengeOf(...of).replace('realm="catalogue"', 'realm="api"'),
    },
    'missing-called-invalid: the challenge to a request without credentials has an error attribute': {
      challengeOf: (error, scope) => sound.challengeOf(error ?? 'invalid_token', scope),
    },
    'invalid-without-error: the challenge to a bad token has no error attribute': {
      challengeOf: (error, scope) => sound.challengeOf(error === 'invalid_token' ? null : error, scope),
    },
    'empty-called-invalid: Bearer with no token after it is treated as a bad token': {
      credentialsOf: (request) =>
        sound.credentialsOf(request) ?? (/^Bearer *$/i.test(getAuthorization(request)) ? '-' : null),
    },
    'unknown-ids-told: without a token, the answer reveals whether an id exists': (dataset) => ({
      needsToken: ({ route }) => {
        if (route?.kind === 'single' && dataset[route.contract.name].every(({ id }) => id !== route.id))
          throw new ProblemError('not_found', 'No resource has this id.');
        return true;
      },
    }),
    'bad-token-forbidden: a bad token is answered with 403': on(
      ({ status, headers }) => status === 401 && headers['WWW-Authenticate']?.includes('error') === true,
      asProblem('insufficient_scope'),
    ),
  },
  'AUTH-3': {
    'scopes-ignored: every good token allows everything': { allows: () => true },
    'scopes-ignored-on-members: every good token reads members': free((_, scope) => scope === 'members:read'),
    'scopes-of-lists-only: every good token reads single resources': free(
      (_, __, { route }) => route?.kind === 'single',
    ),
    'scopes-of-head-ignored: HEAD needs no scope': free((_, __, { request }) => request.method === 'HEAD'),
    'writing-needs-no-scope: every good token writes projects': free((_, scope) => scope === 'projects:write'),
    'changing-needs-no-scope: every good token can change projects, but not create them': free(
      (_, __, { request }) => request.method === 'PATCH',
    ),
    'narrow-scope-refused: bookings:read does not allow reading bookings': {
      allows: (token, scope, context) =>
        scope.endsWith(':read') ? token.scopes.includes('read') : sound.allows(token, scope, context),
    },
    'scope-of-bookings-widened: a token for bookings also reads events': free(
      ({ scopes }, scope) => scope === 'events:read' && scopes.includes('bookings:read'),
    ),
    'write-scope-does-not-read: projects:write does not allow reading projects': unread(
      ({ method }) => method === 'GET' || method === 'HEAD',
    ),
    'write-scope-without-head: projects:write allows GET of projects, but not HEAD': unread(
      ({ method }) => method === 'HEAD',
    ),
    'write-scope-widened: projects:write also reads all other collections': free(({ scopes }) =>
      scopes.includes('projects:write'),
    ),
    'forbidden-is-401: a missing scope is answered with 401': on(403, asProblem('invalid_token')),
    'forbidden-without-challenge: a 403 has no WWW-Authenticate': on(403, withoutHeaders('WWW-Authenticate')),
    'forbidden-names-wide-scope: a 403 names the scope read, although a narrower one is enough': {
      challengeOf: (error, scope) => sound.challengeOf(error, scope?.endsWith(':read') === true ? 'read' : scope),
    },
    'forbidden-is-404: a missing scope is answered with 404': on(
      403,
      withoutHeaders('WWW-Authenticate'),
      asProblem('not_found'),
    ),
  },
  'ERR-4': {
    'after-path: an unknown path is answered with 404 without a token': before('path', 'token'),
    'after-method: an unsupported method is answered with 405 without a token': before('method', 'token'),
    'after-accept: an Accept that excludes JSON is answered with 406 without a token': before('accept', 'token'),
  },
  'HTTP-3': {
    'options-free-everywhere: OPTIONS of an unknown path is answered with 204': { optionsAreFree: () => true },
  },
});
