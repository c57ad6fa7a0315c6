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
  rewritingRequest,
  rewritingHeader,
  asProblem,
  authorize,
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
  applies: (request: Request) => boolean = () => true,
): Wraps => on((_, { request }) => path.test(request.path) && applies(request), change);

const problems = (change: (body: JsonObject) => JsonObject): Wraps => on(isError, withJson(change));

export const accessMutants = makeMutants({
  'auth-lower-case-scheme-rejected by every-form-of-a-header-on-every-operation': rewritingHeader(
    'authorization',
    (value) => value.replace(/^bearer/, 'basic'),
  ),
  'auth-expired-accepted by expired-token-is-rejected': allowing(
    401,
    (request, { tokens }) => getToken(request) === tokens.expired,
  ),
  'auth-problem-pages-missing by pages-need-no-token': onPath(/^\/problems\//, withStatus(404)),
  // The OpenAPI document needs a token.
  'auth-document-needs-token by pages-need-no-token': onPath(/^\/openapi/, withStatus(401), isWithoutToken),
  'auth-open-project-change by every-operation-requires-a-token': open(/^PATCH/),
  'auth-realm by missing-credentials-are-challenged': on(
    401,
    withHeaders(({ 'WWW-Authenticate': challenge = '' }) => ({
      'WWW-Authenticate': challenge.replace('"catalogue"', '"api"'),
    })),
  ),
  'auth-invalid-without-error by mistyped-tokens-are-rejected unauthorized-comes-before-any-other-check': on(
    401,
    withHeaders({ 'WWW-Authenticate': 'Bearer realm="catalogue"' }),
  ),
  // Extra characters after a good token are accepted.
  'auth-extra-characters-accepted by mistyped-tokens-are-rejected': rewritingRequest((request, { tokens }) =>
    getToken(request).startsWith(tokens.full) ? authorize(request, tokens.full) : request,
  ),
  'auth-revoked-accepted by revoked-token-is-rejected': allowing(
    401,
    (request, { tokens }) => getToken(request) === tokens.revoked,
  ),
  // Without a token, the response reveals whether an id exists.
  'auth-unknown-ids-revealed by missing-credentials-are-challenged unauthorized-comes-before-any-other-check': on(
    ({ status }, { route, setting }) =>
      status === 401 &&
      route?.kind === 'single' &&
      setting.dataset[route.contract.name].every(({ id }) => id !== route.id),
    asProblem('not_found'),
  ),
  // Another token sees no soft-deleted spaces.
  'auth-second-sees-live-rows by concurrent-requests-share-no-response': on(
    (response, context) => isList(response, context) && getToken(context.request) === context.setting.tokens.second,
    withJson((body) => ({ ...body, data: objectsAt(body, 'data').filter((row) => !isDeleted(row)) })),
  ),
  'auth-scope-of-bookings-widened by missing-scope-is-403': allowing(403, ({ path }) =>
    path.startsWith('/api/v1/events'),
  ),
  'auth-write-scope-does-not-read by write-scope-is-for-projects': on(
    (response, context) =>
      (isList(response, context) || isSingle(response, context)) &&
      getToken(context.request) === context.setting.tokens.writing,
    asProblem('insufficient_scope'),
  ),
  'errors-code-unknown by errors-follow-the-order-of-checks errors-of-writes-follow-the-order-of-checks': on(
    404,
    withText((text) => text.replace('"code":"not_found"', '"code":"resource_not_found"')),
  ),
  'errors-type-relative by links-with-another-host-header bad-bodies-of-post-are-rejected': problems((body) => ({
    ...body,
    type: new URL(toText(body['type'])).pathname,
  })),
  'errors-first-only by known-bad-queries-are-rejected errors-follow-the-order-of-checks': problems((body) => ({
    ...body,
    ...('errors' in body && { errors: objectsAt(body, 'errors').slice(0, 1) }),
  })),
  'errors-media-type by errors-follow-the-order-of-checks every-error-is-a-problem': on(
    isError,
    withHeaders({ 'Content-Type': 'application/json' }),
  ),
  // A query that is rejected gets 422.
  'errors-422-for-400 by basic-errors-have-their-status errors-follow-the-order-of-checks': on(
    ({ status }, { request }) => status === 400 && request.method === 'GET',
    withStatus(422),
    withJson((body) => ({ ...body, status: 422 })),
  ),
  'errors-sql by no-body-reveals-internals': problems((body) =>
    body['status'] === 404 ? { ...body, detail: 'No rows: SELECT * FROM "plans" WHERE "id" = $1 LIMIT 1' } : body,
  ),
  'errors-406-before-403 by scope-is-checked-in-order': on(
    ({ status }, { request }) => status === 403 && !acceptsJson(getHeader(request, 'accept')),
    asProblem('not_acceptable'),
  ),
  'errors-long-headers-accepted by heads-up-to-16-kib-are-accepted': { maxHeaderBytes: 256 * 1024 },
});
