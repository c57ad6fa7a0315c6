import { collections, defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import { requestPage, requestRawPage, expectPaging, expectShown } from '../kit/request-pages.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { goodValue, chooseTies, otherReaders, tellingConditions } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { expectProblem, expectSameBody, expectStatus } from '../kit/expect.js';
import { expectFull, expectNext } from '../kit/expect-page.js';
import { type Subject, thirdOf } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { readId, type Row } from '../json.js';
import { conditionQuery, expectedRows, questionQuery, idFilter } from '../oracle.js';

async function fetchCursor(context: CheckContext, { path, rows }: Subject, query = 'limit=1'): Promise<string> {
  context.need(rows.length >= 2, 'needs two rows');
  const page = await requestPage(context, path, query);
  expectNext(page, true);
  return page.next ?? '';
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function damageCursor(cursor: string): string[] {
  const { length } = cursor;
  const [third, half] = [Math.floor(length / 3), Math.floor(length / 2)];
  const places = [0, 1, third, half, length - 2, length - 1];
  const last = alphabet.indexOf(cursor.at(-1) ?? '');
  const all = [
    ...places.map((at) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`),
    ...[cursor.slice(0, -1), cursor.slice(0, half), cursor.slice(1), '', 'next'],
    ...['A', '=', '==', '%20', '.', cursor].map((more) => `${cursor}${more}`),
    `${cursor.slice(half)}${cursor.slice(0, half)}`,
    // If the last character carries fewer than six bits, other characters decode to the same bytes, which is not
    // canonical.
    ...(last < 0 ? [] : [1, 2, 3].map((by) => `${cursor.slice(0, -1)}${alphabet[last ^ by] ?? ''}`)),
  ];
  return all.filter((one) => one !== cursor);
}

async function expectRejected(context: CheckContext, path: string, query: string, cursor: string, of: string) {
  const sent = questionQuery({}, query, 'limit=1', `cursor=${cursor}`);
  const exchange = await context.get(`${path}?${sent}`);
  expectProblem(exchange, 'invalid_cursor', `the cursor of ${of}, with ${query}`, { parameters: ['cursor'] });
}

/** Queries, and others with the same meaning. */
function sameMeanings(context: CheckContext, { contract, rows }: Subject): readonly (readonly string[])[] {
  context.need(rows.length >= 2, 'needs two rows');
  const [a = '', b = ''] = context.random.sample(rows, 2).map(readId);
  const set = 'filters[id][in]';
  const since = 'filters[created_at][gte]=1990-01-01';
  return [
    ['', `sort=${contract.defaultSort}`],
    [`sort=${contract.defaultSort}`, ''],
    [
      `${set}=${a},${b}`,
      `${set}=${b},${a}`,
      `${set}[]=${b}&${set}[]=${a}`,
      `${set}=${a.toUpperCase()}&${set}=${b},${a}`,
    ],
    [since, `${since}T00:00Z`, `${since}T02:00:00.0009%2B02:00`, `${since}T00:00:00`],
  ];
}

/** A list to page through: the rows that it must show, and the page sizes, in turn. */
interface PagedList {
  readonly query?: string;
  readonly expected: readonly Row[];
  readonly limits: readonly number[];
}

/** Pages through only some rows, which makes small pages affordable. */
const pagedListWithin = (
  subject: Subject,
  rows: readonly Row[],
  limits: readonly number[],
  sort: string | null,
): PagedList => ({
  ...{ query: questionQuery({ sort }, idFilter(rows)), limits },
  expected: expectedRows({ ...subject, rows }, { sort }),
});

const pagingThrough = (
  rules: Checks[string]['rules'],
  title: string,
  findPagedLists: (context: CheckContext, subject: Subject) => readonly PagedList[],
): Checks[string] =>
  onCollections(rules, {
    title,
    run: async (context, subject) => {
      const pagedLists = findPagedLists(context, subject);
      context.need(pagedLists.length > 0, 'needs more rows');
      for (const { query = '', limits, expected } of pagedLists)
        await expectPaging(context, subject, query, limits, expected);
    },
  });

const directions = ({ contract }: Subject): string[] => contract.sorts.flatMap((field) => [`-${field}`, field]);

/** Page sizes from 1 to 20: the smaller ones in every collection, some of the larger ones in each. */
const sizesOf = ({ place }: Subject): readonly (readonly number[])[] => [
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  [1, ...thirdOf([11, 12, 13, 14, 15, 16, 17, 18, 19, 20], place)],
];

export const pagingChecks: Checks = {
  'paging-returns-every-row-once': pagingThrough(
    ['PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4', 'LIST-3', 'SHAPE-4'],
    'paging returns every row exactly once and in order, at every page size from 1 to 20 and through the whole list',
    (context, subject) => {
      const { rows, complete } = subject;
      const size = complete ? rows.length : 0;
      const limits = size <= 30 ? [size - 1] : [Math.ceil(size / 3), size - 1];
      const whole = limits
        .filter((limit) => limit > 0)
        .map((limit): PagedList => ({ expected: expectedRows(subject), limits: [Math.min(maximumLimit - 1, limit)] }));
      const small = sizesOf(subject).map((sizes) => {
        const most = sizes.reduce((sum, one) => sum + one, 0);
        return pagedListWithin(subject, context.random.sample(rows, most), sizes, null);
      });
      return [...whole, ...small.filter(({ expected }) => expected.length >= 3)];
    },
  ),
  'paging-ends': onCollections(['PAGE-1', 'LIST-1', 'LIST-3'], {
    layer: 'core',
    title: 'the whole collection can be read page by page, and paging ends',
    run: (_, { trouble, first, contract }) => {
      if (trouble !== null)
        fail(`paging through ${contract.name} that ends with a page without a next page`, trouble, first);
    },
  }),
  'ties-across-small-pages': pagingThrough(
    ['PAGE-4', 'SORT-1'],
    'pages of one and two rows return rows with equal sort keys once and in order, for every sort',
    (_, subject) =>
      directions(subject).flatMap((sort, index) => {
        const tied = chooseTies(subject, sort.replace('-', ''), 5);
        return tied.length < 2 ? [] : [pagedListWithin(subject, tied, index % 2 === 0 ? [2, 1] : [1, 2], sort)];
      }),
  ),
  'filters-apply-to-every-page': pagingThrough(
    ['PAGE-4', 'FILT-1', 'FILT-8'],
    'each filter applies to every page, in every order',
    (_, subject) => {
      const sorts = directions(subject);
      return subject.filters.flatMap((filter, index): PagedList[] => {
        const kept = tellingConditions(subject, filter).filter(({ rows }) => rows.size >= 3);
        const { condition } = kept[index % kept.length] ?? {};
        if (!subject.complete || condition === undefined) return [];
        const question = { conditions: [condition], sort: sorts[index % sorts.length] ?? null };
        const expected = expectedRows(subject, question);
        const limit = Math.min(maximumLimit, Math.ceil(expected.length / 3));
        return [{ query: questionQuery(question), expected, limits: [limit] }];
      });
    },
  ),
  'all-pages-but-the-last-are-full': onCollections(['LIST-3', 'PAGE-2'], {
    title: 'every page but the last has meta.limit rows: 50 without a limit, 200 above that maximum',
    run: async (context, { path, rows, complete }) => {
      const size = rows.length;
      const limits = [
        ...[null, 1, 200, 201, 100_000, '99999999999999999999'],
        // A page that ends exactly with the last row is easily mistaken for an earlier one.
        ...(complete ? [size, size - 1, size + 1, Math.ceil(size / 2)].filter((one) => one > 1 && one < 200) : []),
      ];
      for (const requested of new Set(limits)) {
        const page = await requestPage(context, path, requested === null ? '' : `limit=${requested}`);
        expectFull(page, Math.min(maximumLimit, Number(requested ?? defaultLimit)), complete ? size : Infinity);
      }
    },
  }),
  'damaged-cursor-is-rejected': onCollections(['PAGE-3'], {
    title: 'a damaged, truncated, extended or empty cursor is a 400 invalid_cursor',
    run: async (context, subject) => {
      const cursor = await fetchCursor(context, subject);
      for (const bad of thirdOf(damageCursor(cursor), subject.place))
        await expectRejected(context, subject.path, '', bad, `this page, damaged (${bad.slice(0, 12)}…)`);
    },
  }),
  'foreign-cursor-is-rejected': onCollections(['PAGE-3'], {
    title: 'a cursor is rejected with another sort or direction, and by another collection with the same default sort',
    run: async (context, subject) => {
      const { defaultSort, name } = subject.contract;
      const cursor = await fetchCursor(context, subject);
      for (const sort of directions(subject).filter((one) => one !== defaultSort))
        await expectRejected(context, subject.path, `sort=${sort}`, cursor, `the sort ${defaultSort}`);
      const alike = collections.filter((one) => one.defaultSort === defaultSort);
      const other = alike[(alike.findIndex((one) => one.name === name) + 1) % alike.length];
      if (other && other.name !== name) await expectRejected(context, `/api/v1/${other.name}`, '', cursor, name);
    },
  }),
  'cursor-of-other-filters-is-rejected': onCollections(['PAGE-3'], {
    title: 'a cursor is rejected if any filter is added, dropped or changed',
    run: async (context, subject) => {
      const { filters, path } = subject;
      const plain = await fetchCursor(context, subject);
      for (const [index, filter] of filters.entries()) {
        const [operator = 'in'] = filter.operators;
        const added = conditionQuery({ field: filter.field, operator, values: [goodValue(filter)] });
        if (filters.findIndex(({ kind }) => kind === filter.kind) === index)
          await expectRejected(context, path, added, plain, 'a list without filters');
        const all = tellingConditions(subject, filter).map((one) => ({ ...one, query: conditionQuery(one.condition) }));
        const wide = all.filter(({ rows }) => rows.size >= 2);
        const { query } = wide[index % wide.length] ?? {};
        if (query === undefined) continue;
        // Every other filter is dropped, and the others get another value or operator.
        const others = all.filter((other) => other.query !== query);
        const other = index % 2 === 0 ? undefined : others[index % others.length];
        const cursor = await fetchCursor(context, subject, `limit=1&${query}`);
        await expectRejected(context, path, other?.query ?? '', cursor, query);
      }
    },
  }),
  'cursors-are-valid-for-every-token': onServer(['PAGE-3', 'AUTH-3'], {
    title: 'a cursor is valid for every token that may read the collection',
    run: async (context) => {
      const cases = context.subjects
        .filter(({ rows }) => rows.length >= 2)
        .flatMap((subject) => otherReaders(context.given, subject.contract).map((token) => ({ subject, token })));
      context.need(cases.length > 0, 'needs another token and two rows');
      for (const { subject, token } of cases) {
        const query = `limit=1&cursor=${await fetchCursor(context, subject)}`;
        const mine = await requestPage(context, subject.path, query);
        const theirs = await context.get(`${subject.path}?${query}`, { token });
        expectStatus(theirs, 200, 'the cursor of another token');
        expectSameBody('the same next page for every token', mine.exchange, theirs);
      }
    },
  }),
  'cursor-is-valid-for-equivalent-queries': onCollections(['PAGE-3'], {
    title: 'a cursor stays valid if the same sort, set, instant or uuid is written differently',
    run: async (context, subject) => {
      const { path } = subject;
      for (const [query = '', ...others] of sameMeanings(context, subject)) {
        const cursor = await fetchCursor(context, subject, `${query}&limit=1`);
        const next = await requestPage(context, path, `${query}&limit=1&cursor=${cursor}`);
        for (const other of others) {
          const page = await requestRawPage(context, path, `${other}&limit=1&cursor=${cursor}`);
          expectShown(page, next.rows, `the same next page for "${other}" as for "${query}"`);
        }
      }
    },
  }),
};
