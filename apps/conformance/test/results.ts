import type { Result } from '../src/run/result.js';
import type { Run } from '../src/run/run.js';

/** A result for tests of what becomes of results. */
export function resultOf(part: Partial<Result> = {}): Result {
  return {
    check: 'a-check',
    title: 'something holds',
    family: 'paging',
    layer: 'ours',
    rules: ['PAGE-4'],
    subject: 'bookings',
    collection: 'bookings',
    outcome: 'passed',
    reason: null,
    finding: null,
    milliseconds: 12,
    requests: 3,
    pairs: 0,
    ...part,
  };
}

export function runOf(results: readonly Result[]): Run {
  return {
    url: 'http://localhost:3000',
    seed: 7,
    layer: 'ours',
    startedAt: '2026-03-01T09:00:00.000Z',
    seconds: 1.5,
    requests: 42,
    results,
    snapshot: new Map(),
    latencies: [{ operation: 'GET /api/v1/bookings', count: 3, median: 1, p95: 2, most: 3 }],
    changed: [],
  };
}
