import type { CollectionName } from '@resource-catalogue/contracts';
import { type Behaviour, type RangeTest, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';
import { hour, ignored, ignoring, tolerating } from './requests.js';

const mutant = mutantOf('range');

type Operator = RangeTest['operator'];

/** One operator compares as another: everywhere, or where a filter of one collection is concerned. */
const comparing = (
  from: Operator,
  to: Operator,
  [collection, field]: readonly string[] = [],
): Pick<Behaviour, 'rangeKeeps'> => ({
  rangeKeeps: (test, time, contract) => {
    const concerns =
      (collection ?? contract.name) === contract.name && (field ?? test.filter.field) === test.filter.field;
    return sound.rangeKeeps(concerns && test.operator === from ? { ...test, operator: to } : test, time, contract);
  },
});

const operatorMutant = <From extends Operator, To extends Operator>(from: From, to: To) =>
  mutant(`${from}-as-${to}`, 'FILT-1', `${from} compares as ${to}`, () => comparing(from, to));

/** A filter looks at another time: in one collection, or in all of them. */
const lookingAt = (field: string, other: string, collection?: CollectionName): Pick<Behaviour, 'timeAt'> => ({
  timeAt: (row, asked, contract) => {
    const concerns = asked === field && (collection ?? contract.name) === contract.name;
    return sound.timeAt(row, concerns ? other : asked, contract);
  },
});

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

// Mutants of the form of a time: what is accepted that must not be, and the other way round.

const instants = <Name extends string>(name: Name, summary: string, change: Behaviour['instantOf']) =>
  mutant(name, 'FILT-5', summary, { instantOf: change });

/** Accepts what is good once it is rewritten. */
const accepting = <Name extends string>(name: Name, summary: string, rewrite: (text: string) => string) =>
  instants(name, summary, (text, ...of) => sound.instantOf(text, ...of) ?? sound.instantOf(rewrite(text), ...of));

const refusing = <Name extends string>(name: Name, summary: string, refused: RegExp) =>
  instants(name, summary, (text, ...of) => (refused.test(text) ? null : sound.instantOf(text, ...of)));

/** Reads another time than the one that was sent. */
const misreading = <Name extends string>(name: Name, summary: string, rewrite: (text: string) => string) =>
  instants(name, summary, (text, ...of) => sound.instantOf(rewrite(text), ...of));

/** Times of a form are taken for some others, so many milliseconds later. */
const later = <Name extends string>(
  name: Name,
  summary: string,
  form: RegExp,
  milliseconds: number,
  operators: readonly string[] = ['lt', 'lte', 'gt', 'gte'],
) =>
  instants(name, summary, (text, filter, operator) => {
    const time = sound.instantOf(text, filter, operator);
    return time !== null && form.test(text) && operators.includes(operator) ? time + milliseconds : time;
  });

const date = /^\d{4}-\d\d-\d\d$/;

export const rangeMutants = [
  operatorMutant('lte', 'lt'),
  operatorMutant('gte', 'gt'),
  operatorMutant('lt', 'lte'),
  operatorMutant('gt', 'gte'),
  mutant('lt-as-gt-on-canceled-at', 'FILT-1', 'lt of canceled_at is gt, on subscriptions alone', () =>
    comparing('lt', 'gt', ['subscriptions', 'canceled_at']),
  ),
  mutant('ends-at-reads-starts-at', 'FILT-1', 'ends_at of bookings compares starts_at', () =>
    lookingAt('ends_at', 'starts_at', 'bookings'),
  ),
  mutant('nulls-pass', 'FILT-3', 'a range keeps rows whose value is null', {
    rangeKeeps: (test, time, contract) => time === null || sound.rangeKeeps(test, time, contract),
  }),
  mutant('nulls-before-everything', 'FILT-3', 'a null is before every instant, on projects alone', {
    rangeKeeps: (test, time, contract) =>
      sound.rangeKeeps(test, contract.name === 'projects' ? (time ?? -Infinity) : time, contract),
  }),
  mutant('in-seconds', 'SHAPE-4', 'times are compared by the second', {
    rangeKeeps: (test, time, contract) =>
      sound.rangeKeeps({ ...test, bound: seconds(test.bound) }, time === null ? null : seconds(time), contract),
  }),
  mutant('second-bound-dropped', 'FILT-5', 'of two bounds of one field only the first applies', {
    testsOf: (tests) => {
      const first = (field: string): unknown =>
        tests.find(({ kind, filter }) => kind === 'range' && filter.field === field);
      return tests.filter((test) => test.kind !== 'range' || first(test.filter.field) === test);
    },
  }),
  mutant('created-at-ignored', 'FILT-10', 'project_thematics are not filtered by created_at', () =>
    ignoring('project_thematics', 'created_at'),
  ),
  mutant('updated-at-reads-created-at', 'FILT-10', 'the filter updated_at compares created_at', () =>
    lookingAt('updated_at', 'created_at'),
  ),
  mutant('ignored-projects-published', ...ignored('projects', 'published_at')),
  mutant('ignored-subscriptions-ends', ...ignored('subscriptions', 'ends_at')),
  mutant('ignored-units-updated', ...ignored('place_units', 'updated_at')),

  misreading('offset-ignored', 'the offset of a time is passed over', (text) => text.replace(/[+-]\d\d:\d\d$/, 'Z')),
  misreading('offset-the-other-way', 'the offset of a time is added in place of taken away', (text) =>
    text.replace(/[+-](?=\d\d:\d\d$)/, (sign) => (sign === '+' ? '-' : '+')),
  ),
  misreading('short-fraction-misread', 'one digit of a fraction counts milliseconds, not tenths', (text) =>
    text.replace(/\.(\d{1,2})(?=Z|$|[+-])/, (_, digits: string) => `.${digits.padStart(3, '0')}`),
  ),
  later('date-is-end-of-day', 'a date with lte or gt stands for the end of its day', date, 24 * hour - 1, [
    'lte',
    'gt',
  ]),
  later('date-is-local', 'a date stands for midnight an hour east of UTC', date, -hour),
  later('zoneless-is-local', 'a time with nothing behind it is that of a place two hours east', /T[\d:.]+$/, -2 * hour),
  later('fraction-rounded', 'digits after the third are rounded, not cut off', /\.\d{3}[5-9]/, 1),

  accepting('unreal-date-rolls-over', '30 February is 2 March', (text) => text.replace('-02-30', '-03-02')),
  accepting('space-for-t', 'a space may stand in the place of T', (text) => text.replace(' ', 'T')),
  accepting('small-letters', 't and z may be small', (text) => text.toUpperCase()),
  accepting('hour-24', 'hour 24 is accepted', (text) => text.replace('T24:00', 'T23:59')),
  accepting('leap-second', 'second 60 is accepted', (text) => text.replace(/:60(?=Z|$)/, ':59')),
  accepting('short-offset', 'an offset may be without a colon', (text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
  accepting('epoch', 'a number of seconds is accepted', (text) => text.replace(/^\d{9,13}$/, '2026-03-01')),
  accepting('month-alone', 'a month stands for its first day', (text) => text.replace(/^\d{4}-\d\d$/, '$&-01')),
  accepting('year-out-of-range', 'an offset may lead out of the year 9999', (text) =>
    text.replace(/^9999.*-00:01$/, '9999-12-31'),
  ),
  refusing('negative-offset-refused', 'an offset behind UTC is refused', /-\d\d:\d\d$/),
  refusing('minutes-need-seconds', 'a time without seconds is refused', /T\d\d:\d\d(?:Z|$|[+-])/),
  refusing('fraction-refused', 'more than three fraction digits are refused', /\.\d{4}/),
  refusing('date-alone-refused', 'a date alone is refused', date),
  refusing('zone-needed', 'a time with nothing behind it is refused', /T[\d:.]+$/),
  mutant('empty-bound-ignored', 'FILT-5', 'a bound that cannot be read is passed over', () =>
    tolerating('invalid_value', /\[[gl]te?\]$/),
  ),
];
