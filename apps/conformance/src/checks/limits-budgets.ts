import type { Exchange } from '../target/exchange.js';
import { type Budget, budgetIn } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { violated } from '../kit/violation.js';

export const path = '/api/v1/spaces?limit=1';

export function readBudget(exchange: Exchange): Budget {
  const budget = budgetIn(exchange);
  return typeof budget === 'string' ? violated('RateLimit-Policy and RateLimit', budget, exchange) : budget;
}

/** The largest quota of a token that is meant to be used up. */
export const largestQuota = 200;

export const askWith = (context: CheckContext, token: string): Promise<Exchange> =>
  context.get(path, { token, showLimit: true });
