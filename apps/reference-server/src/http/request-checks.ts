import { ProblemError } from '../problem-error.js';
import { readScope, sufficientScopes } from '@resource-catalogue/contracts';
import { challengeOf, credentialsOf } from './access.js';
import { allowOf } from './answers.js';
import { getHeader, type Quota, type Request, type RequestContext, type TakeQuota, type Token } from './exchange.js';
import { acceptsJson } from './negotiation.js';
import { isBelowInterface } from './routes.js';

const once = ['host', 'authorization', 'content-type'];
const host = /^(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])?(?::\d*)?$/;

export const ambiguousHeadersOf = (request: Request): readonly string[] => [
  ...once.filter((name) => request.repeated.includes(name)),
  ...(host.test(getHeader(request, 'host') ?? '') ? [] : ['host']),
];

export interface Checking {
  readonly tokens: readonly Token[];
  readonly takeQuota: TakeQuota;
  /** The quota of refused tokens, by client address (RATE-1). */
  readonly refusedQuota: Quota;
}

const json = 'application/json';

/** RATE-3. */
const maxBodyBytes = 1024 * 1024;

const isWrite = (method: string): boolean => method === 'POST' || method === 'PATCH';

/** The checks common to all requests, in the order of ERR-4. */
export function checkRequest(context: RequestContext, checking: Checking): void {
  checkToken(context, checking);
  checkQuota(context, checking);
  checkPath(context);
  checkMethod(context);
  checkScope(context);
  checkAccept(context);
  checkType(context);
  checkSize(context);
}

const tokenDetails = {
  missing_token: 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.',
  invalid_token: 'The access token is unknown, malformed, expired or revoked.',
};

function checkToken(context: RequestContext, { tokens, takeQuota, refusedQuota }: Checking): void {
  const { request } = context;
  const credentials = credentialsOf(request);
  const token = tokens.find(({ text, state }) => text === credentials && state === 'good') ?? null;
  context.token = token;
  if (token !== null) return;
  if (context.route === null && !isBelowInterface(request.path))
    throw new ProblemError('not_found', 'This path does not exist.');
  const code = credentials === null ? 'missing_token' : 'invalid_token';
  if (code === 'invalid_token') {
    const usage = takeQuota(`address ${request.client}`, refusedQuota, request);
    if (!usage.allowed)
      throw new ProblemError(
        'rate_limited',
        `Too many refused tokens came from this address. Try again in ${usage.reset} s.`,
        { 'Retry-After': String(usage.reset) },
      );
  }
  throw new ProblemError(code, tokenDetails[code], {
    'WWW-Authenticate': challengeOf(code === 'invalid_token' ? code : null, null),
  });
}

function checkQuota(context: RequestContext, { takeQuota }: Checking): void {
  if (context.token === null) return;
  context.usage = takeQuota(`token ${context.token.id}`, context.token.quota, context.request);
  if (context.usage.allowed) return;
  throw new ProblemError(
    'rate_limited',
    `This token has used up its quota of the current window. Try again in ${context.usage.reset} s.`,
    { 'Retry-After': String(context.usage.reset) },
  );
}

function checkPath({ route }: RequestContext): void {
  if (route === null) throw new ProblemError('not_found', 'This path does not exist.');
}

function checkMethod({ request, route }: RequestContext): void {
  if (route !== null && !route.methods.includes(request.method))
    throw new ProblemError('method_not_allowed', `Use one of the methods of this path: ${route.methods.join(', ')}.`, {
      Allow: allowOf(route),
    });
}

function checkScope({ token, route, request }: RequestContext): void {
  if (token === null || route === null) return;
  const scope = isWrite(request.method) ? 'projects:write' : readScope(route.contract.name);
  if (!sufficientScopes(scope).some((sufficient) => token.scopes.includes(sufficient)))
    throw new ProblemError('insufficient_scope', `This operation needs a token with the scope ${scope}.`, {
      'WWW-Authenticate': challengeOf('insufficient_scope', scope),
    });
}

function checkAccept({ request }: RequestContext): void {
  if (!acceptsJson(getHeader(request, 'accept')))
    throw new ProblemError(
      'not_acceptable',
      'This operation returns application/json only. Allow it in the Accept header.',
    );
}

function checkType({ request }: RequestContext): void {
  if (!isWrite(request.method)) return;
  const types = request.method === 'PATCH' ? [json, 'application/merge-patch+json'] : [json];
  const type = (getHeader(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const coding = getHeader(request, 'content-encoding') ?? 'identity';
  if (types.includes(type) && coding === 'identity') return;
  const header = request.method === 'POST' ? 'Accept-Post' : 'Accept-Patch';
  throw new ProblemError(
    'unsupported_media_type',
    `Send the body as ${types.join(' or ')}, without a content coding.`,
    { [header]: types.join(', ') },
  );
}

function checkSize({ request }: RequestContext): void {
  if (isWrite(request.method) && request.body.length > maxBodyBytes)
    throw new ProblemError('payload_too_large', 'Send a shorter body: at most 1 MiB.');
}
