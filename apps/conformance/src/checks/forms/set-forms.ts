import type { FilterField } from '@resource-catalogue/contracts';
import type { Condition } from '../../oracle.js';
import { type Checks, onCollections } from '../context/check.js';
import type { CheckContext } from '../context/check-context.js';
import type { Subject } from '../context/subject.js';
import { valuesOf } from '../requests/data-points.js';
import { everyPair, type Look } from './every-pair.js';
import { isPlace, type ListPlace, placesOf } from './list-places.js';
import { keysOf } from './pairwise.js';
import { lookInPlace } from './placed-filter.js';
import { rowsOfIds, rowsWithValues, unusedValues } from './telling-rows.js';
import { encodedInSmall, values as spellings } from './spellings.js';

/** FILT-2: how the values of a set, each encoded already, are put together into parameters. */
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

/** Of a value that is one of several: how it is written, and whether it has capitals. */
type Letters = (value: string, place: number, last: number) => string;

const capitals = (value: string): string => value.toUpperCase();

/** How the letters of a value are written. Only the case of a uuid is free (FILT-9). */
const letters: Readonly<Record<string, Letters>> = {
  plain: spellings.encoded,
  encoded: spellings['letters encoded'],
  'in lower-case hexadecimals': encodedInSmall,
  'upper case': capitals,
  'mixed case': (value) => value.replace(/[a-f]/, capitals),
  'the first in upper case': (value, place) => (place === 0 ? capitals(value) : value),
  'the last in upper case': (value, place, last) => (place === last ? capitals(value) : value),
};

const sizes = {
  one: { used: 1 },
  three: { used: 3 },
  twenty: { used: 20 },
  'a hundred': { used: 40, unused: 60 },
  'with a repetition': { used: 2, repeated: true },
  'with one that nothing has': { used: 1, unused: 1 },
  'only what nothing has': { used: 0, unused: 1 },
} as const;

/** A filter with one of its operators. */
interface Asking {
  readonly filter: FilterField;
  readonly operator: Condition['operator'];
}

interface SetCase extends ListPlace {
  readonly asking: Asking;
  readonly notation: keyof typeof notations;
  readonly letters: string;
  readonly size: keyof typeof sizes;
}

const hasParts = (notation: SetCase['notation']): boolean => /repeated|brackets|mixed/.test(notation);

/** A hundred values have room in a query only where they are written shortly (RATE-3). */
const isLong = ({ notation, letters: spelling, parting = 'together' }: Partial<SetCase>): boolean =>
  (notation !== undefined && /repeated|brackets/.test(notation)) ||
  parting !== 'together' ||
  spelling?.includes('ncoded') === true ||
  spelling?.includes('hexadecimals') === true;

/** FILT-6: a boolean has one value, written as it is. */
const isOfSet = ({ notation, size, neighbour, parting }: Partial<SetCase>): boolean =>
  (notation ?? 'commas') !== 'commas' ||
  (size ?? 'one') !== 'one' ||
  neighbour === 'soft_deleted' ||
  (parting ?? 'together') !== 'together';

/** Only what has several parameters can have others between them. */
const isInParts = ({ notation, size }: Partial<SetCase>): boolean =>
  (notation === undefined || hasParts(notation)) && size !== 'one' && size !== 'only what nothing has';

function isPossible(two: Partial<SetCase>): boolean {
  const { asking, letters: spelling, size, parting = 'together' } = two;
  const isFlag = asking?.operator === 'eq';
  if (isFlag && isOfSet(two)) return false;
  if (asking && asking.filter.kind !== 'uuid' && spelling?.endsWith('case')) return false;
  if (size === 'a hundred' && (isLong(two) || asking?.filter.kind === 'enum')) return false;
  return isPlace(two) && (parting === 'together' || isInParts(two));
}

/** The values as they are sent, repetitions included; none where the data have too few. */
function valuesFor(
  { asking: { filter }, size, notation }: SetCase,
  subject: Subject,
  { random }: CheckContext,
): string[] {
  if (filter.kind === 'boolean') return [random.pick(['true', 'false']) ?? 'true'];
  // FILT-2: under brackets a value may have a comma, and one that has is the more interesting.
  const isLiteral = notation.endsWith('brackets');
  const all = valuesOf(subject, filter.field).filter((value) => isLiteral || !value.includes(','));
  const [withComma] = all.filter((value) => value.includes(','));
  const { used, ...rest } = sizes[size];
  // All values at once would tell little: nearly every row has one of them.
  const some = random.sample(all, Math.min(used, Math.max(1, all.length - 1)));
  const own = withComma === undefined || used === 0 ? some : [...new Set([withComma, ...some.slice(1)])];
  const unused = unusedValues(filter, all, 'unused' in rest ? rest.unused : 0);
  return [...unused.slice(0, 1), ...own, ...unused.slice(1), ...('repeated' in rest ? own.slice(0, 1) : [])];
}

/** A set of several without one of its values, if that is one that a row has. */
function without(condition: Condition, used: readonly string[], lost: readonly (string | undefined)[]): Condition[] {
  const { values } = condition;
  const known = values.length < 2 ? [] : lost.filter((one) => one !== undefined && used.includes(one));
  return known.map((one) => ({ ...condition, values: values.filter((value) => value !== one) }));
}

/** Of more values, a page seldom has room to show each. */
const fewValues = 4;

function prepareSet(context: CheckContext, subject: Subject, one: SetCase, strictly: boolean): Look | null {
  const { filter, operator } = one.asking;
  const { field } = filter;
  const values = valuesFor(one, subject, context);
  const write = letters[one.letters] ?? encodeURIComponent;
  const sent = values.map((value, place) => write(value, place, values.length - 1));
  const written = (name: string): string[] => notations[one.notation](name, sent);
  if (values.length === 0 || (one.parting !== 'together' && written('').length < 2)) return null;
  const condition = { field, operator, values: [...new Set(values)] };
  const used = valuesOf(subject, field);
  const form = {
    place: one,
    condition,
    misread: without(condition, used, [condition.values[0], condition.values.at(-1)]),
    alsoMisread: condition.values.length > fewValues ? [] : without(condition, used, condition.values.slice(1, -1)),
    written,
    rows:
      operator === 'in' && field === 'id'
        ? rowsOfIds(subject, values)
        : rowsWithValues(subject, field, values, context.random),
  };
  return lookInPlace(context, subject, form, strictly);
}

export const setFormChecks: Checks = {
  'every-form-of-a-set-in-every-place': onCollections(
    ['FILT-1', 'FILT-2', 'FILT-3', 'FILT-4', 'FILT-6', 'FILT-7', 'FILT-9', 'FILT-11', 'SORT-1', 'PAGE-3', 'HTTP-3'],
    {
      title:
        'each notation, size and spelling of a set means the same in each filter, with each sort, page and neighbour',
      run: async (context, subject) => {
        context.need(subject.rows.length > 0, 'the collection is empty');
        await everyPair<SetCase>(
          context,
          {
            asking: subject.filters
              .filter(({ kind }) => kind !== 'datetime')
              .flatMap((filter) => filter.operators.map((operator) => ({ filter, operator }))),
            notation: keysOf(notations),
            letters: keysOf(letters),
            size: keysOf(sizes),
            ...placesOf(subject, true),
          },
          isPossible,
          (one, strictly) => prepareSet(context, subject, one, strictly),
        );
      },
    },
  ),
};
