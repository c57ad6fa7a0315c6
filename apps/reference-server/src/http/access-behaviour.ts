import { randomUUID } from 'node:crypto';
import { readScope } from '@resource-catalogue/contracts';
import type { Request, Route, Token, Usage, RequestContext } from './exchange.js';
import { headerOf } from './exchange.js';

/** Who may do what, and how often. */
export interface AccessBehaviour {
  readonly needsToken: (context: RequestContext) => boolean;
  /** What stands after `Bearer`, null where there are no credentials (AUTH-2). */
  readonly credentialsOf: (request: Request) => string | null;
  readonly tokenOf: (credentials: string, tokens: readonly Token[]) => Token | null;
  /** The scope that a request needs: the narrowest that would do (AUTH-3). */
  readonly scopeFor: (route: Route, method: string) => string;
  readonly allows: (token: Token, scope: string, context: RequestContext) => boolean;
  readonly challengeOf: (error: 'invalid_token' | 'insufficient_scope' | null, scope: string | null) => string;
  readonly quotaKeyOf: (token: Token) => string;
  /** How much of the quota a request takes: known once the request is, not its answer (RATE-2). */
  readonly costOf: (request: Request) => number;
  /** Whether a request that is refused begins a new window, in which nothing is left (RATE-2). */
  readonly refusalsProlong: boolean;
  readonly rateHeadersOf: (usage: Usage, status: number) => Readonly<Record<string, string>>;
  readonly retryAfterOf: (usage: Usage) => string | null;
  readonly requestIdOf: (sent: string | undefined) => string;
}

function credentialsOf(request: Request): string | null {
  const match = /^Bearer(?: +(.*))?$/is.exec(headerOf(request, 'authorization') ?? '');
  const text = match?.[1]?.trim() ?? '';
  return text === '' ? null : text;
}

const tokenOf = (credentials: string, tokens: readonly Token[]): Token | null =>
  tokens.find(({ text, state }) => text === credentials && state === 'good') ?? null;

function scopeFor({ contract }: Route, method: string): string {
  return method === 'POST' || method === 'PATCH' ? 'projects:write' : readScope(contract.name);
}

function allows(token: Token, scope: string): boolean {
  return token.scopes.includes(scope) || (scope.endsWith(':read') && token.scopes.includes('read'));
}

function challengeOf(error: string | null, scope: string | null): string {
  const parts = ['Bearer realm="catalogue"', ...(error === null ? [] : [`error="${error}"`])];
  return [...parts, ...(scope === null ? [] : [`scope="${scope}"`])].join(', ');
}

export const soundAccess: AccessBehaviour = {
  needsToken: () => true,
  credentialsOf,
  tokenOf,
  scopeFor,
  allows,
  challengeOf,
  quotaKeyOf: ({ id }) => id,
  costOf: () => 1,
  refusalsProlong: false,
  rateHeadersOf: ({ quota, remaining, reset }) => ({
    'RateLimit-Policy': `"default";q=${quota.requests};w=${quota.seconds}`,
    RateLimit: `"default";r=${remaining};t=${reset}`,
  }),
  retryAfterOf: ({ reset }) => String(reset),
  requestIdOf: (sent) => (sent !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID()),
};
