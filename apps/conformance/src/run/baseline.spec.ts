import { describe, expect, it } from '@jest/globals';
import { resultOf } from '../../test/results.js';
import { compareBaseline, readBaseline, verdictOf } from './verdict.js';

const today = new Date('2026-03-01T12:00:00Z');
const entry = { check: 'a-check', subject: '*', reason: 'known', until: null };
const failed = resultOf({ outcome: 'failed' });

describe('a baseline', () => {
  it('is read as it is documented, and nothing else is', () => {
    const text = '{"version":1,"failures":[{"check":"a-check","reason":"known"}]}';
    expect(readBaseline(text)).toEqual([entry]);
    for (const bad of ['', '{}', '{"version":2,"failures":[]}', '{"version":1,"failures":[{"check":"a"}]}']) {
      expect(() => readBaseline(bad)).toThrow('baseline');
    }
  });

  it('forgives what it names, and nothing else', () => {
    expect(verdictOf([failed], compareBaseline([entry], [failed], today))).toBe('passed');
    const other = resultOf({ check: 'another', outcome: 'failed' });
    expect(verdictOf([failed, other], compareBaseline([entry], [failed, other], today))).toBe('failed');
  });

  it.each([
    ['passes now', [resultOf()], entry],
    ['is not run', [], entry],
    ['has run out', [failed], { ...entry, until: '2026-02-28' }],
  ])('is stale where what it names %s', (_, results, known) => {
    expect(compareBaseline([known], results, today).stale).toHaveLength(1);
  });

  it('is not stale where nothing could be shown', () => {
    expect(compareBaseline([entry], [resultOf({ outcome: 'inconclusive' })], today).stale).toEqual([]);
  });
});

describe('a verdict', () => {
  it.each([
    [[resultOf()], 'passed'],
    [[resultOf(), failed], 'failed'],
    [[failed, resultOf({ outcome: 'errored' })], 'failed'],
    [[resultOf(), resultOf({ outcome: 'errored' })], 'errored'],
    [[resultOf({ outcome: 'inconclusive' }), resultOf({ outcome: 'disabled' })], 'nothing'],
    [[], 'nothing'],
  ] as const)('of %j is %s', (results, verdict) => {
    expect(verdictOf(results, null)).toBe(verdict);
  });

  it.each([
    [2, 'passed'],
    [3, 'few'],
  ] as const)('of two executed checks where %i are asked for is %s', (minExecuted, verdict) => {
    const results = [resultOf(), resultOf(), resultOf({ outcome: 'inconclusive' })];
    expect(verdictOf(results, null, minExecuted)).toBe(verdict);
    expect(verdictOf([...results, failed], null, 9)).toBe('failed');
  });
});
