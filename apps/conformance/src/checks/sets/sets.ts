import { collections, type FilterField, filterTable, maximumSetSize } from '@resource-catalogue/contracts';
import { readId, readIds, type Row, toText, valuesAt } from '../../json.js';
import { expectedAnswer, type Condition, conditionQuery, described, filteredValues, matcher } from '../../oracle.js';
import type { CheckContext } from '../../kit/context.js';
import { type Checks, onCollections, onServer } from '../../kit/check.js';
import { isSoftDeletable, nearUnknownId, setFilters, type Subject } from '../../kit/subject.js';
import { canonicalTwin, contrastingRows, makeSets, listValues } from '../../kit/choose.js';
import { askPage, askRawPage, expectAnswer, expectFirstPage, expectShown } from '../../kit/ask.js';

interface Kept {
  readonly condition: Condition;
  readonly rows: ReadonlySet<Row>;
}

const fewValues = 4;
const shortPage = 20;

function listConditions(subject: Subject, { field, kind, operators }: FilterField): Kept[] {
  const used = listValues(subject, field);
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

/** Scores how well two conditions show their combination: best if each alone, both and either keep different rows. */
function worth(one: Kept, other: Kept): number {
  const shared = [...one.rows].filter((row) => other.rows.has(row)).length;
  return Math.sign(one.rows.size - shared) + Math.sign(other.rows.size - shared) + Math.sign(shared) / 2;
}

/** Filters of every collection, each combined only with a few others. */
const common: readonly string[] = ['created_at', 'updated_at'];
const besideCommon = 2;

/** For each pair of filters whose combination the rows can show, two conditions that show it. */
function drawPairs(subject: Subject, random: CheckContext['random']): Kept[][] {
  const conditionsIn = (filters: readonly FilterField[]): Kept[][] =>
    filters.map((filter) => listConditions(subject, filter));
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

/** Tests these conditions on the rows on which a filter is most likely to fail. */
function ask(context: CheckContext, subject: Subject, field: string, conditions: readonly Condition[]): Promise<void> {
  return expectAnswer(context, subject, { conditions }, contrastingRows(subject, field, context.random));
}

async function eachSetFilter(
  context: CheckContext,
  subject: Subject,
  run: (filter: FilterField, used: readonly string[]) => Promise<void>,
): Promise<void> {
  context.need(subject.rows.length > 0, 'the collection is empty');
  for (const filter of setFilters(subject)) await run(filter, listValues(subject, filter.field));
}

export const setChecks: Checks = {
  'in-shows-the-rows-of-one-value': onCollections(['FILT-1'], {
    layer: 'seed',
    title: 'in with one value returns only rows with that value',
    run: (context, subject) =>
      eachSetFilter(context, subject, async ({ field }, [value]) => {
        if (value === undefined) return;
        const condition: Condition = { field, operator: 'in', values: [value] };
        const conditions = [condition];
        const page = await askPage(context, subject.path, conditionQuery(condition));
        const known = new Set(readIds(expectedAnswer(subject, { conditions })));
        const isStrange = subject.complete && page.rows.some((row) => !known.has(readId(row)));
        if (isStrange) expectShown(page, [], described({ conditions }));
      }),
  }),
  'in-and-not-in-are-sound-and-complete': onCollections(['FILT-1', 'FILT-3', 'FILT-4', 'FILT-7', 'FILT-10', 'FILT-8'], {
    title: 'in and not_in of every set filter keep exactly the expected rows',
    run: (context, subject) =>
      eachSetFilter(context, subject, async (filter, used) => {
        const { field } = filter;
        for (const set of makeSets(filter, used, context.random))
          await ask(context, subject, field, [{ field, ...set }]);
      }),
  }),
  'in-and-not-in-together-are-the-difference': onCollections(['FILT-1', 'FILT-4'], {
    title: 'in and not_in of one field both apply',
    run: (context, subject) =>
      eachSetFilter(context, subject, async ({ field }, used) => {
        const values = context.random.sample(used.slice(0, 10), 2);
        if (values.length === 0) return;
        await ask(context, subject, field, [
          { field, operator: 'in', values },
          { field, operator: 'not_in', values: values.slice(0, 1) },
        ]);
      }),
  }),
  'set-notations-mean-the-same': onCollections(['FILT-2', 'FILT-11'], {
    title: 'commas, repetition and [] write the same set, also mixed, with duplicates and in any order',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 3, 'needs three rows');
      for (const filter of notable(subject)) {
        const used = listValues(subject, filter.field).filter((one) => !one.includes(','));
        const [a, b, c] = context.random.sample(used, 3);
        if (a !== undefined && b !== undefined) await expectNotations(context, subject, filter, [a, b, c ?? a]);
      }
    },
  }),
  'canonical-twins-are-other-values': onServer(['FILT-9', 'FILT-1'], {
    title: 'a text filter compares code points: a canonically equivalent text is another value',
    run: async (context) => {
      const asked = collections.flatMap(({ name }) => {
        const subject = context.subject(name);
        const texts = setFilters(subject).filter(({ kind }) => kind === 'text');
        return texts.flatMap(({ field }) => {
          const values = listValues(subject, field).filter((value) => canonicalTwin(value) !== undefined);
          return context.random.sample(values, 2).map((value) => ({ subject, field, value }));
        });
      });
      context.need(asked.length > 0, 'no text has a canonical twin');
      for (const { subject, field, value } of context.random.sample(asked, 10)) {
        const own = subject.rows.filter((row) => filteredValues(subject.contract, row, field).includes(value));
        const rows = new Set([...own.slice(0, 10), ...context.random.sample(subject.rows, 10)]);
        for (const operator of ['in', 'not_in'] as const) {
          const conditions = [{ field, operator, values: [canonicalTwin(value) ?? value] }];
          await expectAnswer(context, subject, { conditions }, [...rows]);
        }
      }
    },
  }),
  'a-set-takes-the-maximum': onCollections(['FILT-2'], {
    title: 'a set of 100 distinct values, some of them repeated, is accepted',
    run: async (context, subject) => {
      const rows = subject.rows.slice(0, 40);
      const unused = Array.from({ length: maximumSetSize - rows.length }, (_, index) => nearUnknownId(index));
      const name = 'filters[id][in]';
      const query = `${name}=${[...unused, ...readIds(rows)].join(',')}&${name}=${unused[0]}&limit=200`;
      expectShown(
        await askPage(context, subject.path, query),
        expectedAnswer({ ...subject, rows }),
        'the rows of 100 ids',
      );
    },
  }),
  'soft-deleted-divides-live-from-deleted': onCollections(['FILT-8', 'FILT-6', 'FILT-10'], {
    applies: isSoftDeletable,
    title: 'soft_deleted eq true and false separate the rows by soft_deleted_at; without it lists have both',
    run: async (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      const field = 'soft_deleted';
      for (const value of ['true', 'false'])
        await ask(context, subject, field, [{ field, operator: 'eq', values: [value] }]);
      await ask(context, subject, field, []);
      const deleted = subject.rows.filter((row) => row['soft_deleted_at'] !== null).length;
      context.need(deleted > 0 && deleted < subject.rows.length, 'needs live and soft-deleted rows');
    },
  }),
  'filters-are-joined-by-and': onCollections(['FILT-1', 'FILT-10'], {
    title: 'several filters all apply, in any order of the parameters',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 2, 'needs two rows');
      const filters = setFilters(subject);
      for (const filter of filters) {
        const other = context.random.pick(filters.filter((one) => one !== filter)) ?? filter;
        const [value, second] = [listValues(subject, filter.field)[0], listValues(subject, other.field)[0]];
        if (value === undefined || second === undefined) continue;
        const conditions: Condition[] = [
          { field: filter.field, operator: 'in', values: [value] },
          { field: other.field, operator: filter === other ? 'in' : 'not_in', values: [second] },
        ];
        if (context.random.integer(2) === 0) conditions.reverse();
        await ask(context, subject, filter.field, conditions);
      }
    },
  }),
  'a-space-is-not-its-children': onCollections(['FILT-1', 'FILT-4'], {
    applies: ({ filters }) => filterTable(filters).has('space_id'),
    title: 'a filter by a space keeps the rows of that space, without those of its child spaces',
    run: async (context, subject) => {
      const field = 'space_id';
      const parents = new Map(
        context.subject('spaces').rows.map((row) => [readId(row), valuesAt(row, 'parent.id').map(toText)]),
      );
      const parentsOf = (spaces: readonly string[]): string[] => spaces.flatMap((space) => parents.get(space) ?? []);
      const asked = context.random.sample([...new Set(parentsOf(listValues(subject, field)))], 3);
      context.need(asked.length > 0, 'no row belongs to a child space');
      const telling = subject.rows.filter((row) =>
        parentsOf(filteredValues(subject.contract, row, field)).some((parent) => asked.includes(parent)),
      );
      for (const operator of ['in', 'not_in'] as const) {
        const conditions = [{ field, operator, values: asked }];
        await expectAnswer(context, subject, { conditions }, context.random.sample(telling, 30));
      }
    },
  }),
  'every-two-filters-are-joined-by-and': onCollections(['FILT-1', 'FILT-10'], {
    title: 'any two filters of a collection both apply',
    run: async (context, subject) => {
      context.need(subject.complete, 'needs a completely read collection');
      const pairs = drawPairs(subject, context.random);
      context.need(pairs.length > 0, 'no two filters keep different rows');
      for (const pair of pairs) {
        const conditions = pair.map(({ condition }) => condition);
        await expectFirstPage(context, subject, { conditions }, shortPage);
      }
    },
  }),
};

function notable(subject: Subject): FilterField[] {
  const ids = setFilters(subject).filter(({ field }) => field === 'id');
  const others = setFilters(subject).filter(({ field }) => field !== 'id');
  const kinds = ['enum', 'text', 'uuid'] as const;
  return [...ids, ...kinds.flatMap((kind) => others.find((filter) => filter.kind === kind) ?? [])];
}

async function expectNotations(
  context: CheckContext,
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
  ];
  const upper = [`${name}=${[a, b, c].join(',').toUpperCase()}`, `${name}[]=${a.toUpperCase()}&${name}=${b},${c},${a}`];
  const question = { conditions: [{ field, operator: 'in', values } as const] };
  const answer = expectedAnswer(subject, question).slice(0, 20);
  for (const notation of kind === 'uuid' ? [...notations, ...upper] : notations) {
    const page = await askRawPage(context, subject.path, `${notation}&limit=20`);
    if (subject.complete || field === 'id') expectShown(page, answer, `${described(question)}, in any notation`);
  }
}
