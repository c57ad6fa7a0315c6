import { type FilterField, filterTable, maximumSetSize } from '@resource-catalogue/contracts';
import { readId, readIds, toText, valuesAt } from '../json.js';
import { expectedAnswer, type Condition, conditionQuery, described, filteredValues, type Question } from '../oracle.js';
import { askPage, askRawPage, expectAmong, expectAnswer, expectFirstPage, expectShown } from '../kit/ask.js';
import { type Checks, onCollections } from '../kit/check.js';
import {
  canonicalTwin,
  contrastingRows,
  isAskable,
  type Kept,
  listValues,
  makeSets,
  tellingConditions,
} from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { isSoftDeletable, nearUnknownId, setFilters, type Subject } from '../kit/subject.js';

/** Whether rows meet both conditions, and others only one or the other. The same filter twice would be one set. */
function areTelling(one: Kept, other: Kept): boolean {
  if (one.condition.field === other.condition.field && one.condition.operator === other.condition.operator)
    return false;
  const shared = [...one.rows].filter((row) => other.rows.has(row)).length;
  return shared > 0 && shared < one.rows.size && shared < other.rows.size;
}

/** The number of combinations of operators for each two filters. */
const perPair = 1;

/**
 * For each two filters, conditions whose combination the rows can show, with those operators that were combined least
 * often before.
 */
function drawPairs(subject: Subject): Kept[][] {
  const all = subject.filters.filter(({ field }) => field !== 'id').map((filter) => tellingConditions(subject, filter));
  const drawn = new Map<string, number>();
  const operatorsOf = (pair: readonly Kept[]): string => pair.map(({ condition }) => condition.operator).join();
  return all.flatMap((some, place) =>
    all.slice(place).flatMap((others) => {
      const left = some.flatMap((one) => others.filter((other) => areTelling(one, other)).map((other) => [one, other]));
      return Array.from({ length: perPair }).flatMap(() => {
        const times = (pair: readonly Kept[]): number => drawn.get(operatorsOf(pair)) ?? 0;
        const [pair] = left.sort((a, b) => times(a) - times(b));
        if (pair === undefined) return [];
        drawn.set(operatorsOf(pair), times(pair) + 1);
        return [pair];
      });
    }),
  );
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

const flag = (value: string): Condition => ({ field: 'soft_deleted', operator: 'eq', values: [value] });

/** Texts that a careless comparison takes for this one, or for a pattern. */
const nearTexts = (text: string): string[] => [
  ...[` ${text}`, `${text} `, `\u00a0${text}`, text.replace(' ', '  '), text.replace(' ', '+')],
  ...[text.toUpperCase(), text.toLowerCase(), canonicalTwin(text) ?? ''],
  ...[[...text].slice(0, -1).join(''), `${text}%`, `${text}\\`, `"${text}"`, `${text},${text}`],
];

const otherTexts = [' ', '%', '_', '*', '.*', 'null', 'true', '0', '🔧', "' OR '1'='1", 'a+b&c=d;e#f/g?h'];

/** The properties of texts that a server may change. */
const properties: readonly ((text: string) => boolean)[] = [
  (text) => /\s/.test(text.trim()),
  (text) => text !== text.trim(),
  (text) => text !== text.toLowerCase(),
  (text) => text !== text.normalize('NFD'),
  (text) => text !== text.normalize('NFC') || text.includes('K'),
];

/** The most frequent value, and one with each property. */
const notableTexts = (used: readonly string[]): string[] => [
  ...new Set([...used.slice(0, 1), ...properties.flatMap((has) => used.find(has) ?? [])]),
];

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
  'every-value-of-an-enumeration-alone': onCollections(['FILT-1', 'FILT-6', 'FILT-8'], {
    applies: ({ filters }) => [...filterTable(filters).values()].some(({ kind }) => kind === 'enum'),
    title: 'each value of each enumeration, alone, keeps exactly the expected live and deleted rows',
    run: (context, subject) =>
      eachSetFilter(context, subject, async ({ field, kind, operators, values = [] }) => {
        if (kind !== 'enum') return;
        const states = isSoftDeletable(subject.contract) ? [[flag('false')], [flag('true')]] : [[]];
        for (const value of values)
          for (const operator of operators)
            for (const state of states)
              await ask(context, subject, field, [{ field, operator, values: [value] }, ...state]);
      }),
  }),
  'text-filters-take-any-text': onCollections(['FILT-9', 'FILT-2', 'FILT-11', 'ERR-5'], {
    applies: ({ filters }) => [...filterTable(filters).values()].some(({ kind }) => kind === 'text'),
    title: 'text filters compare code points: other cases, spaces, parts, patterns and canonical twins do not match',
    run: (context, subject) =>
      eachSetFilter(context, subject, async ({ field, kind, operators }, used) => {
        if (kind !== 'text') return;
        for (const text of [...notableTexts(used), '']) {
          const having = subject.rows.filter((row) => filteredValues(subject.contract, row, field).includes(text));
          const rows = [...new Set([...having.slice(0, 8), ...contrastingRows(subject, field, context.random, 12)])];
          const texts = new Set((text === '' ? otherTexts : nearTexts(text)).filter((one) => isAskable(kind, one)));
          texts.delete(text);
          const near = [...texts];
          // One set of all near texts: if any of them matches, the response has a row too many.
          for (const values of [near, ...(text === '' ? [] : [[text], [text, ` ${text}`]])])
            await expectAmong(context, subject, rows, { field, operator: 'in', values });
          if (operators.includes('not_in'))
            await expectAmong(context, subject, rows, { field, operator: 'not_in', values: near });
        }
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
      for (const conditions of [[flag('true')], [flag('false')], []])
        await ask(context, subject, 'soft_deleted', conditions);
      const deleted = subject.rows.filter((row) => row['soft_deleted_at'] !== null).length;
      context.need(deleted > 0 && deleted < subject.rows.length, 'needs live and soft-deleted rows');
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
      for (const operator of ['in', 'not_in'] as const)
        await expectAmong(context, subject, telling.slice(0, 30), { field, operator, values: asked });
    },
  }),
  'every-two-filters-are-joined-by-and': onCollections(['FILT-1', 'FILT-4', 'FILT-5', 'FILT-10', 'SORT-1'], {
    title: 'any two filters of a collection, in any combination of operators, both apply, in every order',
    run: async (context, subject) => {
      context.need(subject.complete, 'needs a completely read collection');
      const pairs = drawPairs(subject);
      context.need(pairs.length > 0, 'no two filters keep different rows');
      const sorts = subject.contract.sorts.flatMap((field) => [field, `-${field}`]);
      for (const [index, pair] of pairs.entries()) {
        const conditions = pair.map(({ condition }) => condition);
        const question: Question = { conditions, sort: sorts[index % (sorts.length + 1)] ?? null };
        await expectFirstPage(context, subject, question, shortPage);
      }
    },
  }),
};

const shortPage = 20;

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
