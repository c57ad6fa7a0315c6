import { expect, it } from '@jest/globals';
import { makeResult } from '../../test/results.js';
import { compareBaseline, toExitCode, reachVerdict } from './verdict.js';

const today = new Date('2026-03-01T12:00:00Z');
const entry = { check: 'a-check', subject: '*', reason: 'known', until: null };
const failed = makeResult({ outcome: 'failed' });
const other = makeResult({ check: 'another', outcome: 'failed' });
const errored = makeResult({ outcome: 'errored' });
const silent = [makeResult({ outcome: 'inconclusive' }), makeResult({ outcome: 'disabled' })];

it.each([
  ['still fails', [failed], entry, 0],
  ['passes now', [makeResult()], entry, 1],
  ['is not run', [], entry, 1],
  ['has expired', [failed], { ...entry, until: '2026-02-28' }, 1],
  ['is inconclusive', silent, entry, 0],
])('a baseline whose check %s has the expected number of stale entries', (_, results, known, stale) => {
  expect(compareBaseline([known], results, today).stale).toHaveLength(stale);
});

it.each([
  ['passed', [makeResult()], 1],
  ['failed', [makeResult(), failed], 1],
  ['failed', [failed, errored], 1],
  ['errored', [makeResult(), errored], 1],
  ['nothing', silent, 1],
  ['nothing', [], 1],
  ['passed', [makeResult(), makeResult(), ...silent], 2],
  ['few', [makeResult(), makeResult(), ...silent], 3],
  ['failed', [makeResult(), failed], 9],
] as const)('the verdict is %s for %j if at least %i checks must be executed', (verdict, results, minExecuted) => {
  expect(reachVerdict({ results, unfinished: null }, null, minExecuted)).toBe(verdict);
});

it('the verdict ignores only failures in the baseline', () => {
  const verdictWith = (results: (typeof failed)[]) =>
    reachVerdict({ results, unfinished: null }, compareBaseline([entry], results, today));
  expect([verdictWith([failed]), verdictWith([failed, other])]).toEqual(['passed', 'failed']);
});

it.each([
  ['failed', [failed], null, 1],
  ['unfinished', [makeResult()], null, 3],
  ['failed', [failed], 'SIGINT', 130],
  ['unfinished', [], 'SIGTERM', 143],
] as const)('an unfinished run is %s with the results %j and the signal %s, and exits with %i', (...row) => {
  const [verdict, results, signal, code] = row;
  const unfinished = { reason: 'the server is gone', signal, in_flight: [], remaining: ['a-check/users'] };
  expect(reachVerdict({ results, unfinished }, null)).toBe(verdict);
  expect(toExitCode({ unfinished }, verdict)).toBe(code);
});
