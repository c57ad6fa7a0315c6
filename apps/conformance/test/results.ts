import type { Result, Finding } from '../src/run/result.js';
import type { Run } from '../src/run/run.js';

/** Creates a result for tests; it passed by default. */
export function makeResult(part: Partial<Result> = {}): Result {
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

const latency = { operation: 'GET /api/v1/bookings', count: 3, median: 1, p95: 2, most: 3 };

export function makeRun(results: readonly Result[]): Run {
  return {
    url: 'http://localhost:3000',
    seed: 7,
    layer: 'ours',
    startedAt: '2026-03-01T09:00:00.000Z',
    seconds: 1.5,
    requests: 42,
    results,
    snapshot: new Map(),
    latencies: [latency],
    changed: [],
    choice: {
      only: [],
      subjects: [],
      quick: false,
      allowWrites: false,
      allowBurst: false,
      maxItems: 100,
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
  shrunk: null,
  answer: '200 {"data":[]}',
  rows: [{ id: 'a', last_name: 'Haddad' }],
  notes: ['Both rows tie in last_name.'],
  sequence: ['1. +0.0 s GET /api/v1/users → 200'],
  smallest: { curl: ["curl 'http://localhost:3000/api/v1/users?limit=2'"], observed: 'another order from row 2 on' },
};

export const failure = (part: Partial<Finding> = {}): Result =>
  makeResult({
    subject: 'users',
    collection: 'users',
    outcome: 'failed',
    reason: 'rows ordered by name',
    finding: { ...finding, ...part },
  });

/** A run with one result of every outcome. */
export function failingRun(): Run {
  const results = [
    makeResult(),
    failure(),
    makeResult({
      check: 'another-check',
      rules: ['GET-1'],
      outcome: 'inconclusive',
      reason: 'the collection is empty',
    }),
    makeResult({ check: 'third-check', rules: ['GET-2'], outcome: 'unsupported', reason: 'not offered' }),
    makeResult({ check: 'fourth-check', rules: ['AUTH-2'], outcome: 'disabled', reason: 'needs --second-token' }),
    makeResult({ check: 'fifth-check', rules: ['ERR-2'], outcome: 'errored', reason: 'Error: no\n    at place' }),
  ];
  const latencies = Array.from({ length: 20 }, (_, index) => ({
    ...latency,
    operation: `GET /api/v1/${index}`,
    p95: index,
  }));
  return { ...makeRun(results), latencies };
}

/** A run with responses that contain markup, or characters that change the text direction. */
export function hostile(): Run {
  const text =
    '</script><img src=x onerror=alert(1)> <!-- <script> line\u2028end \u202egnp.exe \u0000 שלום ]]> ${alert(1)}';
  const curl = [text, 'x'.repeat(4000)];
  const bad = failure({ expected: text, observed: text, curl, answer: `200 ${text}`, rows: [{ [text]: text }] });
  const other = makeResult({ check: 'another-check', outcome: 'inconclusive', reason: text });
  return {
    ...makeRun([{ ...bad, reason: text }, other]),
    latencies: [{ ...latency, operation: `GET /api/v1/${text}` }],
  };
}
