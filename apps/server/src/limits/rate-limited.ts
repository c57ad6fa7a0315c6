import { Problem } from '../problems/problem.js';

export function rateLimited(seconds: number, reason: string): Problem {
  return new Problem('rate_limited', `${reason} Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
