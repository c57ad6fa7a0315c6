import { maximumBodyBytes, readScope, sufficientScopes } from '@resource-catalogue/contracts';
import { headerError, invalidRequest, methodNotAllowed, ProblemError, unknownPath } from '../problem-error.js';
import { getHeader, isApiPath, type Quota, type Request, type Route, type TakeQuota, type Usage } from './exchange.js';
import { acceptsJson } from './negotiation.js';
import { ampleQuota, scopesOf, type TokenName, tokenNames, type Tokens } from './tokens.js';

// The checks common to all requests, in the order of ERR-4.

const hostForm = /^(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])?(?::\d*)?$/;

/** Requests that proxies and servers could understand differently are rejected first (HTTP-9). */
export function checkHeaders(request: Request): void {
  const ambiguous = ['host', 'authorization', 'content-type'].filter((name) => request.repeated.includes(name));
  if (!hostForm.test(getHeader(request, 'host') ?? '')) ambiguous.push('host');
  if (ambiguous.length > 0)
    throw invalidRequest(
      ambiguous.map((name) => headerError(name, 'invalid_value', 'Send this header once, in its documented form.')),
    );
}

export interface Access {
  readonly tokens: Tokens;
  /** The quota of the token `quota`. */
  readonly smallQuota: Quota;
  /** The quota of rejected tokens, by client address (RATE-1). */
  readonly rejectedQuota: Quota;
}

const realm = 'Bearer realm="catalogue"';

const rateLimited = (what: string, { reset }: Usage): ProblemError =>
  new ProblemError('rate_limited', `${what} Try again in ${reset} s.`, { 'Retry-After': String(reset) });

/** The token of a request (AUTH-2). */
export function readToken(request: Request, { tokens, rejectedQuota }: Access, takeQuota: TakeQuota): TokenName {
  const [, credentials = ''] = /^Bearer +(.*\S)/is.exec(getHeader(request, 'authorization') ?? '') ?? [];
  const token = tokenNames.find((name) => tokens[name] === credentials && scopesOf[name].length > 0);
  if (token !== undefined) return token;
  // Other paths need no token.
  if (!isApiPath(request.path)) throw unknownPath();
  if (credentials === '')
    throw new ProblemError('missing_token', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.', {
      'WWW-Authenticate': realm,
    });
  const usage = takeQuota(`address ${request.client}`, rejectedQuota, request);
  if (!usage.allowed) throw rateLimited('Too many rejected tokens came from this address.', usage);
  throw new ProblemError('invalid_token', 'The access token is unknown, malformed, expired or revoked.', {
    'WWW-Authenticate': `${realm}, error="invalid_token"`,
  });
}

export const quotaOf = (token: TokenName, { smallQuota }: Access): Quota =>
  token === 'quota' ? smallQuota : ampleQuota;

const isWrite = ({ method }: Request): boolean => method === 'POST' || method === 'PATCH';

/** The checks after those of the token; returns the route of a good request. */
export function checkRequest(request: Request, route: Route | null, token: TokenName, usage: Usage): Route {
  if (!usage.allowed) throw rateLimited('This token has used up its quota of the current window.', usage);
  if (route === null) throw unknownPath();
  if (!route.methods.includes(request.method)) throw methodNotAllowed(route.methods);
  checkScope(isWrite(request) ? 'projects:write' : readScope(route.contract.name), scopesOf[token]);
  if (!acceptsJson(getHeader(request, 'accept')))
    throw new ProblemError('not_acceptable', 'This operation returns application/json: allow it in the Accept header.');
  if (isWrite(request)) checkBody(request);
  return route;
}

function checkScope(scope: string, own: readonly string[]): void {
  if (!sufficientScopes(scope).some((sufficient) => own.includes(sufficient)))
    throw new ProblemError('insufficient_scope', `This operation needs a token with the scope ${scope}.`, {
      'WWW-Authenticate': `${realm}, error="insufficient_scope", scope="${scope}"`,
    });
}

function checkBody(request: Request): void {
  const [types, header] =
    request.method === 'POST'
      ? [['application/json'], 'Accept-Post']
      : [['application/json', 'application/merge-patch+json'], 'Accept-Patch'];
  const [type = ''] = (getHeader(request, 'content-type') ?? '').toLowerCase().split(';');
  const coding = getHeader(request, 'content-encoding') ?? 'identity';
  if (!types.includes(type.trim()) || coding !== 'identity')
    throw new ProblemError(
      'unsupported_media_type',
      `Send the body as ${types.join(' or ')}, without a content coding.`,
      { [header]: types.join(', ') },
    );
  if (request.body.length > maximumBodyBytes)
    throw new ProblemError('payload_too_large', 'Send a shorter body: at most 1 MiB.');
}
