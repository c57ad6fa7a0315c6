import type { CollectionName } from '@resource-catalogue/contracts';
import { compareTexts, type RangeTest, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { hour, ignoring, tolerating } from './requests.js';

type Operator = RangeTest['operator'];

/** Lets one operator compare as another: in all filters, or in one filter of one collection. */
const comparing = (from: Operator, to: Operator, collection?: CollectionName, field?: string): Change => ({
  rangeKeeps: (test, time, contract) => {
    const isOwn = (collection ?? contract.name) === contract.name && (field ?? test.filter.field) === test.filter.field;
    return sound.rangeKeeps(isOwn && test.operator === from ? { ...test, operator: to } : test, time, contract);
  },
});

/** Lets a filter read another time: in one collection, or in all of them. */
const lookingAt = (field: string, other: string, collection?: CollectionName): Change => ({
  timeAt: (row, asked, contract) => {
    const concerns = asked === field && (collection ?? contract.name) === contract.name;
    return sound.timeAt(row, concerns ? other : asked, contract);
  },
});

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

// Mutants that accept an invalid form of a time, or refuse a valid one.

/** Accepts texts that are valid only after rewriting. */
const accepting = (rewrite: (text: string) => string): Change => ({
  instantOf: (text, ...of) => sound.instantOf(text, ...of) ?? sound.instantOf(rewrite(text), ...of),
});

const refusing = (refused: RegExp): Change => ({
  instantOf: (text, ...of) => (refused.test(text) ? null : sound.instantOf(text, ...of)),
});

const misreading = (rewrite: (text: string) => string): Change => ({
  instantOf: (text, ...of) => sound.instantOf(rewrite(text), ...of),
});

/** Shifts times that match the pattern by this many milliseconds. */
const later = (
  form: RegExp,
  milliseconds: number,
  operators: readonly string[] = ['lt', 'lte', 'gt', 'gte'],
): Change => ({
  instantOf: (text, filter, operator) => {
    const time = sound.instantOf(text, filter, operator);
    return time !== null && form.test(text) && operators.includes(operator) ? time + milliseconds : time;
  },
});

const date = /^\d{4}-\d\d-\d\d$/;

export const rangeMutants = makeMutants('range', {
  'FILT-1': {
    'lte-as-lt: lte compares as lt': comparing('lte', 'lt'),
    'gte-as-gt: gte compares as gt': comparing('gte', 'gt'),
    'lt-as-lte: lt compares as lte': comparing('lt', 'lte'),
    'gt-as-gte: gt compares as gte': comparing('gt', 'gte'),
    'lt-as-gt-on-canceled-at: lt on canceled_at compares as gt': comparing('lt', 'gt', 'subscriptions', 'canceled_at'),
    'ends-at-reads-starts-at: the filter ends_at of bookings compares starts_at': lookingAt(
      'ends_at',
      'starts_at',
      'bookings',
    ),
  },
  'FILT-3': {
    'nulls-pass: a range keeps rows whose value is null': {
      rangeKeeps: (test, time, contract) => time === null || sound.rangeKeeps(test, time, contract),
    },
    'nulls-before-everything: null comes before every time, but only on projects': {
      rangeKeeps: (test, time, contract) =>
        sound.rangeKeeps(test, contract.name === 'projects' ? (time ?? -Infinity) : time, contract),
    },
  },
  'SHAPE-4': {
    'in-seconds: times are compared in whole seconds': {
      rangeKeeps: (test, time, contract) =>
        test.filter.kind === 'datetime' && time !== null
          ? sound.rangeKeeps({ ...test, bound: seconds(test.bound) }, seconds(time), contract)
          : sound.rangeKeeps(test, time, contract),
    },
  },
  'FILT-5': {
    'second-bound-dropped: only the first of two bounds on one field applies': {
      testsOf: (tests) => {
        const first = (field: string): unknown =>
          tests.find(({ kind, filter }) => kind === 'range' && filter.field === field);
        return tests.filter((test) => test.kind !== 'range' || first(test.filter.field) === test);
      },
    },
    'offset-ignored: the offset of a time is ignored': misreading((text) => text.replace(/[+-]\d\d:\d\d$/, 'Z')),
    'offset-the-other-way: the offset of a time is added instead of subtracted': misreading((text) =>
      text.replace(/[+-](?=\d\d:\d\d$)/, (sign) => (sign === '+' ? '-' : '+')),
    ),
    'short-fraction-misread: a fraction of one digit is read as milliseconds, not tenths': misreading((text) =>
      text.replace(/\.(\d{1,2})(?=Z|$|[+-])/, (_, digits: string) => `.${digits.padStart(3, '0')}`),
    ),
    'date-is-end-of-day: a date with lte or gt means the end of its day': later(date, 24 * hour - 1, ['lte', 'gt']),
    'date-is-a-millisecond-late: a date means one millisecond after midnight': later(date, 1),
    'date-is-a-minute-east: a date means midnight at the offset +00:01': later(date, -60_000),
    'date-is-local: a date means midnight at the offset +01:00': later(date, -hour),
    'zoneless-is-local: a time without an offset is read as +02:00': later(/T[\d:.]+$/, -2 * hour),
    'fraction-rounded: digits after the third are rounded, not truncated': later(/\.\d{3}[5-9]/, 1),
    'unreal-date-rolls-over: 30 February is read as 2 March': accepting((text) => text.replace('-02-30', '-03-02')),
    'space-for-t: a space may replace T': accepting((text) => text.replace(' ', 'T')),
    'small-letters: t and z may be in lower case': accepting((text) => text.toUpperCase()),
    'hour-24: hour 24 is accepted': accepting((text) => text.replace('T24:00', 'T23:59')),
    'leap-second: second 60 is accepted': accepting((text) => text.replace(/:60(?=Z|$)/, ':59')),
    'short-offset: an offset may lack its colon': accepting((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
    'epoch: a Unix time in seconds is accepted': accepting((text) => text.replace(/^\d{9,13}$/, '2026-03-01')),
    'month-alone: a month means its first day': accepting((text) => text.replace(/^\d{4}-\d\d$/, '$&-01')),
    'year-out-of-range: an offset may move a time into the year 10000': accepting((text) =>
      text.replace(/^9999.*-00:01$/, '9999-12-31'),
    ),
    'negative-offset-refused: an offset behind UTC is refused': refusing(/-\d\d:\d\d$/),
    'minutes-need-seconds: a time without seconds is refused': refusing(/T\d\d:\d\d(?:Z|$|[+-])/),
    'fraction-refused: more than three fraction digits are refused': refusing(/\.\d{4}/),
    'date-alone-refused: a date without a time is refused': refusing(date),
    'zone-needed: a time without an offset is refused': refusing(/T[\d:.]+$/),
    'empty-bound-ignored: a bound that cannot be read is ignored': tolerating('invalid_value', /\[[gl]te?\]$/),
  },
  'FILT-10': {
    'created-at-ignored: project_thematics are not filtered by created_at': ignoring('project_thematics', 'created_at'),
    'updated-at-reads-created-at: the filter updated_at compares created_at': lookingAt('updated_at', 'created_at'),
    'ignored-projects-published: projects are not filtered by published_at': ignoring('projects', 'published_at'),
    'ignored-subscriptions-ends: subscriptions are not filtered by ends_at': ignoring('subscriptions', 'ends_at'),
    'ignored-units-updated: place_units are not filtered by updated_at': ignoring('place_units', 'updated_at'),
  },
  'FILT-12': {
    'integers-as-texts: integers are compared as texts, so 9 is greater than 10': {
      rangeKeeps: (test, value, contract) => {
        if (test.filter.kind !== 'integer' || value === null) return sound.rangeKeeps(test, value, contract);
        return sound.rangeKeeps({ ...test, bound: 0 }, Math.sign(compareTexts(`${value}`, `${test.bound}`)), contract);
      },
    },
    'no-integer-is-zero: an event without a maximum age counts as one of 0': {
      integerAt: (...of) => sound.integerAt(...of) ?? 0,
    },
    'fraction-cut-off: the fraction of an integer is cut off': {
      integerOf: (text) => sound.integerOf(text.replace(/\.\d+$/, '')),
    },
    'leading-zeros: an integer may begin with zeros': {
      integerOf: (text) => sound.integerOf(text.replace(/^0+(?=\d)/, '')),
    },
    'integer-too-large: an integer of any size is accepted': {
      integerOf: (text) => sound.integerOf(text) ?? (/^-?[1-9]\d*$/.test(text) ? Number(text) : null),
    },
  },
});
