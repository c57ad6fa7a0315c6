import type { Finding } from '../src/run/finding.js';
import type { Result } from '../src/run/result.js';
import type { Run } from '../src/run/run.js';

/** Creates a result for tests; it passed by default. */
export function makeResult(part: Partial<Result> = {}): Result {
  return {
    check: 'a-check',
    title: 'something holds',
    family: 'paging',
    layer: 'extension',
    rules: ['PAGE-4'],
    subject: 'bookings',
    collection: 'bookings',
    outcome: 'passed',
    reason: null,
    finding: null,
    milliseconds: 12,
    requests: 3,
    ...part,
  };
}

export function makeRun(results: readonly Result[]): Run {
  return {
    url: 'http://localhost:3000',
    seed: 7,
    layer: 'extension',
    started_at: '2026-03-01T09:00:00.000Z',
    seconds: 1.5,
    requests: 42,
    results,
    snapshot: new Map(),
    changed: [],
    options: {
      only: [],
      subjects: [],
      quick: false,
      allow_writes: false,
      allow_burst: false,
      max_items: 100,
      tokens: ['first'],
    },
    outages: [],
    unavailable: 0,
    unfinished: null,
  };
}

const finding: Finding = {
  expected: 'rows ordered by name',
  observed: 'another order from row 1 on',
  curl: ["curl -i 'http://localhost:3000/api/v1/users?sort=name'"],
  requests: null,
  response: '200 {"data":[]}',
  rows: [{ id: 'a', last_name: 'Haddad' }],
  notes: ['Both rows tie in last_name.'],
  sequence: ['1. +0.0 s GET /api/v1/users → 200'],
  smallest: { curl: ["curl 'http://localhost:3000/api/v1/users?limit=2'"], observed: 'another order from row 2 on' },
  more: [],
};

export const failure = (part: Partial<Finding> = {}): Result =>
  makeResult({
    subject: 'users',
    collection: 'users',
    outcome: 'failed',
    reason: 'rows ordered by name',
    finding: { ...finding, ...part },
  });
