import type { FilterField } from '@resource-catalogue/contracts';
import type { Row } from '../census/row.js';
import { type Condition, meets } from '../oracle/condition.js';
import { expectFirstPage } from './ask-list.js';
import { type Check, inFamily, onCollections } from './check.js';
import { said, valuesOf } from './points.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';

/** A condition, and the rows that meet it. */
interface Kept {
  readonly condition: Condition;
  readonly rows: ReadonlySet<Row>;
}

const fewValues = 4;
const shortPage = 20;

/** Some conditions of a filter, each of which keeps some rows and leaves some out. */
function conditionsOf(subject: Subject, { field, kind, operators }: FilterField): Kept[] {
  const used = valuesOf(subject, field);
  const [middle] = [[...used].sort()[Math.floor(used.length / 2)]];
  const of = (operator: Condition['operator'], values: readonly string[]): Condition[] =>
    values.map((value) => ({ field, operator, values: [value] }));
  const conditions =
    kind === 'boolean'
      ? of('eq', ['true', 'false'])
      : kind === 'datetime'
        ? of(operators[0] ?? 'lt', middle === undefined ? [] : [middle])
        : of('in', used.slice(0, fewValues));
  return conditions.flatMap((condition) => {
    const rows = new Set(subject.rows.filter((row) => meets(subject.contract, row, condition)));
    return rows.size === 0 || rows.size === subject.rows.length ? [] : [{ condition, rows }];
  });
}

/** How much two conditions show: best where each alone, both and either keep other rows. */
function worth(one: Kept, other: Kept): number {
  const shared = [...one.rows].filter((row) => other.rows.has(row)).length;
  return Math.sign(one.rows.size - shared) + Math.sign(other.rows.size - shared) + Math.sign(shared) / 2;
}

/** Filters that every collection has: a few others beside each of them are enough. */
const common: readonly string[] = ['created_at', 'updated_at'];
const besideCommon = 2;

/**
 * For every two filters of which the rows can show how they are joined, two conditions that show it: of a collection's own
 * filters any two.
 */
function pairsOf(subject: Subject, random: Trial['random']): Kept[][] {
  const own = subject.filters.filter(({ field }) => field !== 'id' && !common.includes(field));
  const all = own.map((filter) => conditionsOf(subject, filter));
  const times = subject.filters
    .filter(({ field }) => common.includes(field))
    .map((filter) => conditionsOf(subject, filter));
  return [
    ...all.flatMap((some, place) => all.slice(place + 1).map((others) => [some, others] as const)),
    ...times.flatMap((time, place) =>
      random.sample([...all, ...times.slice(place + 1)], besideCommon).map((others) => [time, others] as const),
    ),
  ].flatMap(([some, others]) => {
    const pairs = some.flatMap((one) => others.map((other) => ({ pair: [one, other], worth: worth(one, other) })));
    const best = pairs.reduce((a, b) => (b.worth > a.worth ? b : a), { pair: [] as Kept[], worth: 0 });
    return best.worth < 2 ? [] : [best.pair];
  });
}

/** Checks of what several filters mean together. */
export const filterPairChecks: readonly Check[] = inFamily('sets', [
  onCollections({
    id: 'every-two-filters-are-joined-by-and',
    rules: ['FILT-1', 'FILT-10'],
    title: 'any two filters of a collection both apply',
    run: async (trial, subject) => {
      trial.need(subject.complete, 'needs a collection that was read to its end');
      const pairs = pairsOf(subject, trial.random);
      trial.need(pairs.length > 0, 'no two filters keep different rows');
      for (const pair of pairs) {
        const conditions = pair.map(({ condition }) => condition);
        const relation = `exactly the rows with ${conditions.map(said).join(' and ')}`;
        await expectFirstPage(trial, subject, { conditions, sort: null }, relation, shortPage);
      }
    },
  }),
]);
