import type { Exchange } from '../target/exchange.js';
import { expectProblem } from './expect.js';
import { violated } from './violation.js';

/** A parameter of a challenge; null where it is absent. */
function parameter(challenge: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(challenge);
  return found?.[1] ?? found?.[2] ?? null;
}

function challengeOf(exchange: Exchange, why: string): string {
  const challenge = exchange.header('www-authenticate');
  if (challenge === null || !/^Bearer(?:\s|$)/i.test(challenge)) {
    return violated(`${why}: a WWW-Authenticate with Bearer`, challenge ?? 'none', exchange);
  }
  return challenge;
}

/** AUTH-2: the answer to a request without credentials. */
export function expectMissingToken(exchange: Exchange, why: string): void {
  expectProblem(exchange, 'missing_token', why);
  const challenge = challengeOf(exchange, why);
  if (parameter(challenge, 'realm') !== 'catalogue') violated(`${why}: realm="catalogue"`, challenge, exchange);
  if (parameter(challenge, 'error') !== null) violated(`${why}: no error attribute`, challenge, exchange);
}

/** AUTH-2: the answer to a token that is not good. */
export function expectInvalidToken(exchange: Exchange, why: string): void {
  expectProblem(exchange, 'invalid_token', why);
  const challenge = challengeOf(exchange, why);
  if (parameter(challenge, 'error') !== 'invalid_token') violated(`${why}: error="invalid_token"`, challenge, exchange);
}

/** AUTH-3: the answer to a good token without the scope. */
export function expectMissingScope(exchange: Exchange, scope: string, why: string): void {
  expectProblem(exchange, 'insufficient_scope', why);
  const challenge = challengeOf(exchange, why);
  if (parameter(challenge, 'error') !== 'insufficient_scope') {
    violated(`${why}: error="insufficient_scope"`, challenge, exchange);
  }
  if (parameter(challenge, 'scope') !== scope) violated(`${why}: scope="${scope}", the narrowest`, challenge, exchange);
}
