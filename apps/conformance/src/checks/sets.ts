import { textOf, valuesAt } from '../json.js';
import { type FilterField, filterTable, maximumSetSize } from '@resource-catalogue/contracts';
import { type Condition, filteredValues } from '../oracle/condition.js';
import { conditionQuery, questionQuery } from '../oracle/wire-query.js';
import { answerOf } from '../oracle/answer.js';
import { idsOf } from '../census/row.js';
import { askPage, expectAnswer, expectShown } from './ask-list.js';
import { inFamily, onCollections } from './check.js';
import { nobody } from './operations.js';
import { said, setsOf, tellingRows, valuesOf } from './points.js';
import { isSoftDeletable, setFilters, type Subject } from './subject.js';
import type { Trial } from './trial.js';

async function askSet(
  trial: Trial,
  subject: Subject,
  filter: FilterField,
  conditions: readonly Condition[],
): Promise<void> {
  const chosen = tellingRows(subject, filter.field, trial.random);
  const relation = `exactly the rows with ${conditions.map(said).join(' and ')}`;
  await expectAnswer(trial, subject, { conditions, sort: null }, relation, chosen);
}

/** Runs for each filter of a kind, on the values that the census has for it. */
async function eachSetFilter(
  trial: Trial,
  subject: Subject,
  run: (filter: FilterField, used: readonly string[]) => Promise<void>,
): Promise<void> {
  trial.need(subject.rows.length > 0, 'the collection is empty');
  for (const filter of setFilters(subject)) await run(filter, valuesOf(subject, filter.field));
}

export const setChecks = inFamily('sets', [
  onCollections({
    id: 'in-shows-the-rows-of-one-value',
    rules: ['FILT-1'],
    layer: 'seed',
    title: 'in with one value shows rows with that value only',
    run: async (trial, subject) => {
      await eachSetFilter(trial, subject, async (filter, [value]) => {
        if (value === undefined) return;
        const condition: Condition = { field: filter.field, operator: 'in', values: [value] };
        const page = await askPage(trial, subject.path, conditionQuery(condition));
        const known = new Set(idsOf(answerOf(subject, { conditions: [condition], sort: null })));
        const strangers = page.rows.filter((row) => !known.has(textOf(row['id'])));
        if (subject.complete && strangers.length > 0) expectShown(page, [], `only rows with ${said(condition)}`);
      });
    },
  }),
  onCollections({
    id: 'in-and-not-in-are-sound-and-complete',
    rules: ['FILT-1', 'FILT-3', 'FILT-4', 'FILT-7', 'FILT-10', 'FILT-8'],
    title: 'in and not_in of every set filter keep exactly the rows that the census says',
    run: async (trial, subject) => {
      await eachSetFilter(trial, subject, async (filter, used) => {
        for (const set of setsOf(filter, used, trial.random)) {
          await askSet(trial, subject, filter, [{ field: filter.field, ...set }]);
        }
      });
    },
  }),
  onCollections({
    id: 'in-and-not-in-together-are-the-difference',
    rules: ['FILT-1', 'FILT-4'],
    title: 'in and not_in of one field both apply',
    run: async (trial, subject) => {
      await eachSetFilter(trial, subject, async ({ field, ...filter }, used) => {
        const [one, other] = trial.random.sample(used.slice(0, 10), 2);
        if (one === undefined) return;
        const values = other === undefined ? [one] : [one, other];
        await askSet(trial, subject, { field, ...filter }, [
          { field, operator: 'in', values },
          { field, operator: 'not_in', values: [one] },
        ]);
      });
    },
  }),
  onCollections({
    id: 'set-notations-mean-the-same',
    rules: ['FILT-2', 'FILT-11'],
    title: 'commas, repetition and [] mean the same set, mixed and with duplicates, in any order',
    run: async (trial, subject) => {
      trial.need(subject.rows.length >= 3, 'needs three rows');
      for (const filter of notable(subject)) {
        const [a, b, c] = trial.random.sample(
          valuesOf(subject, filter.field).filter((one) => !one.includes(',')),
          3,
        );
        if (a === undefined || b === undefined) continue;
        await expectNotations(trial, subject, filter, [a, b, c ?? a]);
      }
    },
  }),
  onCollections({
    id: 'a-set-takes-100-values',
    rules: ['FILT-2'],
    title: 'a set of 100 distinct values, some of them repeated, is taken',
    run: async (trial, subject) => {
      const ids = idsOf(subject.rows).slice(0, 40);
      const strange = Array.from({ length: maximumSetSize - ids.length }, (_, index) => strangeId(index));
      const name = 'filters[id][in]';
      const page = await askPage(
        trial,
        subject.path,
        `${name}=${[...strange, ...ids].join(',')}&${name}=${strange[0]}&limit=200`,
      );
      const known = subject.rows.filter(({ id }) => ids.includes(textOf(id)));
      const expected = answerOf({ contract: subject.contract, rows: known }, { conditions: [], sort: null });
      expectShown(page, expected, 'the rows of 100 ids');
    },
  }),
  onCollections({
    id: 'soft-deleted-divides-live-from-deleted',
    rules: ['FILT-8', 'FILT-6', 'FILT-10'],
    applies: isSoftDeletable,
    title: 'soft_deleted eq true and false divide the rows by soft_deleted_at; without it both are there',
    run: async (trial, subject) => {
      trial.need(subject.rows.length > 0, 'the collection is empty');
      const chosen = tellingRows(subject, 'soft_deleted', trial.random);
      for (const value of ['true', 'false']) {
        const condition: Condition = { field: 'soft_deleted', operator: 'eq', values: [value] };
        await expectAnswer(
          trial,
          subject,
          { conditions: [condition], sort: null },
          `rows with ${said(condition)}`,
          chosen,
        );
      }
      await expectAnswer(trial, subject, { conditions: [], sort: null }, 'live and deleted rows', chosen);
      const deleted = subject.rows.filter((row) => row['soft_deleted_at'] !== null).length;
      trial.need(deleted > 0 && deleted < subject.rows.length, 'needs live and soft-deleted rows');
    },
  }),
  onCollections({
    id: 'filters-are-joined-by-and',
    rules: ['FILT-1', 'FILT-10'],
    title: 'several filters all apply, in any order of the parameters',
    run: async (trial, subject) => {
      trial.need(subject.rows.length >= 2, 'needs two rows');
      const filters = setFilters(subject);
      for (const filter of filters) {
        const other = trial.random.pick(filters.filter((one) => one !== filter)) ?? filter;
        const [value, second] = [valuesOf(subject, filter.field)[0], valuesOf(subject, other.field)[0]];
        if (value === undefined || second === undefined) continue;
        const conditions: Condition[] = [
          { field: filter.field, operator: 'in', values: [value] },
          { field: other.field, operator: filter === other ? 'in' : 'not_in', values: [second] },
        ];
        if (trial.random.integer(2) === 0) conditions.reverse();
        await askSet(trial, subject, filter, conditions);
      }
    },
  }),
  onCollections({
    id: 'a-space-is-not-its-children',
    rules: ['FILT-1', 'FILT-4'],
    applies: ({ filters }) => filterTable(filters).has('space_id'),
    title: 'a filter by a space keeps the rows of that space, not those of the spaces below it',
    run: async (trial, subject) => {
      const field = 'space_id';
      const parents = parentsOf(trial);
      const below = valuesOf(subject, field).flatMap((space) => parents.get(space) ?? []);
      const asked = trial.random.sample([...new Set(below)], 3);
      trial.need(asked.length > 0, 'no row is of a space below another one');
      const telling = subject.rows.filter((row) =>
        filteredValues(subject.contract, row, field).some((space) => asked.includes(parents.get(space) ?? '')),
      );
      for (const operator of ['in', 'not_in'] as const) {
        const condition: Condition = { field, operator, values: asked };
        const chosen = trial.random.sample(telling, 30);
        await expectAnswer(
          trial,
          subject,
          { conditions: [condition], sort: null },
          `rows with ${said(condition)}`,
          chosen,
        );
      }
    },
  }),
]);

/** The parent of each space that has one. */
function parentsOf(trial: Trial): ReadonlyMap<string, string> {
  const { rows } = trial.subject('spaces');
  return new Map(
    rows.flatMap((row) => valuesAt(row, 'parent.id').map((parent) => [textOf(row['id']), textOf(parent)])),
  );
}

/** The id, which every collection has, and one filter of each other kind. */
function notable(subject: Subject): FilterField[] {
  const filters = setFilters(subject);
  const of = (kind: FilterField['kind']): FilterField[] =>
    filters.filter((filter) => filter.kind === kind && filter.field !== 'id').slice(0, 1);
  return [...filters.filter(({ field }) => field === 'id'), ...of('enum'), ...of('text'), ...of('uuid')];
}

function strangeId(index: number): string {
  return `${nobody.slice(0, -4)}${String(index).padStart(4, '0')}`;
}

async function expectNotations(
  trial: Trial,
  subject: Subject,
  { field, kind }: FilterField,
  values: readonly [string, string, string],
): Promise<void> {
  const name = `filters[${field}][in]`;
  const encoded = `filters%5B${field}%5D%5Bin%5D`;
  const [a, b, c] = [encodeURIComponent(values[0]), encodeURIComponent(values[1]), encodeURIComponent(values[2])];
  const notations = [
    `${name}=${a},${b},${c}`,
    `${name}=${c}%2C${b}%2C${a}`,
    `${name}=${a}&${name}=${b}&${name}=${c}`,
    `${name}[]=${a}&${name}[]=${b}&${name}[]=${c}`,
    `${name}=${a},${b}&${name}[]=${c}&${name}=${a}`,
    `${encoded}=${b}&&${encoded}%5B%5D=${c}&${name}=${a}`,
    ...(kind === 'uuid'
      ? [`${name}=${[a, b, c].join(',').toUpperCase()}`, `${name}[]=${a.toUpperCase()}&${name}=${b},${c},${a}`]
      : []),
  ];
  const question = { conditions: [{ field, operator: 'in', values } as const], sort: null };
  const answer = answerOf(subject, question);
  for (const notation of notations) {
    const page = await askPage(trial, subject.path, `${notation}&limit=20`);
    const relation = `the rows of the set, whatever its notation, like ${questionQuery(question)}`;
    if (subject.complete || field === 'id') expectShown(page, answer.slice(0, 20), relation);
  }
}
