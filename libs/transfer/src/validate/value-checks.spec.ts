import { describe, expect, it, jest } from '@jest/globals';
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
import fc from '@resource-catalogue/testing/fast-check';
import { inLinearTime } from '../../test/support/linear-time.js';
import { rowRules } from './row-check.js';
import type { Detail } from '../import-errors.js';
import { makeCheck } from './value-checks.js';

const textOf = (detail: Detail): string => detail.map((part) => (typeof part === 'string' ? part : '')).join('');

const isValid = (make: () => unknown): boolean => {
  try {
    make();
    return true;
  } catch {
    return false;
  }
};
const isAbsolute = (text: string) => /^https?:\/\/[^/]/i.test(text) && isValid(() => new URL(text));
const isAddress = (text: string) => /^(?:"[^"]+"|[^\s@<>,;]+)@[^\s@<>,;]+\.[^\s@<>,;]+$/u.test(text);
const isTag = (text: string) => (text.split('-')[0] ?? '').length < 4 && isValid(() => Intl.getCanonicalLocales(text));
const isZone = (timeZone: string) =>
  timeZone === 'UTC' || (timeZone.includes('/') && isValid(() => new Intl.DateTimeFormat('en', { timeZone })));

/** Every field with a text format, and a necessary condition for valid texts, implemented independently. */
const formatted: readonly (readonly [DtoClass, string, (text: string) => boolean])[] = [
  [SpaceDto, 'email', isAddress],
  [MemberDto, 'email', isAddress],
  [UserDto, 'email', isAddress],
  [MemberDto, 'locale', isTag],
  [UserDto, 'locale', isTag],
  [SpaceDto, 'time_zone', isZone],
  [UserDto, 'time_zone', isZone],
  [ImageDto, 'sm', isAbsolute],
  [ImageDto, 'md', isAbsolute],
  [ImageDto, 'lg', isAbsolute],
  [SpaceDto, 'website_url', isAbsolute],
  [MachineDto, 'buying_cta_url', isAbsolute],
];

/** Whether a value is valid when checked without a report, and its reported errors. */
function errorsOf(dto: DtoClass, value: object) {
  const check = makeCheck(dto, () => true);
  const errors: string[] = [];
  check(value, (pointer, detail) => errors.push(`${pointer} ${textOf(detail)}`));
  return { isGood: check(value), errors };
}

describe('a text with a format', () => {
  const right = ['ada@example.org', 'de-DE', 'Europe/Berlin', 'America/New_York', 'https://example.org/a.jpg', 'UTC'];
  const damage = fc.constantFrom(...' @<>;,_/-.:+\t', '', 'javascript:', 'ß', '\u202e', 'Standard Time', '//');
  // A valid value with an insertion, a deletion or a change of case.
  const near = fc
    .tuple(fc.constantFrom(...right), fc.nat(16), fc.nat(16), damage, fc.constantFrom('as', 'lower', 'upper'))
    .map(([text, from, to, put, letters]) => {
      const made = text.slice(0, from) + put + text.slice(to);
      return letters === 'lower' ? made.toLowerCase() : letters === 'upper' ? made.toUpperCase() : made;
    });
  const text = fc.oneof(near, fc.string({ unit: 'grapheme', maxLength: 40 }), fc.webUrl(), fc.emailAddress());

  it.each(formatted)('SHAPE-6: in %p, the field %s accepts only valid texts', (dto, key, isOne) => {
    const check = makeCheck(dto, () => true);
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
  const { errors } = errorsOf(SlotDto, Object.fromEntries(keys.map((key) => [key, 1])));
  expect(errors.slice(9)).toEqual([
    expect.stringMatching(/^\/k{60}… is not a known key: use id, /),
    ' has 100000 errors, of which these are the first 10',
  ]);
});

const wrong = '/paused_at must be set exactly when state is paused';

it.each([
  [{ state: 'paused', paused_at: '2026-03-01T09:00:00.000Z' }],
  [{ state: 'paused', paused_at: null }, wrong],
  [{ state: 'active', paused_at: '2026-03-01T09:00:00.000Z' }, wrong],
  // The stored row has the other field.
  [{ state: 'paused' }],
  [{ paused_at: null }],
])('paused_at must be set exactly when state is paused: %j', (row, ...errors) => {
  expect(errorsOf(SubscriptionDto, row)).toEqual({ isGood: errors.length === 0, errors });
});

it('unique ids in a long array are checked in linear time', () => {
  const steps = Array.from({ length: 600_000 }, (_, index) => ({ id: `id ${index}` }));
  const fail = jest.fn();
  inLinearTime(() => rowRules.projects?.({ author: null, collaborators: [], steps }, fail));
  expect(fail).not.toHaveBeenCalled();
});

it.each([100, 101, 100_000])('a free-form object is limited to 100 levels: one of %i levels', (levels) => {
  const value: unknown = JSON.parse(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
  const tooDeep = expect.stringMatching(/^\/buying_cta_text must be an object of at most 100 levels/);
  expect(errorsOf(PlanDto, { buying_cta_text: value })).toEqual({
    isGood: levels === 100,
    errors: levels === 100 ? [] : [tooDeep],
  });
});
