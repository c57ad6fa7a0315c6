import { Refusal } from '../refusal.js';
import type { AccessBehaviour } from './access-behaviour.js';
import type { AnswerBehaviour } from './answer-behaviour.js';
import type { WriteBehaviour } from '../write/write-behaviour.js';
import { headerOf, type Quota, type Token, type Visit } from './exchange.js';
import type { Limiter } from './limiter.js';
import { isBelowInterface } from './routes.js';

/** The checks of every request before its own (ERR-4). */
export type CheckName = 'token' | 'quota' | 'path' | 'method' | 'scope' | 'accept' | 'type' | 'size';

export interface GateBehaviour {
  readonly checks: readonly CheckName[];
  /** Whether an OPTIONS is answered before the checks (HTTP-3). */
  readonly optionsAreFree: (visit: Visit) => boolean;
}

export const soundGate: GateBehaviour = {
  checks: ['token', 'quota', 'path', 'method', 'scope', 'accept', 'type', 'size'],
  optionsAreFree: ({ route }) => route !== null,
};

export interface Gatekeeping {
  readonly behaviour: AccessBehaviour & AnswerBehaviour & WriteBehaviour & GateBehaviour;
  readonly tokens: readonly Token[];
  readonly limiter: Limiter;
  /** For tokens that are refused, by client address (RATE-1). */
  readonly refusedQuota: Quota;
}

type Check = (visit: Visit, gate: Gatekeeping) => void;

const isWrite = (method: string): boolean => method === 'POST' || method === 'PATCH';

const checks: Readonly<Record<CheckName, Check>> = {
  token: checkToken,
  quota: checkQuota,
  path: ({ route }) => {
    if (route === null) throw new Refusal('not_found', 'There is nothing at this path.');
  },
  method: ({ request, route }, { behaviour }) => {
    if (route !== null && !route.methods.includes(request.method))
      throw new Refusal('method_not_allowed', 'The path has no such method.', { Allow: behaviour.allowOf(route) });
  },
  scope: checkScope,
  accept: ({ request }, { behaviour }) => {
    if (!behaviour.acceptsJson(headerOf(request, 'accept')))
      throw new Refusal('not_acceptable', 'Only JSON is spoken here.');
  },
  type: checkType,
  size: ({ request }, { behaviour }) => {
    if (isWrite(request.method) && request.body.length > behaviour.mostBytesOf(request))
      throw new Refusal('payload_too_large', 'A body may take 1 MiB.');
  },
};

/** Throws the first refusal, in the order of ERR-4. */
export function passGate(visit: Visit, gate: Gatekeeping): void {
  for (const name of gate.behaviour.checks) checks[name](visit, gate);
}

function checkToken(visit: Visit, { behaviour, tokens, limiter, refusedQuota }: Gatekeeping): void {
  const { request } = visit;
  const credentials = behaviour.credentialsOf(request);
  const token = credentials === null ? null : behaviour.tokenOf(credentials, tokens);
  visit.token = token;
  if (token !== null) return;
  if (visit.route === null && !isBelowInterface(request.path))
    throw new Refusal('not_found', 'There is nothing at this path.');
  if (!behaviour.needsToken(visit)) return;
  const code = credentials === null ? 'missing_token' : 'invalid_token';
  if (code === 'invalid_token') {
    const usage = limiter.take(`address ${request.client}`, refusedQuota, Date.now(), 1);
    if (!usage.allowed)
      throw new Refusal('rate_limited', 'Too many refused tokens.', { 'Retry-After': String(usage.reset) });
  }
  throw new Refusal(code, code === 'missing_token' ? 'Send a token.' : 'The token is not good.', {
    'WWW-Authenticate': behaviour.challengeOf(code === 'invalid_token' ? code : null, null),
  });
}

function checkQuota(visit: Visit, { behaviour, limiter }: Gatekeeping): void {
  if (visit.token === null) return;
  const key = `token ${behaviour.quotaKeyOf(visit.token)}`;
  visit.usage = limiter.take(key, visit.token.quota, Date.now(), behaviour.costOf(visit.request));
  if (visit.usage.allowed) return;
  if (behaviour.refusalsProlong) limiter.prolong(key, Date.now());
  const wait = behaviour.retryAfterOf(visit.usage);
  throw new Refusal('rate_limited', 'The quota of the token is used up.', wait === null ? {} : { 'Retry-After': wait });
}

function checkScope(visit: Visit, { behaviour }: Gatekeeping): void {
  const { token, route, request } = visit;
  if (token === null || route === null) return;
  const scope = behaviour.scopeFor(route, request.method);
  if (!behaviour.allows(token, scope, visit))
    throw new Refusal('insufficient_scope', 'The token does not allow this.', {
      'WWW-Authenticate': behaviour.challengeOf('insufficient_scope', scope),
    });
}

function checkType({ request }: Visit, { behaviour }: Gatekeeping): void {
  if (!isWrite(request.method)) return;
  const types = behaviour.mediaTypesOf(request.method);
  const type = (headerOf(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const coding = headerOf(request, 'content-encoding') ?? 'identity';
  if (types.includes(type) && coding === 'identity') return;
  const header = request.method === 'POST' ? 'Accept-Post' : 'Accept-Patch';
  throw new Refusal('unsupported_media_type', 'The body is of another type.', { [header]: types.join(', ') });
}
