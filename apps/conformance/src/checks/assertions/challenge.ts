import type { ProblemCode } from '@resource-catalogue/contracts';
import type { Exchange } from '../../target/exchange.js';
import { violated } from '../context/violation.js';
import { expectProblem } from './problem.js';

function parameter(challenge: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(challenge);
  return found?.[1] ?? found?.[2] ?? null;
}

/** A problem with a Bearer challenge that has these parameters; null for one that it must not have. */
function expectChallenge(
  exchange: Exchange,
  code: ProblemCode,
  why: string,
  wanted: Readonly<Record<string, string | null>>,
): void {
  expectProblem(exchange, code, why);
  const challenge = exchange.header('www-authenticate') ?? 'none';
  if (!/^Bearer(?:\s|$)/i.test(challenge)) violated(`${why}: a WWW-Authenticate with Bearer`, challenge, exchange);
  for (const [name, value] of Object.entries(wanted)) {
    if (parameter(challenge, name) !== value)
      violated(`${why}: ${value === null ? `no ${name} attribute` : `${name}="${value}"`}`, challenge, exchange);
  }
}

/** AUTH-2: the answer to a request without credentials. */
export const expectMissingToken = (exchange: Exchange, why: string): void =>
  expectChallenge(exchange, 'missing_token', why, { realm: 'catalogue', error: null });

/** AUTH-2: the answer to a token that is not good. */
export const expectInvalidToken = (exchange: Exchange, why: string): void =>
  expectChallenge(exchange, 'invalid_token', why, { error: 'invalid_token' });

/** AUTH-3: the answer to a good token without the scope, the narrowest that would do. */
export const expectMissingScope = (exchange: Exchange, scope: string, why: string): void =>
  expectChallenge(exchange, 'insufficient_scope', why, { error: 'insufficient_scope', scope });
