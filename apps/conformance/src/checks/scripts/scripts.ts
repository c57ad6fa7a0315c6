import { type FilterField, rangeOperators } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import {
  expectedAnswer,
  type Condition,
  conditionQuery,
  type Question,
  questionQuery,
  type SetForm,
  within,
} from '../../oracle.js';
import type { CheckContext } from '../../kit/context.js';
import { type Checks, onCollections } from '../../kit/check.js';
import { searchFor } from '../../kit/search.js';
import { isSoftDeletable, type Subject } from '../../kit/subject.js';
import { unusedValue, listValues } from '../../kit/choose.js';
import { expectPaging } from '../../kit/ask.js';

/** A random question about some rows, with the notation of its sets and its page sizes. */
interface Script {
  readonly question: Question;
  readonly form: SetForm;
  readonly limits: readonly number[];
  readonly rows: readonly number[];
}

const scriptsOfCollection = 6;
const rowsOfScript = 12;

/** Conditions that the snapshot can evaluate, mostly with existing values and sometimes an unknown one. */
function arbitraryCondition(subject: Subject, filter: FilterField): fc.Arbitrary<Condition> | null {
  const { field, kind } = filter;
  const used = listValues(subject, field).slice(0, 30);
  if (kind === 'boolean')
    return fc.constantFrom('true', 'false').map((value) => ({ field, operator: 'eq' as const, values: [value] }));
  if (used.length === 0) return null;
  if (kind === 'datetime') {
    return fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom(...rangeOperators),
      values: fc
        .tuple(fc.constantFrom(...used), fc.constantFrom(0, 0, 1, -1))
        .map(([time, by]) => [new Date(Date.parse(time) + by).toISOString()]),
    });
  }
  const unused = unusedValue(filter, used);
  const values = unused === undefined ? used : [...used, unused];
  return fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom('in' as const, 'not_in' as const),
    values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }),
  });
}

function arbitraryScript(subject: Subject): fc.Arbitrary<Script> {
  const filters = subject.filters.filter(({ field }) => field !== 'id');
  const conditions = filters.flatMap((filter) => arbitraryCondition(subject, filter) ?? []);
  const sorts = subject.contract.sorts.flatMap((field) => [field, `-${field}`]);
  return fc.record({
    question: fc.record({
      // Two sets with the same field and operator would merge into one, so each condition has its own.
      conditions: fc.uniqueArray(fc.oneof(...conditions), {
        maxLength: 3,
        selector: ({ field, operator }) => `${field} ${operator}`,
      }),
      sort: fc.option<string | null>(fc.constantFrom(...sorts)),
    }),
    form: fc.constantFrom<SetForm>('commas', 'repeated', 'brackets'),
    limits: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
    rows: fc.uniqueArray(fc.nat(Math.max(0, subject.rows.length - 1)), { minLength: 1, maxLength: rowsOfScript }),
  });
}

async function runScript(context: CheckContext, subject: Subject, script: Script): Promise<void> {
  const { question, form, limits, rows } = script;
  const chosen = rows.map((place) => subject.rows[place]).filter((row) => row !== undefined);
  const { conditions = [], sort = null } = question;
  const filters = conditions.map((condition) => conditionQuery(condition, form));
  const query = questionQuery({ sort }, ...filters, within(chosen));
  await expectPaging(context, subject, query, limits, expectedAnswer({ ...subject, rows: chosen }, question));
}

export const scriptChecks: Checks = {
  'random-questions-are-answered-rightly': onCollections(['FILT-1', 'FILT-2', 'FILT-3', 'FILT-4', 'SORT-1', 'PAGE-4'], {
    title: 'random filters, sorts, notations and page sizes return the expected rows',
    run: async (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      context.need(subject.filters.length > 0 || isSoftDeletable(subject.contract), 'the collection has no filters');
      await searchFor(context, arbitraryScript(subject), (script) => runScript(context, subject, script), {
        runs: scriptsOfCollection,
        milliseconds: 20_000,
      });
    },
  }),
};
