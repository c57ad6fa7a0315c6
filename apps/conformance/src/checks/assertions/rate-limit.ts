import type { Exchange } from '../../target/exchange.js';

/** RATE-2: what the headers of an answer say of the quota of its token. */
export interface Budget {
  readonly quota: number;
  readonly window: number;
  readonly remaining: number;
  readonly reset: number;
}

/** The budget that an answer shows; in words where it shows none. */
export function budgetIn(exchange: Exchange): Budget | string {
  const [policy, limit] = [exchange.header('ratelimit-policy'), exchange.header('ratelimit')];
  const declared = /^"default"; *q=(\d+); *w=(\d+)$/.exec(policy ?? '');
  const left = /^"default"; *r=(\d+); *t=(\d+)$/.exec(limit ?? '');
  if (!declared) return `RateLimit-Policy is ${policy ?? 'absent'}`;
  if (!left) return `RateLimit is ${limit ?? 'absent'}`;
  const [quota = 0, window = 0] = declared.slice(1).map(Number);
  const [remaining = 0, reset = 0] = left.slice(1).map(Number);
  return { quota, window, remaining, reset };
}
