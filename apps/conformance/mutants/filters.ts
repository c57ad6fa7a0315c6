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
import { failing, ignoring, querying, rewritingParameters, testing, tolerating } from './wraps.js';

// Faults in filters.

const isSet = ({ operator }: Test): boolean => operator === 'in' || operator === 'not_in';
const isRange = ({ operator }: Test): boolean => /^[lg]te?$/.test(operator);

/** Compares sets in a folded form. */
const folded = (fold: (text: string) => string, applies: (test: Test) => boolean): Wraps =>
  testing((test, row) => {
    if (!isSet(test) || !applies(test)) return test.keeps(row);
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

/** Shifts the instants of ranges that are written in one form. */
const later = (form: RegExp, milliseconds: number, applies: (test: Test, query: ListQuery) => boolean = () => true) =>
  testing((test, row, query) => {
    const { filter, operator, values } = test;
    const sent = query.pairs.find(({ name }) => name === `filters[${filter.field}][${operator}]`)?.value ?? '';
    const instant = row[filter.field];
    if (!isRange(test) || !form.test(sent) || typeof instant !== 'string' || !applies(test, query))
      return test.keeps(row);
    const difference = Date.parse(instant) - Date.parse(values[0] ?? '') - milliseconds;
    return { lt: difference < 0, lte: difference <= 0, gt: difference > 0, gte: difference >= 0 }[operator as 'lt'];
  });

/** Changes whether an operator keeps the rows at its bound. */
const atBound = (operator: string, keeps: boolean): Wraps =>
  testing((test, row) =>
    test.operator === operator && row[test.filter.field] === test.values[0] ? keeps : test.keeps(row),
  );

/** Rewrites values of ranges. */
const bounds = (rewrite: (value: string) => string): Wraps =>
  rewritingParameters((pair) =>
    pair.replace(/(?<=^filters(?:\[|%5B)\w+(?:\]\[|%5D%5B)[lg]te?(?:\]|%5D)=).*/i, rewrite),
  );

const minute = 60_000;
const hour = 60 * minute;

export const filterMutants = makeMutants({
  'set-filter-bad-ids-ignored by bad-values-are-rejected': tolerating('invalid_value', /id\]\[(?:not_)?in\]/),
  'set-filter-first-value-only by in-and-not-in-are-sound-and-complete every-form-of-a-set-in-every-place': testing(
    (test, row) =>
      isSet(test)
        ? valuesAt(row, test.filter.field).includes(test.values[0] ?? '') === (test.operator === 'in')
        : test.keeps(row),
  ),
  'set-filter-space-with-children by in-and-not-in-are-sound-and-complete': testing((test, row, _, { dataset }) => {
    const parentOf = (id: string): string => readId(dataset.spaces.find((space) => space.id === id)?.['parent']) ?? id;
    if (test.filter.field !== 'space_id') return test.keeps(row);
    const own = valuesAt(row, 'space_id').flatMap((id) => [id, parentOf(id)]);
    return own.some((id) => test.values.includes(id)) === (test.operator === 'in');
  }),
  'set-filter-live-returns-all by in-and-not-in-are-sound-and-complete': ignoring(
    ({ values }) => values[0] === 'false',
  ),
  'set-filter-not-in-drops-nulls by in-and-not-in-are-sound-and-complete': testing(
    (test, row) => test.keeps(row) && !(test.operator === 'not_in' && isNull(test, row)),
  ),
  // A row that matches several values of a many-to-many field is listed several times.
  'set-filter-many-repeats-rows by in-and-not-in-are-sound-and-complete': {
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
  // `in` on a many-to-many field keeps only rows that have every value of the set.
  'set-filter-many-in-needs-all by in-and-not-in-are-sound-and-complete': testing((test, row) =>
    isMany(test, row) && test.operator === 'in'
      ? test.values.every((value) => valuesAt(row, test.filter.field).includes(value))
      : test.keeps(row),
  ),
  'set-filter-ignored-users-email by in-returns-the-rows-with-one-value': ignoring(ofField('users', 'email')),
  'set-filter-two-fields-joined-by-or by any-two-filters-both-apply': querying(({ tests }) => {
    const fields = tests.map(({ filter }) => filter.field).sort();
    if (fields.join() !== 'space_id,state') return {};
    return {
      tests: tests.slice(0, 1).map((test) => ({ ...test, keeps: (row) => tests.some((one) => one.keeps(row)) })),
    };
  }),
  'set-filter-text-composed by text-filters-match-exactly': folded((text) => text.normalize('NFC'), isText),
  'set-filter-text-trimmed by text-filters-match-exactly': folded((text) => text.trim(), isText),
  // A set has any number of values.
  'set-filter-no-maximum by known-bad-queries-are-rejected': tolerating('too_many'),
  // The filter for drafts alone lacks soft-deleted rows.
  'enum-deleted-rows-lost by in-and-not-in-are-sound-and-complete': testing(
    (test, row) => test.keeps(row) && !(test.values.join() === 'draft' && isDeleted(row)),
  ),
  'range-lte-as-lt by ranges-are-sound-and-complete': atBound('lte', false),
  'range-large-offsets-rejected by every-form-of-a-time-in-every-place': failing(
    /(?:[-+]|%2B)(?:1[5-9]|2\d)(?::|%3A)/i,
    () => new ProblemError('invalid_request', 'The offset is too large.'),
  ),
  'range-date-is-local by every-form-of-a-time-in-every-place': later(/^[\d-]{10}$/, -hour),
  'range-lower-case-accepted by times-have-two-forms': bounds((value) => value.toUpperCase()),
  // A date without a time means the end of its day if there is a cursor.
  'forms-date-after-cursor by every-form-of-a-time-in-every-place': later(
    /^[\d-]{10}$/,
    24 * hour,
    (_, { after }) => after !== null,
  ),
  'forms-max-ten-values by every-form-of-a-set-in-every-place': querying(({ tests }) => {
    if (tests.some(({ values }) => values.length > 10)) throw new ProblemError('invalid_request', 'Too many.');
    return {};
  }),
  // An encoded comma behind a cursor is a part of the value.
  'forms-encoded-commas-after-cursor by every-form-of-a-set-in-every-place': querying(({ after, tests, pairs }) =>
    after !== null && pairs.some(({ raw }) => /(?:\]|%5[dD])=.*%2C/.test(raw))
      ? {
          tests: tests.map((test) => (isSet(test) ? { ...test, keeps: () => test.operator === 'not_in' } : test)),
        }
      : {},
  ),
  // A bound may be sent twice.
  'forms-bound-sent-twice by bad-values-are-rejected': tolerating('duplicate', /\[[lg]te?\]$/),
});
