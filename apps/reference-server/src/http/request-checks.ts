import { ProblemError } from '../problem-error.js';
import type { Behaviour, CheckName } from '../behaviour.js';
import { getHeader, type Quota, type Request, type RequestContext, type Token } from './exchange.js';
import type { RateLimiter } from './rate-limiter.js';
import { isBelowInterface } from './routes.js';

const once = ['host', 'authorization', 'content-type'];
const host = /^(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])?(?::\d*)?$/;

export const ambiguousHeadersOf = (request: Request): readonly string[] => [
  ...once.filter((name) => request.repeated.includes(name)),
  ...(host.test(getHeader(request, 'host') ?? '') ? [] : ['host']),
];

export interface Checking {
  readonly behaviour: Behaviour;
  readonly tokens: readonly Token[];
  readonly limiter: RateLimiter;
  /** The quota of refused tokens, by client address (RATE-1). */
  readonly refusedQuota: Quota;
}

const isWrite = (method: string): boolean => method === 'POST' || method === 'PATCH';

/** The checks common to all requests, in order (ERR-4). */
const checks: readonly (readonly [CheckName, (context: RequestContext, service: Checking) => void])[] = [
  ['token', checkToken],
  ['quota', checkQuota],
  ['path', checkPath],
  ['method', checkMethod],
  ['scope', checkScope],
  ['accept', checkAccept],
  ['type', checkType],
  ['size', checkSize],
];

export const checkOrder: readonly CheckName[] = checks.map(([name]) => name);

export function checkRequest(context: RequestContext, service: Checking): void {
  for (const name of service.behaviour.checks) checks.find(([known]) => known === name)?.[1](context, service);
}

const tokenDetails = {
  missing_token: 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.',
  invalid_token: 'The access token is unknown, malformed, expired or revoked.',
};

function checkToken(context: RequestContext, { behaviour, tokens, limiter, refusedQuota }: Checking): void {
  const { request } = context;
  const credentials = behaviour.credentialsOf(request);
  const token = credentials === null ? null : behaviour.tokenOf(credentials, tokens);
  context.token = token;
  if (token !== null) return;
  if (context.route === null && !isBelowInterface(request.path))
    throw new ProblemError('not_found', 'This path does not exist.');
  if (!behaviour.needsToken(context)) return;
  const code = credentials === null ? 'missing_token' : 'invalid_token';
  if (code === 'invalid_token') {
    const usage = limiter.take(`address ${request.client}`, refusedQuota, 1);
    if (!usage.allowed)
      throw new ProblemError(
        'rate_limited',
        `Too many refused tokens came from this address. Try again in ${usage.reset} s.`,
        { 'Retry-After': String(usage.reset) },
      );
  }
  throw new ProblemError(code, tokenDetails[code], {
    'WWW-Authenticate': behaviour.challengeOf(code === 'invalid_token' ? code : null, null),
  });
}

function checkQuota(context: RequestContext, { behaviour, limiter }: Checking): void {
  if (context.token === null) return;
  const key = `token ${behaviour.quotaKeyOf(context.token)}`;
  context.usage = limiter.take(key, context.token.quota, behaviour.costOf(context.request));
  if (context.usage.allowed) return;
  if (behaviour.refusalsProlong) limiter.prolong(key);
  const wait = behaviour.retryAfterOf(context.usage);
  throw new ProblemError(
    'rate_limited',
    `This token has used up its quota of the current window. Try again in ${context.usage.reset} s.`,
    wait === null ? {} : { 'Retry-After': wait },
  );
}

function checkPath({ route }: RequestContext): void {
  if (route === null) throw new ProblemError('not_found', 'This path does not exist.');
}

function checkMethod({ request, route }: RequestContext, { behaviour }: Checking): void {
  if (route !== null && !route.methods.includes(request.method))
    throw new ProblemError('method_not_allowed', `Use one of the methods of this path: ${route.methods.join(', ')}.`, {
      Allow: behaviour.allowOf(route),
    });
}

function checkScope(context: RequestContext, { behaviour }: Checking): void {
  const { token, route, request } = context;
  if (token === null || route === null) return;
  const scope = behaviour.scopeFor(route, request.method);
  if (!behaviour.allows(token, scope, context))
    throw new ProblemError('insufficient_scope', `This operation needs a token with the scope ${scope}.`, {
      'WWW-Authenticate': behaviour.challengeOf('insufficient_scope', scope),
    });
}

function checkAccept({ request }: RequestContext, { behaviour }: Checking): void {
  if (!behaviour.acceptsJson(getHeader(request, 'accept')))
    throw new ProblemError(
      'not_acceptable',
      'This operation returns application/json only. Allow it in the Accept header.',
    );
}

function checkType({ request }: RequestContext, { behaviour }: Checking): void {
  if (!isWrite(request.method)) return;
  const types = behaviour.mediaTypesOf(request.method);
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

function checkSize({ request }: RequestContext, { behaviour }: Checking): void {
  if (isWrite(request.method) && request.body.length > behaviour.maxBodyBytes(request))
    throw new ProblemError('payload_too_large', 'Send a shorter body: at most 1 MiB.');
}
