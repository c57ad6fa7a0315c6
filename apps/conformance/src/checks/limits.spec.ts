import { expect, it } from '@jest/globals';
import { findContradiction, type QuotaReading } from './limits.js';

const reading = (at: number, remaining: number, reset: number): QuotaReading => ({
  sent: at,
  received: at + 20,
  budget: { quota: 5, remaining, reset },
});
const first = reading(0, 4, 10);

it.each<readonly [says: string, later: QuotaReading, requests: number]>([
  ['is rounded up', reading(4500, 3, 6), 1],
  ['is rounded down', reading(4500, 3, 5), 1],
  ['has just run out', reading(10_500, 3, 0), 1],
  ['has run out, with a new window', reading(12_000, 4, 10), 1],
  ['is rounded, with a new window shortly before', reading(9200, 4, 10), 1],
  ['was read in the following window', reading(11_500, 3, 9), 4],
  ['belongs to windows that restore only part of the quota', reading(3000, 3, 10), 3],
])('RATE-2: a t that %s is accepted', (_says, later, requests) => {
  expect(findContradiction(first, later, requests)).toBeNull();
});

it.each<readonly [says: string, later: QuotaReading, requests: number, expected: string]>([
  ['stands still', reading(4500, 3, 10), 1, 't=10 less the 4.5 s in between'],
  ['falls with each request', reading(40, 1, 7), 3, 't=10 less the 0.0 s in between'],
  ['ends too late', reading(5000, 4, 10), 1, 'no new window before the 10 s of t have passed'],
  ['ends too soon', reading(11_200, 3, 1), 1, 'a new window after the 10 s of t, with r=4'],
])('RATE-2: a t that %s is reported', (_says, later, requests, expected) => {
  expect(findContradiction(first, later, requests)?.[0]).toBe(expected);
});
