import type { CollectionName } from '@resource-catalogue/contracts';
import {
  isDeleted,
  type ListQuery,
  ProblemError,
  readId,
  type Row,
  type Test,
  valuesAt,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import { failing, ignoring, querying, rewriting, testing, tolerating } from './wraps.js';

// Faults in filters.

const isSet = ({ operator }: Test): boolean => operator === 'in' || operator === 'not_in';
const isRange = ({ operator }: Test): boolean => /^[lg]te?$/.test(operator);

/** Compares sets in a folded form. */
const folded = (fold: (text: string) => string, isMeant: (test: Test) => boolean): Wraps =>
  testing((test, row) => {
    if (!isSet(test) || !isMeant(test)) return test.keeps(row);
    const values = test.values.map(fold);
    return valuesAt(row, test.filter.field).some((value) => values.includes(fold(value))) === (test.operator === 'in');
  });

const isText = ({ filter }: Test): boolean => filter.kind === 'text';

const isNull = ({ filter }: Test, row: Row): boolean => row[filter.field.replace(/_id$/, '')] === null;

/** Whether the field has several values (FILT-4). */
const isMany = ({ filter: { field } }: Test, row: Row): boolean =>
  field.endsWith('_id') && Array.isArray(row[`${field.replace(/_id$/, '')}s`]);

const ofField =
  (collection: CollectionName, field: string) =>
  ({ filter }: Test, { contract }: ListQuery): boolean =>
    contract.name === collection && filter.field === field;

/** Reads another instant, in one form of a time. */
const later = (form: RegExp, milliseconds: number, isMeant: (test: Test, query: ListQuery) => boolean = () => true) =>
  testing((test, row, query) => {
    const { filter, operator, values } = test;
    const sent = query.pairs.find(({ name }) => name === `filters[${filter.field}][${operator}]`)?.value ?? '';
    const instant = row[filter.field];
    if (!isRange(test) || !form.test(sent) || typeof instant !== 'string' || !isMeant(test, query))
      return test.keeps(row);
    const difference = Date.parse(instant) - Date.parse(values[0] ?? '') - milliseconds;
    return { lt: difference < 0, lte: difference <= 0, gt: difference > 0, gte: difference >= 0 }[operator as 'lt'];
  });

/** Lets an operator compare as another at the bound. */
const atBound = (operator: string, keeps: boolean): Wraps =>
  testing((test, row) =>
    test.operator === operator && row[test.filter.field] === test.values[0] ? keeps : test.keeps(row),
  );

/** Rewrites values of ranges. */
const bounds = (rewrite: (value: string) => string): Wraps =>
  rewriting((pair) => pair.replace(/(?<=^filters(?:\[|%5B)\w+(?:\]\[|%5D%5B)[lg]te?(?:\]|%5D)=).*/i, rewrite));

const minute = 60_000;
const hour = 60 * minute;

export const filterMutants = [
  ...makeMutants('set-filter', {
    'bad-values-are-refused': {
      'bad-ids-ignored: malformed ids are ignored': tolerating('invalid_value', /id\]\[(?:not_)?in\]/),
    },
    'in-and-not-in-are-sound-and-complete every-form-of-a-set-in-every-place': {
      'first-value-only: only the first value of a set counts': testing((test, row) =>
        isSet(test)
          ? valuesAt(row, test.filter.field).includes(test.values[0] ?? '') === (test.operator === 'in')
          : test.keeps(row),
      ),
    },
    'in-and-not-in-are-sound-and-complete': {
      'space-with-children: a filter by space also matches the spaces below it': testing(
        (test, row, _, { dataset }) => {
          const parentOf = (id: string): string =>
            readId(dataset.spaces.find((space) => space.id === id)?.['parent']) ?? id;
          if (test.filter.field !== 'space_id') return test.keeps(row);
          const own = valuesAt(row, 'space_id').flatMap((id) => [id, parentOf(id)]);
          return own.some((id) => test.values.includes(id)) === (test.operator === 'in');
        },
      ),
      'live-returns-all: soft_deleted=false keeps all rows': ignoring(({ values }) => values[0] === 'false'),
      'not-in-drops-nulls: not_in drops rows whose value is null': testing(
        (test, row) => test.keeps(row) && !(test.operator === 'not_in' && isNull(test, row)),
      ),
      'many-repeats-rows: a row that matches several values of a many-to-many field is listed several times': {
        readPage: (read) => (rows, query) =>
          read(
            rows.flatMap((row) => {
              const test = query.tests.find((one) => one.operator === 'in' && isMany(one, row));
              const met = test === undefined ? [] : valuesAt(row, test.filter.field);
              return met.filter((value) => test?.values.includes(value)).length > 1 ? [row, row] : [row];
            }),
            query,
          ),
      },
      'many-in-needs-all: in on a many-to-many field keeps only rows that have every value of the set': testing(
        (test, row) =>
          isMany(test, row) && test.operator === 'in'
            ? test.values.every((value) => valuesAt(row, test.filter.field).includes(value))
            : test.keeps(row),
      ),
    },
    'in-shows-the-rows-of-one-value': {
      'ignored-users-email: users are not filtered by email': ignoring(ofField('users', 'email')),
    },
    'every-two-filters-are-joined-by-and': {
      'two-fields-joined-by-or: state and space_id are joined by OR if there are no other filters': querying(
        ({ tests }) => {
          const fields = tests.map(({ filter }) => filter.field).sort();
          if (fields.join() !== 'space_id,state') return {};
          return {
            tests: tests.slice(0, 1).map((test) => ({ ...test, keeps: (row) => tests.some((one) => one.keeps(row)) })),
          };
        },
      ),
    },
    'text-filters-take-any-text': {
      'text-composed: texts are compared in composed form (NFC)': folded((text) => text.normalize('NFC'), isText),
      'text-trimmed: texts are trimmed': folded((text) => text.trim(), isText),
    },
    'known-bad-queries-are-refused': {
      'no-most: a set has any number of values': tolerating('too_many'),
    },
  }),

  ...makeMutants('enum', {
    'in-and-not-in-are-sound-and-complete': {
      'deleted-lost-alone: the filter state drafts alone lacks soft-deleted rows': testing(
        (test, row) => test.keeps(row) && !(test.values.join() === 'draft' && isDeleted(row)),
      ),
    },
  }),

  ...makeMutants('range', {
    'ranges-are-sound-and-complete': {
      'lte-as-lt: lte compares as lt': atBound('lte', false),
    },
    'every-form-of-a-time-in-every-place': {
      'far-offsets-refused: offsets beyond 14 hours are refused': failing(
        /(?:[-+]|%2B)(?:1[5-9]|2\d)(?::|%3A)/i,
        () => new ProblemError('invalid_request', 'The offset is too large.'),
      ),
      'date-is-local: a date means midnight at the offset +01:00': later(/^[\d-]{10}$/, -hour),
    },
    'instants-have-two-forms': {
      'small-letters: t and z may be in lower case': bounds((value) => value.toUpperCase()),
    },
  }),

  ...makeMutants('forms', {
    'every-form-of-a-time-in-every-place': {
      'date-behind-cursor: a date without a time means the end of its day if there is a cursor': later(
        /^[\d-]{10}$/,
        24 * hour,
        (_, { after }) => after !== null,
      ),
    },
    'every-form-of-a-set-in-every-place': {
      'most-ten: a set has at most ten values': querying(({ tests }) => {
        if (tests.some(({ values }) => values.length > 10)) throw new ProblemError('invalid_request', 'Too many.');
        return {};
      }),
      'small-commas-behind-cursor: an encoded comma behind a cursor is a part of the value': querying(
        ({ after, tests, pairs }) =>
          after !== null && pairs.some(({ raw }) => /(?:\]|%5[dD])=.*%2C/.test(raw))
            ? {
                tests: tests.map((test) => (isSet(test) ? { ...test, keeps: () => test.operator === 'not_in' } : test)),
              }
            : {},
      ),
    },
    'bad-values-are-refused': {
      'bound-twice-beside-unknown: a bound may be sent twice': tolerating('duplicate', /\[[lg]te?\]$/),
    },
  }),
] as const;
