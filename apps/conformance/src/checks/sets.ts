import { collectionBehind, type FilterField, filterTable } from '@resource-catalogue/contracts';
import { readId, readIds, toText, valuesAt } from '../json.js';
import {
  expectedRows,
  type Condition,
  conditionQuery,
  describeQuestion,
  filteredValues,
  type Question,
} from '../oracle.js';
import { requestPage, expectAmong, expectMatchingRows, expectFirstPage, expectShown } from '../kit/request-pages.js';
import { type Checks, onCollections } from '../kit/check.js';
import {
  canonicalTwin,
  contrastingRows,
  isFilterable,
  type KeptRows,
  listValues,
  makeSets,
  tellingConditions,
} from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { isLive, isRange, isSoftDeletable, type Subject } from '../kit/subject.js';

const setFilters = ({ filters }: Subject): FilterField[] => filters.filter(({ operators }) => operators.includes('in'));

/** Whether some rows meet both conditions, and some only one. The same filter and operator twice would be one set. */
function areTelling(one: KeptRows, other: KeptRows): boolean {
  if (one.condition.field === other.condition.field && one.condition.operator === other.condition.operator)
    return false;
  const shared = [...one.rows].filter((row) => other.rows.has(row)).length;
  return shared > 0 && shared < one.rows.size && shared < other.rows.size;
}

/** For each pair of filters, conditions whose combination the rows can show, with varying operators. */
function drawPairs(subject: Subject): KeptRows[][] {
  const all = subject.filters.filter(({ field }) => field !== 'id').map((filter) => tellingConditions(subject, filter));
  let turn = 0;
  return all.flatMap((some, place) =>
    all.slice(place).flatMap((others) => {
      const left = some.flatMap((one) => others.filter((other) => areTelling(one, other)).map((other) => [one, other]));
      const pair = left[(turn += 7) % left.length];
      return pair ? [pair] : [];
    }),
  );
}

/** The questions about one filter: sets of values, each value of an enumeration among live and deleted rows, flags. */
function questionsAbout(context: CheckContext, subject: Subject, filter: FilterField): Condition[][] {
  const { field, kind, operators, values = [] } = filter;
  const flags = (name: string): Condition[][] =>
    ['true', 'false'].map((value) => [{ field: name, operator: 'eq', values: [value] }]);
  if (kind === 'boolean') return flags(field);
  const states = isSoftDeletable(subject.contract) ? flags('soft_deleted') : [[]];
  const target = kind === 'uuid' ? collectionBehind(field, [...context.snapshot.keys()]) : undefined;
  const rows = target === undefined ? [] : context.subject(target).rows;
  const deleted = rows.filter((row) => !isLive(row)).map(readId);
  const used = listValues(subject, field);
  const parents = rows
    .filter((row) => used.includes(readId(row)))
    .flatMap((row) => valuesAt(row, 'parent.id').map(toText));
  // Rows that refer to a soft-deleted entity still show it (SHAPE-9), and rows of a space are not those of its parent.
  const ids = [deleted, [...new Set(parents)]].map((all) => all.slice(0, 60)).filter(({ length }) => length > 0);
  return [
    ...ids.flatMap((some) => operators.map((operator) => [{ field, operator, values: some }])),
    ...makeSets(filter, used, context.random).map((set) => [{ field, ...set }]),
    ...values.flatMap((value, index) =>
      states.map((state, place): Condition[] => {
        const operator = operators[(index + place) % operators.length] ?? 'in';
        return [{ field, operator, values: [value] }, ...state];
      }),
    ),
  ];
}

/** Texts that a careless comparison confuses with this one, or treats as a pattern. */
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
  'in-returns-the-rows-with-one-value': onCollections(['FILT-1'], {
    layer: 'core',
    title: 'in with one value returns only rows with that value',
    run: async (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      for (const { field } of setFilters(subject)) {
        const condition: Condition = { field, operator: 'in', values: listValues(subject, field).slice(0, 1) };
        if (condition.values.length === 0) continue;
        const question = { conditions: [condition] };
        const page = await requestPage(context, subject.path, conditionQuery(condition));
        const known = new Set(readIds(expectedRows(subject, question)));
        const isStrange = subject.complete && page.rows.some((row) => !known.has(readId(row)));
        if (isStrange) expectShown(page, [], describeQuestion(question));
      }
    },
  }),
  'in-and-not-in-are-sound-and-complete': onCollections(
    ['FILT-1', 'FILT-3', 'FILT-4', 'FILT-6', 'FILT-7', 'FILT-8', 'FILT-10', 'SHAPE-9'],
    {
      title: 'in and not_in of every set, each value of an enumeration and every flag keep exactly the expected rows',
      run: async (context, subject) => {
        context.need(subject.rows.length > 0, 'the collection is empty');
        for (const filter of subject.filters.filter((one) => !isRange(one))) {
          for (const conditions of questionsAbout(context, subject, filter)) {
            // Compare the rows on which the filter is most likely to fail.
            const rows = contrastingRows(subject, filter.field, context.random);
            await expectMatchingRows(context, subject, { conditions }, rows);
          }
        }
      },
    },
  ),
  'text-filters-match-exactly': onCollections(['FILT-9', 'FILT-2', 'FILT-11', 'ERR-5'], {
    applies: ({ filters }) => [...filterTable(filters).values()].some(({ kind }) => kind === 'text'),
    title: 'text filters compare code points: other cases, spaces, parts, patterns and canonical twins do not match',
    run: async (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      for (const { field, kind, operators } of setFilters(subject)) {
        if (kind !== 'text') continue;
        for (const text of [...notableTexts(listValues(subject, field)), '']) {
          const having = subject.rows.filter((row) => filteredValues(subject.contract, row, field).includes(text));
          const rows = [...new Set([...having.slice(0, 8), ...contrastingRows(subject, field, context.random, 12)])];
          const near = (text === '' ? otherTexts : nearTexts(text)).filter((one) => isFilterable(kind, one));
          const values = [...new Set(near)].filter((one) => one !== text);
          for (const operator of operators)
            await expectAmong(context, subject, rows, { conditions: [{ field, operator, values }] });
        }
      }
    },
  }),
  'any-two-filters-both-apply': onCollections(['FILT-1', 'FILT-4', 'FILT-5', 'FILT-10', 'SORT-1'], {
    title: 'any two filters of a collection, in any combination of operators, both apply, in every order',
    run: async (context, subject) => {
      context.need(subject.complete, 'needs a collection of which all rows were read');
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
