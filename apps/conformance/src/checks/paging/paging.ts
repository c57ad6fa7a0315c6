import { collections } from '@resource-catalogue/contracts';
import { textOf, type Row } from '../../json.js';
import { answerOf, type Question, questionQuery, within } from '../../oracle.js';
import { expectEqual } from '../assertions/answer.js';
import { expectFull } from '../assertions/page.js';
import type { CheckContext } from '../context/check-context.js';
import { type Checks, onCollections } from '../context/check.js';
import { isSoftDeletable, type Subject } from '../context/subject.js';
import { violated } from '../context/violation.js';
import { groupedTies } from '../requests/data-points.js';
import { askPage, expectWalk } from '../requests/lists.js';
import { cursorChecks } from './cursors.js';

/** A walk at the smallest sizes costs a request for each row or two. */
const fewRows = 6;

/** Sizes behind a first page, in walks over so few rows that their ids make one filter. */
const small = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Of these each collection has one: all together they meet every size up to 20. */
const larger: readonly (readonly number[])[] = [
  [1, 11, 12, 13, 14],
  [1, 15, 16, 17],
  [1, 18, 19, 20],
];

function expectWalkWithin(
  context: CheckContext,
  subject: Subject,
  rows: readonly Row[],
  limits: readonly number[],
  sort: string | null = null,
): Promise<void> {
  const query = questionQuery({ sort }, within(rows));
  return expectWalk(context, subject, query, limits, answerOf({ ...subject, rows }, { sort }));
}

function expectWalkIn(pages: number, context: CheckContext, subject: Subject, question: Question): Promise<void> {
  const rows = answerOf(subject, question);
  const limit = Math.min(200, Math.max(1, Math.ceil(rows.length / pages)));
  return expectWalk(context, subject, questionQuery(question), [limit], rows);
}

export const pagingChecks: Checks = {
  'walk-meets-every-row-once': onCollections(['PAGE-4', 'LIST-3', 'SHAPE-4'], {
    title: 'a walk of the whole collection meets every row exactly once and in order, whatever the page size',
    run: async (context, subject) => {
      const size = context.need(subject.complete && subject.rows.length, 'needs a collection that was read to its end');
      const limits = size <= 30 ? [1, 2, 3, 5, 7, size - 1] : [Math.ceil(size / 3), Math.min(199, size - 1)];
      for (const limit of new Set(limits.filter((one) => one > 0 && size / one <= 30)))
        await expectWalk(context, subject, '', [Math.min(200, limit)], answerOf(subject));
    },
  }),
  'a-walk-comes-to-its-end': onCollections(['PAGE-1', 'LIST-1', 'LIST-3'], {
    layer: 'seed',
    title: 'the whole collection can be walked, page by page, and the walk ends',
    run: (_, { trouble, first, contract }) => {
      if (trouble !== null) violated(`a walk of ${contract.name} that ends`, trouble, first);
    },
  }),
  'page-size-may-change-between-pages': onCollections(['PAGE-3', 'PAGE-4'], {
    title: 'limit may change from page to page, and no row is lost',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 3, 'needs three rows');
      await expectWalkWithin(context, subject, context.random.sample(subject.rows, fewRows), [2, 1, 3]);
    },
  }),
  'small-pages-part-ties-rightly': onCollections(['PAGE-4', 'SORT-1'], {
    title: 'pages of one and two rows meet rows that share a sort key once and in order, for every sort',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 2, 'needs two rows');
      for (const field of subject.contract.sorts) {
        const tied = groupedTies(subject, field, fewRows);
        await expectWalkWithin(context, subject, tied, [1], field);
        await expectWalkWithin(context, subject, tied, [2], `-${field}`);
      }
    },
  }),
  'filtered-walk-is-the-filtered-list': onCollections(['PAGE-4', 'FILT-1'], {
    title: 'a walk keeps its filters and its sort from page to page',
    run: async (context, subject) => {
      context.need(subject.complete && subject.rows.length >= 4, 'needs four rows');
      const sort = `-${context.random.pick(subject.contract.sorts) ?? 'created_at'}`;
      const middle = answerOf(subject, { sort: 'created_at' })[Math.floor(subject.rows.length / 2)];
      const operator = context.random.pick(['lte', 'gte'] as const) ?? 'lte';
      const condition = { field: 'created_at', operator, values: [textOf(middle?.['created_at'])] };
      await expectWalkIn(3, context, subject, { conditions: [condition], sort });
    },
  }),
  'walk-over-a-flag-and-over-nulls': onCollections(['PAGE-4', 'FILT-8'], {
    applies: isSoftDeletable,
    title: 'a walk over live rows meets each of them once',
    run: async (context, subject) => {
      const live: Question = { conditions: [{ field: 'soft_deleted', operator: 'eq', values: ['false'] }] };
      context.need(subject.complete && answerOf(subject, live).length >= 2, 'needs two live rows');
      await expectWalkIn(4, context, subject, live);
    },
  }),
  'the-same-page-twice': onCollections(['PAGE-4', 'SHAPE-10', 'PAGE-3'], {
    title: 'the same request shows the same page, and the same cursor the same rows',
    run: async (context, { path, rows }) => {
      context.need(rows.length > 0, 'the collection is empty');
      const askTwice = async (query: string): Promise<string | null> => {
        const [first, again] = [await askPage(context, path, query), await askPage(context, path, query)];
        if (first.exchange.text !== again.exchange.text) violated('the same page', 'another one', again.exchange);
        return first.next;
      };
      const cursor = await askTwice('limit=5');
      if (cursor !== null) await askTwice(`limit=5&cursor=${cursor}`);
    },
  }),
  'limit-has-its-default-and-its-maximum': onCollections(['PAGE-2'], {
    title: 'without limit a page has 50 rows; above 200 it has 200, and meta.limit says so',
    run: async (context, { path, rows, complete }) => {
      for (const [query, limit] of [
        ['', 50],
        ['limit=200', 200],
        ['limit=201', 200],
        ['limit=100000', 200],
        ['limit=99999999999999999999', 200],
        ['limit=1', 1],
      ] as const) {
        const page = await askPage(context, path, query);
        expectEqual('meta.limit', page.limit, limit, page.exchange);
        expectFull(page, limit, complete ? rows.length : Infinity);
      }
    },
  }),
  'every-small-page-size-loses-no-row': onCollections(['PAGE-2', 'PAGE-4', 'LIST-3'], {
    title: 'pages of each size from 1 to 10, and of some up to 20, follow each other without a gap',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 3, 'needs three rows');
      const place = collections.findIndex(({ name }) => name === subject.contract.name);
      for (const sizes of [small, larger[place % larger.length] ?? small]) {
        const most = sizes.reduce((sum, size) => sum + size, 0);
        await expectWalkWithin(context, subject, context.random.sample(subject.rows, most), sizes);
      }
    },
  }),
  ...cursorChecks,
};
