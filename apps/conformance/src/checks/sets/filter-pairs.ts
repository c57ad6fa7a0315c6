import type { FilterField } from '@resource-catalogue/contracts';
import type { Row } from '../../json.js';
import { type Condition, matcher } from '../../oracle.js';
import { expectFirstPage } from '../requests/lists.js';
import { type Checks, onCollections } from '../context/check.js';
import { valuesOf } from '../requests/data-points.js';
import type { Subject } from '../context/subject.js';
import type { CheckContext } from '../context/check-context.js';

interface Kept {
  readonly condition: Condition;
  readonly rows: ReadonlySet<Row>;
}

const fewValues = 4;
const shortPage = 20;

/** Some conditions of a filter, each of which keeps some rows and leaves some out. */
function conditionsOf(subject: Subject, { field, kind, operators }: FilterField): Kept[] {
  const used = valuesOf(subject, field);
  const middle = Math.floor(used.length / 2);
  const asked =
    kind === 'boolean'
      ? ['true', 'false']
      : kind === 'datetime'
        ? [...used].sort().slice(middle, middle + 1)
        : used.slice(0, fewValues);
  return asked.flatMap((value) => {
    const condition: Condition = { field, operator: operators[0] ?? 'in', values: [value] };
    const rows = new Set(subject.rows.filter(matcher(subject.contract, condition)));
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
function pairsOf(subject: Subject, random: CheckContext['random']): Kept[][] {
  const conditionsIn = (filters: readonly FilterField[]): Kept[][] =>
    filters.map((filter) => conditionsOf(subject, filter));
  const all = conditionsIn(subject.filters.filter(({ field }) => field !== 'id' && !common.includes(field)));
  const times = conditionsIn(subject.filters.filter(({ field }) => common.includes(field)));
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

export const filterPairChecks: Checks = {
  'every-two-filters-are-joined-by-and': onCollections(['FILT-1', 'FILT-10'], {
    title: 'any two filters of a collection both apply',
    run: async (context, subject) => {
      context.need(subject.complete, 'needs a collection that was read to its end');
      const pairs = pairsOf(subject, context.random);
      context.need(pairs.length > 0, 'no two filters keep different rows');
      for (const pair of pairs) {
        const conditions = pair.map(({ condition }) => condition);
        await expectFirstPage(context, subject, { conditions }, shortPage);
      }
    },
  }),
};
