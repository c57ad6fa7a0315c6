import { textOf } from '../json.js';
import { idsOf } from '../census/row.js';
import { answerOf } from '../oracle/answer.js';
import { askPage, expectShown } from './ask-list.js';
import { inFamily, onCollections } from './check.js';
import { cursorChecks } from './cursors.js';
import type { Page } from './expect.js';
import { groupedTies } from './ties.js';
import { isSoftDeletable, type Subject } from './subject.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';
import { walkPages } from './walk.js';

/** A walk at the smallest sizes costs a request for each row or two. */
const fewRows = 6;

/** The walk shows these rows and no others, in this order, whatever the sizes of its pages. */
async function expectWalk(
  trial: Trial,
  subject: Subject,
  query: string,
  limits: readonly number[],
  expected: Subject['rows'],
): Promise<void> {
  const { pages, rows } = await walkPages(trial, subject, query, limits, expected.length);
  const last = pages.at(-1);
  if (!last) return;
  const whole: Page = { ...last, rows };
  expectShown(whole, expected, `a walk in pages of ${limits.join(', ')} that meets every row once and in order`);
}

export const pagingChecks = inFamily('paging', [
  onCollections({
    id: 'walk-meets-every-row-once',
    rules: ['PAGE-4', 'LIST-3', 'SHAPE-4'],
    title: 'a walk of the whole collection meets every row exactly once and in order, whatever the page size',
    run: async (trial, subject) => {
      const size = trial.need(subject.complete && subject.rows.length, 'needs a collection that was read to its end');
      const rows = answerOf(subject, { conditions: [], sort: null });
      const limits = size <= 30 ? [1, 2, 3, 5, 7, size - 1] : [Math.ceil(size / 3), Math.min(199, size - 1)];
      for (const limit of new Set(limits.filter((one) => one > 0 && size / one <= 30))) {
        await expectWalk(trial, subject, '', [Math.min(200, limit)], rows);
      }
    },
  }),
  onCollections({
    id: 'a-walk-comes-to-its-end',
    rules: ['PAGE-1', 'LIST-1', 'LIST-3'],
    layer: 'seed',
    title: 'the whole collection can be walked, page by page, and the walk ends',
    run: async (_, { trouble, first, contract }) => {
      if (trouble !== null) violated(`a walk of ${contract.name} that ends`, trouble, ...(first ? [first] : []));
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'page-size-may-change-between-pages',
    rules: ['PAGE-3', 'PAGE-4'],
    title: 'limit may be another on each page, and no row is lost',
    run: async (trial, subject) => {
      const { query, rows } = withinFew(trial, subject);
      await expectWalk(trial, subject, query, [2, 1, 3], rows);
    },
  }),
  onCollections({
    id: 'small-pages-part-ties-rightly',
    rules: ['PAGE-4', 'SORT-1'],
    title: 'pages of one and two rows meet rows that share a sort key once and in order, for every sort',
    run: async (trial, subject) => {
      trial.need(subject.rows.length >= 2, 'needs two rows');
      for (const field of subject.contract.sorts) {
        const tied = groupedTies(subject, field, fewRows);
        const within = `filters[id][in]=${idsOf(tied).join(',')}`;
        for (const [index, sort] of [field, `-${field}`].entries()) {
          const expected = answerOf({ contract: subject.contract, rows: tied }, { conditions: [], sort });
          await expectWalk(trial, subject, `sort=${sort}&${within}`, [index + 1], expected);
        }
      }
    },
  }),
  onCollections({
    id: 'filtered-walk-is-the-filtered-list',
    rules: ['PAGE-4', 'FILT-1'],
    title: 'a walk keeps its filters and its sort from page to page',
    run: async (trial, subject) => {
      trial.need(subject.complete && subject.rows.length >= 4, 'needs four rows');
      const sort = trial.random.pick(subject.contract.sorts) ?? 'created_at';
      const middle = answerOf(subject, { conditions: [], sort: 'created_at' })[Math.floor(subject.rows.length / 2)];
      const condition = {
        field: 'created_at',
        operator: trial.random.integer(2) === 0 ? 'lte' : 'gte',
        values: [textOf(middle?.['created_at'])],
      } as const;
      const rows = answerOf(subject, { conditions: [condition], sort: `-${sort}` });
      const query = `filters[created_at][${condition.operator}]=${condition.values[0]}&sort=-${sort}`;
      await expectWalk(trial, subject, query, [Math.min(200, Math.max(1, Math.ceil(rows.length / 3)))], rows);
    },
  }),
  onCollections({
    id: 'walk-over-a-flag-and-over-nulls',
    rules: ['PAGE-4', 'FILT-8'],
    applies: isSoftDeletable,
    title: 'a walk over live rows meets each of them once',
    run: async (trial, subject) => {
      const live = { field: 'soft_deleted', operator: 'eq', values: ['false'] } as const;
      const rows = answerOf(subject, { conditions: [live], sort: null });
      trial.need(subject.complete && rows.length >= 2, 'needs two live rows');
      const limit = Math.min(200, Math.max(1, Math.ceil(rows.length / 4)));
      await expectWalk(trial, subject, 'filters[soft_deleted][eq]=false', [limit], rows);
    },
  }),
  onCollections({
    id: 'the-same-page-twice',
    rules: ['PAGE-4', 'SHAPE-10', 'PAGE-3'],
    title: 'the same request shows the same page, and the same cursor the same rows',
    run: async (trial, { path, rows }) => {
      trial.need(rows.length > 0, 'the collection is empty');
      const first = await askPage(trial, path, 'limit=5');
      const again = await askPage(trial, path, 'limit=5');
      if (first.exchange.text !== again.exchange.text) violated('the same page', 'another one', again.exchange);
      if (first.next === null) return;
      const second = await askPage(trial, path, `limit=5&cursor=${first.next}`);
      const repeated = await askPage(trial, path, `limit=5&cursor=${first.next}`);
      if (second.exchange.text !== repeated.exchange.text) violated('the same page', 'another one', repeated.exchange);
    },
  }),
  onCollections({
    id: 'limit-has-its-default-and-its-maximum',
    rules: ['PAGE-2'],
    title: 'without limit a page has 50 rows; above 200 it has 200, and meta.limit says so',
    run: async (trial, { path, rows, complete }) => {
      for (const [query, limit] of [
        ['', 50],
        ['limit=200', 200],
        ['limit=201', 200],
        ['limit=100000', 200],
        ['limit=99999999999999999999', 200],
        ['limit=1', 1],
      ] as const) {
        const page = await askPage(trial, path, query);
        if (page.limit !== limit) violated(`meta.limit of ${limit}`, String(page.limit), page.exchange);
        const expected = complete ? Math.min(limit, rows.length) : limit;
        if (page.rows.length !== expected) violated(`${expected} rows`, String(page.rows.length), page.exchange);
      }
    },
  }),
  ...cursorChecks,
]);

/** A few rows, as a universe of their own. */
function withinFew(trial: Trial, subject: Subject): { query: string; rows: Subject['rows'] } {
  trial.need(subject.rows.length >= 3, 'needs three rows');
  const few = trial.random.sample(subject.rows, fewRows);
  const rows = answerOf({ contract: subject.contract, rows: few }, { conditions: [], sort: null });
  return { query: `filters[id][in]=${idsOf(few).join(',')}`, rows };
}
