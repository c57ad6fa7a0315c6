import {
  acceptsJson,
  getHeader,
  isDeleted,
  type JsonObject,
  objectsAt,
  type Request,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import {
  allowing,
  asking,
  askingWith,
  asProblem,
  authorized,
  isError,
  isList,
  isSingle,
  on,
  withHeaders,
  withJson,
  withStatus,
  withText,
} from './wraps.js';

// Faults in access and in errors.

const getToken = (request: Request): string => getHeader(request, 'authorization')?.replace(/^Bearer +/i, '') ?? '';

const isWithoutToken = (request: Request): boolean => getToken(request) === '';

/** Lets requests without a token read what a pattern of method and path matches. */
const open = (pattern: RegExp): Wraps =>
  allowing(401, (request) => isWithoutToken(request) && pattern.test(`${request.method} ${request.path}`));

const onPath = (
  path: RegExp,
  change: ReturnType<typeof withStatus>,
  isMeant: (request: Request) => boolean = () => true,
): Wraps => on((_, { request }) => path.test(request.path) && isMeant(request), change);

const problems = (change: (body: JsonObject) => JsonObject): Wraps => on(isError, withJson(change));

export const accessMutants = [
  ...makeMutants('auth', {
    'every-form-of-a-header-on-every-operation': {
      'scheme-in-small-letters-refused: the scheme name Bearer is case-sensitive': askingWith(
        'authorization',
        (value) => value.replace(/^bearer/, 'basic'),
      ),
    },
    'expired-token-is-refused': {
      'expired-accepted: expired tokens are accepted': allowing(
        401,
        (request, { tokens }) => getToken(request) === tokens.expired,
      ),
    },
    'pages-need-no-token': {
      'no-page-of-codes: the URL in type does not exist': onPath(/^\/problems\//, withStatus(404)),
      'document-needs-token: the OpenAPI document needs a token': onPath(/^\/openapi/, withStatus(401), isWithoutToken),
    },
    'no-operation-works-without-a-token': {
      'open-project-change: PATCH of a project needs no token': open(/^PATCH/),
    },
    'missing-credentials-are-challenged': {
      'realm: the realm of a challenge is api': on(
        401,
        withHeaders(({ 'WWW-Authenticate': challenge = '' }) => ({
          'WWW-Authenticate': challenge.replace('"catalogue"', '"api"'),
        })),
      ),
    },
    'mistyped-tokens-are-refused unauthorized-comes-before-any-other-check': {
      'invalid-without-error: the challenge to a bad token has no error attribute': on(
        401,
        withHeaders({ 'WWW-Authenticate': 'Bearer realm="catalogue"' }),
      ),
    },
    'mistyped-tokens-are-refused': {
      'tail-accepted: extra characters after a good token are accepted': asking((request, { tokens }) =>
        getToken(request).startsWith(tokens.full) ? authorized(request, tokens.full) : request,
      ),
    },
    'revoked-token-is-refused': {
      'revoked-accepted: revoked tokens are accepted': allowing(
        401,
        (request, { tokens }) => getToken(request) === tokens.revoked,
      ),
    },
    'missing-credentials-are-challenged unauthorized-comes-before-any-other-check': {
      'unknown-ids-told: without a token, the answer reveals whether an id exists': on(
        ({ status }, { route, setting }) =>
          status === 401 &&
          route?.kind === 'single' &&
          setting.dataset[route.contract.name].every(({ id }) => id !== route.id),
        asProblem('not_found'),
      ),
    },
    'the-same-url-at-once': {
      'second-sees-live-rows: another token sees no soft-deleted spaces': on(
        (answer, about) => isList(answer, about) && getToken(about.request) === about.setting.tokens.second,
        withJson((body) => ({ ...body, data: objectsAt(body, 'data').filter((row) => !isDeleted(row)) })),
      ),
    },
    'missing-scope-is-403': {
      'scope-of-bookings-widened: a token for bookings also reads events': allowing(403, ({ path }) =>
        path.startsWith('/api/v1/events'),
      ),
    },
    'write-scope-is-for-projects': {
      'write-scope-does-not-read: projects:write does not allow reading projects': on(
        (answer, about) =>
          (isList(answer, about) || isSingle(answer, about)) &&
          getToken(about.request) === about.setting.tokens.writing,
        asProblem('insufficient_scope'),
      ),
    },
  }),

  ...makeMutants('errors', {
    'checks-are-made-in-order checks-of-writes-are-made-in-order': {
      'code-unknown: the code for a 404 is resource_not_found': on(
        404,
        withText((text) => text.replace('"code":"not_found"', '"code":"resource_not_found"')),
      ),
    },
    'links-under-another-host bad-bodies-of-post-are-refused': {
      'type-relative: type is a path': problems((body) => ({ ...body, type: new URL(toText(body['type'])).pathname })),
    },
    'known-bad-queries-are-refused checks-are-made-in-order': {
      'first-only: only the first of several errors is reported': problems((body) => ({
        ...body,
        ...('errors' in body && { errors: objectsAt(body, 'errors').slice(0, 1) }),
      })),
    },
    'checks-are-made-in-order every-error-is-a-problem': {
      'media-type: problems are application/json': on(isError, withHeaders({ 'Content-Type': 'application/json' })),
    },
    'errors-have-the-statuses-of-every-server checks-are-made-in-order': {
      '422-for-400: a query that is refused is answered with 422': on(
        ({ status }, { request }) => status === 400 && request.method === 'GET',
        withStatus(422),
        withJson((body) => ({ ...body, status: 422 })),
      ),
    },
    'no-body-shows-the-inside': {
      'sql: the detail of a 404 contains SQL': problems((body) =>
        body['status'] === 404 ? { ...body, detail: 'No rows: SELECT * FROM "plans" WHERE "id" = $1 LIMIT 1' } : body,
      ),
    },
    'scope-is-checked-in-its-place': {
      '406-before-403: Accept is checked before the scope': on(
        ({ status }, { request }) => status === 403 && !acceptsJson(getHeader(request, 'accept')),
        asProblem('not_acceptable'),
      ),
    },
    'sixteen-kibibytes-are-taken': {
      'long-headers-taken: headers may have any length': { maxHeaderBytes: 256 * 1024 },
    },
  }),
] as const;
