import { describe, expect, it } from '@jest/globals';
import {
  type DtoClass,
  ImageDto,
  MachineDto,
  MemberDto,
  PlanDto,
  SlotDto,
  SpaceDto,
  SubscriptionDto,
  UserDto,
} from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { rowRules } from './row-rules.js';
import type { Detail } from './import-errors.js';
import { checkOf } from './value-checks.js';

const textOf = (detail: Detail): string => detail.map((part) => (typeof part === 'string' ? part : '')).join('');

/** Every class with a text that has a format, and what such a text is at least, said in another way. */
const formatted: readonly (readonly [DtoClass, string, (text: string) => boolean])[] = [
  ...[SpaceDto, MemberDto, UserDto].map(
    (dto) =>
      [dto, 'email', (text: string) => /^(?:"[^"]+"|[^\s@<>,;]+)@[^\s@<>,;]+\.[^\s@<>,;]+$/u.test(text)] as const,
  ),
  ...[MemberDto, UserDto].map((dto) => [dto, 'locale', isTag] as const),
  ...[SpaceDto, UserDto].map(
    (dto) => [dto, 'time_zone', (text: string) => text === 'UTC' || (text.includes('/') && isZone(text))] as const,
  ),
  ...['sm', 'md', 'lg'].map((key) => [ImageDto, key, isAbsolute] as const),
  [SpaceDto, 'website_url', isAbsolute],
  [MachineDto, 'buying_cta_url', isAbsolute],
];

function isAbsolute(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && !holdsError(() => new URL(text));
}

function isTag(text: string): boolean {
  return (text.split('-')[0] ?? '').length < 4 && !holdsError(() => Intl.getCanonicalLocales(text));
}

function isZone(timeZone: string): boolean {
  return !holdsError(() => new Intl.DateTimeFormat('en', { timeZone }));
}

function holdsError(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

describe('a text with a format', () => {
  const right = ['ada@example.org', 'de-DE', 'Europe/Berlin', 'America/New_York', 'https://example.org/a.jpg', 'UTC'];
  const damage = fc.constantFrom(...' @<>;,_/-.:+\t', '', 'javascript:', 'ß', '\u202e', 'Standard Time', '//');
  // A right value with something put in, taken out, or in another case.
  const near = fc
    .tuple(fc.constantFrom(...right), fc.nat(16), fc.nat(16), damage, fc.constantFrom('as', 'lower', 'upper'))
    .map(([text, from, to, put, letters]) => {
      const made = text.slice(0, from) + put + text.slice(to);
      return letters === 'lower' ? made.toLowerCase() : letters === 'upper' ? made.toUpperCase() : made;
    });
  const text = fc.oneof(near, fc.string({ unit: 'grapheme', maxLength: 40 }), fc.webUrl(), fc.emailAddress());

  it.each(formatted)('SHAPE-6: of %p, %s, is taken only if it is one', (dto, key, isOne) => {
    const check = checkOf(dto, () => true);
    fc.assert(
      fc.property(text, (value) => {
        if (check({ [key]: value })) expect([value, isOne(value)]).toEqual([value, true]);
      }),
      { seed: 6, numRuns: 2000 },
    );
  });
});

it('the first ten errors of a value are reported, with long keys shortened, and the others are counted', () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `${'k'.repeat(60)}${index}`);
  const reports: string[] = [];
  const report = (pointer: string, detail: Detail): void => void reports.push(`${pointer} ${textOf(detail)}`);
  checkOf(SlotDto, () => true)(Object.fromEntries(keys.map((key) => [key, 1])), report);
  expect(reports.slice(9)).toEqual([
    expect.stringMatching(/^\/k{60}… is not known: the keys are id, /),
    ' has 100000 errors, of which these are the first 10',
  ]);
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
  ])('of %j has the errors %j', (row, expected) => {
    const errors: string[] = [];
    check(row, (pointer, detail) => errors.push(`${pointer} ${textOf(detail)}`));
    expect([check(row), errors]).toEqual([expected.length === 0, expected]);
  });
});

it('150,000 ids that must be unique in an array take less than 2 seconds', () => {
  const steps = Array.from({ length: 150_000 }, (_, index) => ({ id: `id ${index}` }));
  const before = process.cpuUsage();
  rowRules.projects?.({ author: null, collaborators: [], steps }, () => undefined);
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(2);
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
