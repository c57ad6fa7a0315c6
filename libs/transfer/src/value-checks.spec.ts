import { describe, expect, it } from '@jest/globals';
import { PlanDto, SlotDto, SubscriptionDto, UserDto } from '@resource-catalogue/contracts';
import { rowRules } from './row-rules.js';
import type { Detail } from './import-errors.js';
import { checkOf } from './value-checks.js';

const textOf = (detail: Detail): string => detail.map((part) => (typeof part === 'string' ? part : '')).join('');

describe('what is wrong with a value', () => {
  it('is reported for its first ten errors, and the others are counted', () => {
    const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index]));
    const reports: string[] = [];
    checkOf(SlotDto, () => true)(value, (pointer, detail) => reports.push(`${pointer} ${textOf(detail)}`));
    expect(reports.slice(8)).toEqual([
      expect.stringMatching(/^\/key8 is not known: the keys are id, /),
      expect.stringMatching(/^\/key9 is not known: /),
      ' has 100000 errors, of which these are the first 10',
    ]);
  });

  it('names a key that is too long to be shown by its beginning', () => {
    const reports: string[] = [];
    checkOf(UserDto, () => true)({ ['k'.repeat(1000)]: 1 }, (pointer) => reports.push(pointer));
    expect(reports).toEqual([`/${'k'.repeat(60)}…`]);
  });
});

describe('a field that is set exactly when another one has a value', () => {
  const check = checkOf(SubscriptionDto, () => true);
  const problem = '/paused_at must be set exactly when state is paused';

  it.each([
    [{ state: 'paused', paused_at: '2026-03-01T09:00:00.000Z' }, []],
    [{ state: 'paused', paused_at: null }, [problem]],
    [{ state: 'active', paused_at: '2026-03-01T09:00:00.000Z' }, [problem]],
    // The row that is stored has the other one.
    [{ state: 'paused' }, []],
    [{ paused_at: null }, []],
  ])('%j', (row, expected) => {
    const errors: string[] = [];
    check(row, (pointer, detail) => errors.push(`${pointer} ${textOf(detail)}`));
    expect([check(row), errors]).toEqual([expected.length === 0, expected]);
  });
});

describe('ids that must be unique in an array', () => {
  it('take no more than a moment of the processor in the longest line', () => {
    const steps = Array.from({ length: 150_000 }, (_, index) => ({ id: `id ${index}` }));
    const before = process.cpuUsage();
    rowRules.projects?.({ author: null, collaborators: [], steps }, () => undefined);
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(2);
  });
});

describe('an object that is no part of the contract', () => {
  const check = checkOf(PlanDto, () => true);
  const plan = (levels: number): unknown =>
    JSON.parse(`{"buying_cta_text":{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}}`);

  const tooDeep = expect.stringMatching(/^\/buying_cta_text must be an object of at most 100 levels/);

  it.each([
    [100, []],
    [101, [tooDeep]],
    [100_000, [tooDeep]],
  ])('of %i levels has the errors %j', (levels, expected) => {
    const errors: string[] = [];
    check(plan(levels), (pointer, detail) => errors.push(`${pointer} ${textOf(detail)}`));
    expect([errors, check(plan(levels))]).toEqual([expected, expected.length === 0]);
  });
});
