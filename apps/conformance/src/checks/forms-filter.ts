import type { FilterField } from '@resource-catalogue/contracts';
import { typedKeys } from '../json.js';
import type { Condition } from '../oracle.js';
import { type Checks, onCollections } from '../kit/check.js';
import { listInstants, listPoints, listValues } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { type Subject, timeFilters } from '../kit/subject.js';
import { type Precision, precisions, writeTime, type Zone, zones } from '../kit/time-forms.js';
import { encodedInSmall, isPlace, type ListPlace, listPlaces, values as spellings } from './forms-list-places.js';
import { everyPair, type Factors, type Look } from '../kit/pairwise.js';
import { lookInPlace, rowsAround, rowsOfIds, rowsWithValues, unusedValues } from './forms-placed-filter.js';

interface Asking {
  readonly filter: FilterField;
  readonly operator: Condition['operator'];
}

const listAskings = (filters: readonly FilterField[]): Asking[] =>
  filters.flatMap((filter) => filter.operators.map((operator) => ({ filter, operator })));

const takesSets = (operator: Condition['operator']): boolean => operator === 'in' || operator === 'not_in';

interface TimeCase extends ListPlace {
  readonly asking: Asking;
  readonly precision: Precision;
  readonly zone: Zone;
  readonly spelling: keyof typeof spellings;
  /** The time of a row, as precisely as the form allows, or the next one that it can express. */
  readonly bound: 'at' | 'after';
}

function prepareTime(context: CheckContext, subject: Subject, one: TimeCase): Look | null {
  const { asking, precision, zone, bound, spelling } = one;
  const { field } = asking.filter;
  const { time, rows } = rowsAround(subject, field, context.random);
  const { unit } = precisions[precision];
  const below = Math.floor(time / unit) * unit;
  // A boundary whose last digit decides whether the source row matches.
  const [instant, other] = bound === 'after' ? [below + unit, below] : [below, below + unit];
  const text = spellings[spelling](writeTime(instant, precision, zone));
  const meaning = (at: number): Condition => ({
    field,
    operator: asking.operator,
    values: [new Date(at).toISOString()],
  });
  const misread = listInstants(subject, field).length === 0 ? [] : [meaning(other)];
  const written = (name: string): string[] => [`${name}=${text}`];
  return lookInPlace(context, subject, { place: one, condition: meaning(instant), misread, written, rows });
}

/** Combines the encoded values of a set into parameters (FILT-2). */
const notations = {
  commas: (name: string, values: readonly string[]) => [`${name}=${values.join(',')}`],
  'encoded commas': (name: string, values: readonly string[]) => [`${name}=${values.join('%2C')}`],
  'commas in lower-case hexadecimals': (name: string, values: readonly string[]) => [`${name}=${values.join('%2c')}`],
  repeated: (name: string, values: readonly string[]) => values.map((value) => `${name}=${value}`),
  brackets: (name: string, values: readonly string[]) => values.map((value) => `${name}[]=${value}`),
  'encoded brackets': (name: string, values: readonly string[]) => values.map((value) => `${name}%5B%5D=${value}`),
  'brackets in lower-case hexadecimals': (name: string, values: readonly string[]) =>
    values.map((value) => `${name}%5b%5d=${value}`),
  mixed: (name: string, [first = '', ...others]: readonly string[]) => [
    `${name}[]=${first}`,
    ...(others.length > 0 ? [`${name}=${others.join(',')}`] : []),
  ],
} as const;

const capitals = (value: string): string => value.toUpperCase();

/** The spellings of a value. Only the case of a uuid is free (FILT-9). */
const letters: Readonly<Record<string, (value: string, place: number, last: number) => string>> = {
  plain: spellings.encoded,
  encoded: spellings['letters encoded'],
  'in lower-case hexadecimals': encodedInSmall,
  'upper case': capitals,
  'mixed case': (value) => value.replace(/[a-f]/, capitals),
  'the first in upper case': (value, place) => (place === 0 ? capitals(value) : value),
  'the last in upper case': (value, place, last) => (place === last ? capitals(value) : value),
};

/** The numbers of existing, unknown and repeated values. */
const sizes = {
  one: { used: 1, unused: 0, repeated: 0 },
  three: { used: 3, unused: 0, repeated: 0 },
  twenty: { used: 20, unused: 0, repeated: 0 },
  'a hundred': { used: 40, unused: 60, repeated: 0 },
  'with a repetition': { used: 2, unused: 0, repeated: 1 },
  'with an unknown one': { used: 1, unused: 1, repeated: 0 },
  'only unknown ones': { used: 0, unused: 1, repeated: 0 },
} as const;

interface SetCase extends ListPlace {
  readonly asking: Asking;
  readonly notation: keyof typeof notations;
  readonly letters: string;
  readonly size: keyof typeof sizes;
}

function isPossible(two: Partial<SetCase>): boolean {
  const { asking, letters: spelling = '', size, notation, neighbour, parting = 'together' } = two;
  const isParted = parting !== 'together';
  // A boolean and a number have one value and one spelling (FILT-6, FILT-12).
  const isOne = (size ?? 'one') === 'one' && (notation ?? 'commas') === 'commas' && neighbour !== 'soft_deleted';
  if (asking && !takesSets(asking.operator) && (isParted || !isOne)) return false;
  if (asking && asking.filter.kind !== 'uuid' && spelling.endsWith('case')) return false;
  // A query has room for a hundred values only in their short notation (RATE-3).
  const isLong = isParted || /repeated|brackets/.test(notation ?? '') || /ncoded|hexadecimals/.test(spelling);
  if (size === 'a hundred' && (isLong || asking?.filter.kind === 'enum')) return false;
  // Only a filter with several parameters can be interleaved.
  const isSingle = size === 'one' || size === 'only unknown ones';
  const hasParts = !isSingle && /repeated|brackets|mixed/.test(notation ?? 'mixed');
  return isPlace(two) && (!isParted || hasParts);
}

/** The values to send, including repetitions; empty if the data have too few. */
function valuesFor(
  { asking: { filter }, size, notation }: SetCase,
  subject: Subject,
  { random }: CheckContext,
): string[] {
  if (filter.kind === 'boolean') return [random.pick(['true', 'false']) ?? 'true'];
  if (filter.kind === 'integer') return [random.pick(listPoints(subject, filter)) ?? '7'];
  // Under brackets a value may contain a comma, so prefer such a value (FILT-2).
  const isLiteral = notation.endsWith('brackets');
  const all = listValues(subject, filter.field).filter((value) => isLiteral || !value.includes(','));
  const [withComma] = all.filter((value) => value.includes(','));
  const { used, unused, repeated } = sizes[size];
  // With all values the set would be inconclusive, because nearly every row has one of them.
  const chosen = random.sample(all, Math.min(used, Math.max(1, all.length - 1)));
  const own = withComma === undefined || used === 0 ? chosen : [...new Set([withComma, ...chosen.slice(1)])];
  const [first, ...others] = unusedValues(filter, all, unused);
  return [...(first === undefined ? [] : [first]), ...own, ...others, ...own.slice(0, repeated)];
}

/** A set without one of its existing values. */
function without(condition: Condition, used: readonly string[], lost: readonly (string | undefined)[]): Condition[] {
  const { values } = condition;
  const known = values.length < 2 ? [] : lost.filter((one) => one !== undefined && used.includes(one));
  return known.map((one) => ({ ...condition, values: values.filter((value) => value !== one) }));
}

function prepareSet(context: CheckContext, subject: Subject, one: SetCase): Look | null {
  const { filter, operator } = one.asking;
  const { field } = filter;
  const values = valuesFor(one, subject, context);
  const write = letters[one.letters] ?? encodeURIComponent;
  const sent = values.map((value, place) => write(value, place, values.length - 1));
  const written = (name: string): string[] => notations[one.notation](name, sent);
  if (values.length === 0 || (one.parting !== 'together' && written('').length < 2)) return null;
  const condition = { field, operator, values: [...new Set(values)] };
  const used = listValues(subject, field);
  const [first, ...others] = condition.values;
  const misread = without(condition, used, [first, others.pop()]);
  const isSetOfIds = operator === 'in' && field === 'id';
  const rows = isSetOfIds ? rowsOfIds(subject, values) : rowsWithValues(subject, field, values, context.random);
  return lookInPlace(context, subject, { place: one, condition, misread, written, rows });
}

function everyForm<Case extends ListPlace>(
  rules: Checks[string]['rules'],
  title: string,
  factorsOf: (subject: Subject) => Factors<Case>,
  isPossible: (two: Partial<Case>) => boolean,
  prepare: (context: CheckContext, subject: Subject, one: Case) => Look | null,
): Checks[string] {
  const run = async (context: CheckContext, subject: Subject): Promise<void> => {
    context.need(subject.rows.length > 0, 'the collection is empty');
    await everyPair<Case>(context, factorsOf(subject), isPossible, (one) => prepare(context, subject, one));
  };
  return onCollections(rules, { title, run });
}

export const filterFormChecks: Checks = {
  'every-form-of-a-time-in-every-place': everyForm<TimeCase>(
    ['FILT-1', 'FILT-3', 'FILT-5', 'FILT-11', 'SORT-1', 'PAGE-3', 'SHAPE-4', 'HTTP-3'],
    'each precision and zone of a time is equivalent in each filter, with each operator, sort, page and neighbour',
    (subject) => ({
      asking: listAskings(timeFilters(subject)),
      precision: typedKeys(precisions),
      zone: typedKeys(zones),
      spelling: typedKeys(spellings),
      bound: ['at', 'after'],
      ...listPlaces(subject, false),
    }),
    (two) => isPlace(two) && (two.precision !== 'date' || two.zone === undefined || two.zone === 'none'),
    prepareTime,
  ),
  'every-form-of-a-set-in-every-place': everyForm<SetCase>(
    [
      'FILT-1',
      'FILT-2',
      'FILT-3',
      'FILT-4',
      'FILT-6',
      'FILT-7',
      'FILT-9',
      'FILT-11',
      'FILT-12',
      'SORT-1',
      'PAGE-3',
      'HTTP-3',
    ],
    'each notation, size and spelling of a set, flag or number is equivalent in each filter, with each sort, page and neighbour',
    (subject) => ({
      asking: listAskings(subject.filters.filter(({ kind }) => kind !== 'datetime')),
      notation: typedKeys(notations),
      letters: typedKeys(letters),
      size: typedKeys(sizes),
      ...listPlaces(subject, true),
    }),
    isPossible,
    prepareSet,
  ),
};
