import type { FilterField } from '@resource-catalogue/contracts';
import { type Checks, onCollections } from '../kit/check.js';
import { contrastingRows, listPoints, listValues, unusedValue } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { type CaseOf, pairwise } from '../kit/pairwise.js';
import { Random } from '../kit/random.js';
import { encodeInLowerCase, values as spellings } from '../kit/spellings.js';
import { nearUnknownId, type Subject } from '../kit/subject.js';
import { precisions, writeTime, zones } from '../kit/time-forms.js';
import { type Row, keysOf } from '../json.js';
import { type Condition, filteredValues } from '../oracle.js';
import { isPlace, listPlaces, checkInPlace, type PlacedFilter } from './forms-list-places.js';

/** The maximum number of rows to test; a query has room for more ids. */
const maxRows = 30;

type Notation = (name: string, values: readonly string[]) => readonly string[];

/** Combines the encoded values of a set into parameters (FILT-2). */
const notations = {
  commas: (name, values) => [`${name}=${values.join(',')}`],
  'encoded commas': (name, values) => [`${name}=${values.join('%2C')}`],
  'commas with lower-case hex digits': (name, values) => [`${name}=${values.join('%2c')}`],
  repeated: (name, values) => values.map((value) => `${name}=${value}`),
  brackets: (name, values) => values.map((value) => `${name}[]=${value}`),
  'encoded brackets': (name, values) => values.map((value) => `${name}%5B%5D=${value}`),
  'brackets with lower-case hex digits': (name, values) => values.map((value) => `${name}%5b%5d=${value}`),
  mixed: (name, [first = '', ...others]) => [
    ...[`${name}[]=${first}`, ...(others.length > 0 ? [`${name}=${others.join()}`] : [])],
  ],
} as const satisfies Readonly<Record<string, Notation>>;

type Letters = (value: string, place: number, last: number) => string;

const capitals = (value: string): string => value.toUpperCase();

/** The spellings of a value of a set. Only the case of a uuid is free (FILT-9). */
const letters = {
  plain: spellings.encoded,
  encoded: spellings['letters encoded'],
  'with lower-case hex digits': encodeInLowerCase,
  'upper case': capitals,
  'mixed case': (value) => value.replace(/[a-f]/, capitals),
  'the first in upper case': (value, place) => (place === 0 ? capitals(value) : value),
  'the last in upper case': (value, place, last) => (place === last ? capitals(value) : value),
} as const satisfies Readonly<Record<string, Letters>>;

/** The numbers of existing, unknown and repeated values of a set. */
const sizes = {
  one: [1, 0, 0],
  three: [3, 0, 0],
  twenty: [20, 0, 0],
  'a hundred': [40, 60, 0],
  'with a repetition': [2, 0, 1],
  'with an unknown one': [1, 1, 0],
  'only unknown ones': [0, 1, 0],
} as const;

const factors = {
  ...listPlaces,
  precision: keysOf(precisions),
  zone: keysOf(zones),
  spelling: keysOf(spellings),
  /** `at` is the time of a row, as precise as the form allows; `after` is the next time that the form can express. */
  bound: ['at', 'after'],
  notation: keysOf(notations),
  letters: keysOf(letters),
  size: keysOf(sizes),
} as const;

type Form = CaseOf<typeof factors>;

/** A query has room for a hundred values only in their short notation (RATE-3), and a date has no zone (FILT-5). */
function isPossible({
  notation = 'commas',
  letters: spelling = 'plain',
  size,
  precision,
  zone = 'none',
}: Partial<Form>) {
  const isShort = !/repeated|brackets/.test(notation) && !/ncoded|hex digits/.test(notation + spelling);
  return (size !== 'a hundred' || isShort) && (precision !== 'date' || zone === 'none');
}

// Each draw is limited to `maxCases`, and leaves out other pairs.
const forms = [1, 2, 3, 4].flatMap((draw) =>
  pairwise<Form>({ random: new Random(`forms, draw ${draw}`) }, factors, (two) => isPlace(two) && isPossible(two)),
);

/** One operator of a filter in a form. */
interface FilterForm extends Form {
  readonly filter: FilterField;
  readonly operator: Condition['operator'];
}

const rowsWith = ({ contract, rows }: Subject, field: string, value: string): Row[] =>
  rows.filter((row) => filteredValues(contract, row, field).includes(value));

/** A filter by a time near that of a row; `turn` selects the row. */
function prepareTime(
  subject: Subject,
  { filter, operator, precision, zone, spelling, bound }: FilterForm,
  turn: number,
) {
  const { field } = filter;
  const instants = listPoints(subject, filter);
  const { unit } = precisions[precision];
  const away = (instant: string): number => (bound === 'at' ? 1 : -1) * (Date.parse(instant) % unit);
  // Only rows near midnight show a misread date, and only a fraction other than zero shows that it was lost.
  const fractions = instants.filter((instant) => !instant.endsWith('.000Z'));
  const [closest] = precision === 'date' ? [...instants].sort((a, b) => away(a) - away(b)) : [];
  const chosen = closest ?? fractions[turn % fractions.length] ?? instants[turn % instants.length];
  const place = chosen === undefined ? 0 : instants.indexOf(chosen);
  const near = [...instants.slice(Math.max(0, place - 4), place + 5), ...instants.slice(0, 2), ...instants.slice(-2)];
  const timed = near.flatMap((instant) => rowsWith(subject, field, instant)).slice(0, maxRows - 4);
  const nulls = subject.rows.filter((row) => (row[field] ?? null) === null).slice(0, 4);
  // If no row has a time, no row may match.
  const time = Date.parse(chosen ?? '2026-03-01T09:07:05.432Z');
  const below = Math.floor(time / unit) * unit;
  // A boundary whose last digit decides whether the source row matches.
  const [instant, other] = bound === 'after' ? [below + unit, below] : [below, below + unit];
  const text = spellings[spelling](writeTime(instant, precision, zone));
  const meaning = (at: number): Condition => ({ field, operator, values: [new Date(at).toISOString()] });
  return {
    condition: meaning(instant),
    misread: chosen === undefined ? [] : [meaning(other)],
    written: (name: string) => [`${name}=${text}`],
    rows: [...new Set([...timed, ...nulls])],
  };
}

/** A filter by a flag or a number; `turn` selects it. */
function prepareSingle(context: CheckContext, subject: Subject, { filter, operator }: FilterForm, turn: number) {
  const { field, kind } = filter;
  const points = kind === 'boolean' ? ['true', 'false'] : listPoints(subject, filter);
  const value = points[turn % points.length] ?? '7';
  const rows = contrastingRows(subject, field, context.random);
  const written = (name: string) => [`${name}=${value}`];
  return { condition: { field, operator, values: [value] }, misread: [], rows, written };
}

function unusedValues(filter: FilterField, used: readonly string[], count: number): string[] {
  const first = unusedValue(filter, used);
  if (first === undefined || count === 0) return [];
  const more = (index: number): string => (filter.kind === 'uuid' ? nearUnknownId(index) : `${first}-${index}`);
  return [first, ...(filter.kind === 'enum' ? [] : Array.from({ length: count - 1 }, (_, index) => more(index)))];
}

/** The values to send, including repetitions. */
function valuesFor({ filter, size, notation }: FilterForm, subject: Subject, turn: number): string[] {
  // Under brackets a value may contain a comma, so prefer such a value (FILT-2).
  const isLiteral = notation.endsWith('brackets');
  const all = listValues(subject, filter.field).filter((value) => isLiteral || !value.includes(','));
  const withComma = all.find((value) => value.includes(','));
  const [used, unused, again] = sizes[size];
  const start = turn % all.length;
  // With all values the set would be inconclusive, because nearly every row has one of them.
  const turned = [...all.slice(start), ...all.slice(0, start)].slice(0, Math.min(used, Math.max(1, all.length - 1)));
  const own = withComma === undefined || used === 0 ? turned : [...new Set([withComma, ...turned.slice(1)])];
  const [first = [], ...others] = unusedValues(filter, all, unused);
  return [first, own, others, own.slice(0, again)].flat();
}

function prepareSet(context: CheckContext, subject: Subject, form: FilterForm, turn: number): PlacedFilter | null {
  const { filter, operator } = form;
  const { field, kind } = filter;
  const values = valuesFor(form, subject, turn);
  if (values.length === 0) return null;
  const isFree = kind === 'uuid' || !form.letters.endsWith('case');
  const write: Letters = isFree ? letters[form.letters] : encodeURIComponent;
  const sent = values.map((value, place) => write(value, place, values.length - 1));
  const condition = { field, operator, values: [...new Set(values)] };
  const having = condition.values.flatMap((value) => rowsWith(subject, field, value).slice(0, field === 'id' ? 1 : 2));
  const others = contrastingRows(subject, field, context.random, 12);
  // The first and the last value must each make a difference.
  const ends = [condition.values[0], condition.values.at(-1)].filter((one) =>
    listValues(subject, field).some((used) => used === one),
  );
  const without = (lost: string | undefined) => ({
    ...condition,
    values: condition.values.filter((one) => one !== lost),
  });
  return {
    condition,
    misread: condition.values.length < 2 ? [] : ends.map(without),
    written: (name) => notations[form.notation](name, sent),
    rows: [...new Set([...having.slice(0, maxRows - 6), ...others])].slice(0, maxRows),
  };
}

/** The maximum number of attempts to find a form that the data can distinguish. */
const maxTries = 25;

/**
 * Sends `count` forms with each operator of each filter. Collections share the forms, because they share the parser of
 * queries.
 */
function everyForm(
  rules: Checks[string]['rules'],
  title: string,
  count: number,
  applies: (filter: FilterField) => boolean,
): Checks[string] {
  const run = async (context: CheckContext, subject: Subject): Promise<void> => {
    context.need(subject.rows.length > 0, 'the collection is empty');
    // Each collection starts at another form.
    let turn = 29 * subject.place;
    for (const filter of subject.filters.filter(applies)) {
      const isSet = filter.operators.some((operator) => operator === 'in');
      const prepare = (form: FilterForm): PlacedFilter | null => {
        if (filter.kind === 'datetime') return prepareTime(subject, form, turn);
        return (isSet ? prepareSet : prepareSingle)(context, subject, form, turn);
      };
      for (const operator of filter.operators) {
        for (let found = 0, tries = 0; found < count && tries < maxTries; tries += 1) {
          const form = forms[(turn += 1) % forms.length];
          const placed = form && prepare({ ...form, filter, operator });
          const look = placed && checkInPlace(context, subject, placed, form, turn);
          if (look) found += 1;
          await look?.();
        }
      }
    }
  };
  return onCollections(rules, { title, run });
}

export const filterFormChecks: Checks = {
  'every-form-of-a-time-in-every-place': everyForm(
    ['FILT-1', 'FILT-3', 'FILT-5', 'FILT-11', 'SORT-1', 'PAGE-3', 'SHAPE-4'],
    'each precision and zone of a time is equivalent with each filter, operator, sort, page and neighbour',
    2,
    ({ kind }) => kind === 'datetime',
  ),
  'every-form-of-a-set-in-every-place': everyForm(
    ['FILT-1', 'FILT-2', 'FILT-3', 'FILT-4', 'FILT-6', 'FILT-7', 'FILT-9', 'FILT-11', 'FILT-12', 'SORT-1', 'PAGE-3'],
    'each notation and spelling of a set, flag or number is equivalent with each filter, sort and neighbour',
    3,
    ({ kind }) => kind !== 'datetime',
  ),
};
