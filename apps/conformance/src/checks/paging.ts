import { collections, defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import { grouped } from '../grouped.js';
import { readId, type Row } from '../json.js';
import { conditionQuery, described, expectedAnswer, type Question, questionQuery, within } from '../oracle.js';
import { expectEqual, expectProblem, expectSameBody, expectStatus } from '../kit/expect.js';
import { expectFull, expectNext } from '../kit/expect-page.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import type { Subject } from '../kit/subject.js';
import { goodValue, groupedTies, otherReaders, tellingConditions } from '../kit/choose.js';
import { askPage, askRawPage, expectShown, expectPaging } from '../kit/ask.js';

async function fetchCursor(context: CheckContext, { path, rows }: Subject, query = 'limit=1'): Promise<string> {
  context.need(rows.length >= 2, 'needs two rows');
  const page = await askPage(context, path, query);
  expectNext(page, true);
  return page.next ?? '';
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function damaged(cursor: string): string[] {
  const { length } = cursor;
  const [third, half] = [Math.floor(length / 3), Math.floor(length / 2)];
  const places = [0, 1, third, half, length - 2, length - 1];
  const last = alphabet.indexOf(cursor.at(-1) ?? '');
  return [
    ...places.map((at) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`),
    ...[cursor.slice(0, -1), cursor.slice(0, half), cursor.slice(1), '', 'next'],
    ...['A', '=', '==', '%20', '.', cursor].map((more) => `${cursor}${more}`),
    `${cursor.slice(half)}${cursor.slice(0, half)}`,
    // If the last character carries fewer than six bits, other characters decode to the same bytes, which is not
    // canonical.
    ...(last < 0 ? [] : [1, 2, 3].map((by) => `${cursor.slice(0, -1)}${alphabet[last ^ by] ?? ''}`)),
  ];
}

async function expectRefused(context: CheckContext, path: string, query: string, cursor: string, why: string) {
  const exchange = await context.get(`${path}?${query}&cursor=${cursor}`);
  expectProblem(exchange, 'invalid_cursor', why, { parameters: ['cursor'] });
}

function sameMeanings(context: CheckContext, { contract, rows }: Subject): readonly [string, readonly string[]][] {
  context.need(rows.length >= 2, 'needs two rows');
  const [a = '', b = ''] = context.random.sample(rows, 2).map(readId);
  const set = 'filters[id][in]';
  const since = 'filters[created_at][gte]=1990-01-01';
  return [
    ['', [`sort=${contract.defaultSort}`]],
    [`sort=${contract.defaultSort}`, ['']],
    [
      `${set}=${a},${b}`,
      [`${set}=${b},${a}`, `${set}[]=${b}&${set}[]=${a}`, `${set}=${a.toUpperCase()}&${set}=${b},${a}`],
    ],
    [since, [`${since}T00:00Z`, `${since}T02:00:00.0009%2B02:00`, `${since}T00:00:00`]],
  ];
}

/** A list to page through: the rows that it must show, and the page sizes, in turn. */
interface Walk {
  readonly query?: string;
  readonly expected: readonly Row[];
  readonly limits: readonly number[];
}

/** A walk over some rows, which makes small pages affordable. */
function walkWithin(subject: Subject, rows: readonly Row[], limits: readonly number[], sort: string | null): Walk {
  return {
    query: questionQuery({ sort }, within(rows)),
    expected: expectedAnswer({ ...subject, rows }, { sort }),
    limits,
  };
}

const pagingThrough = (
  rules: Checks[string]['rules'],
  title: string,
  walksOf: (context: CheckContext, subject: Subject) => readonly Walk[],
): Checks[string] =>
  onCollections(rules, {
    title,
    run: async (context, subject) => {
      const walks = walksOf(context, subject);
      context.need(walks.length > 0, 'needs more rows');
      for (const { query = '', limits, expected } of walks)
        await expectPaging(context, subject, query, limits, expected);
    },
  });

/** Page sizes from 1 to 20: the smaller ones in every collection, some of the larger ones in each. */
const sizesOf = ({ contract }: Subject): readonly (readonly number[])[] => {
  const place = collections.findIndex(({ name }) => name === contract.name);
  const larger = [
    [1, 11, 12, 13, 14],
    [1, 15, 16, 17],
    [1, 18, 19, 20],
  ];
  return [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], larger[place % larger.length] ?? []];
};

export const pagingChecks: Checks = {
  'walk-meets-every-row-once': pagingThrough(
    ['PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4', 'LIST-3', 'SHAPE-4'],
    'paging returns every row exactly once and in order, at every page size from 1 to 20 and through the whole list',
    (context, subject) => {
      const { rows, complete } = subject;
      const size = complete ? rows.length : 0;
      const limits = size <= 30 ? [size - 1] : [Math.ceil(size / 3), Math.min(199, size - 1)];
      const whole = limits
        .filter((limit) => limit > 0)
        .map((limit) => ({
          ...{ expected: expectedAnswer(subject), limits: [Math.min(200, limit)] },
        }));
      const small = sizesOf(subject).map((sizes) => {
        const most = sizes.reduce((sum, one) => sum + one, 0);
        return walkWithin(subject, context.random.sample(rows, most), sizes, null);
      });
      return [...whole, ...small.filter(({ expected }) => expected.length >= 3)];
    },
  ),
  'a-walk-comes-to-its-end': onCollections(['PAGE-1', 'LIST-1', 'LIST-3'], {
    layer: 'seed',
    title: 'the whole collection can be read page by page, and paging ends',
    run: (_, { trouble, first, contract }) => {
      if (trouble !== null)
        violated(`paging through ${contract.name} that ends with a page without a next page`, trouble, first);
    },
  }),
  'small-pages-part-ties-rightly': pagingThrough(
    ['PAGE-4', 'SORT-1'],
    'pages of one and two rows return rows with equal sort keys once and in order, for every sort',
    (_, subject) =>
      subject.contract.sorts.flatMap((field) => {
        const tied = groupedTies(subject, field, 5);
        if (tied.length < 2) return [];
        return [walkWithin(subject, tied, [1, 2], field), walkWithin(subject, tied, [2, 1], `-${field}`)];
      }),
  ),
  'filtered-walk-is-the-filtered-list': pagingThrough(
    ['PAGE-4', 'FILT-1', 'FILT-8'],
    'each filter applies to every page, in every order',
    (_, subject) => {
      const sorts = subject.contract.sorts.flatMap((field) => [`-${field}`, field]);
      return subject.filters.flatMap((filter, index) => {
        const kept = tellingConditions(subject, filter).filter(({ rows }) => rows.size >= 3);
        const { condition } = kept[index % kept.length] ?? {};
        if (!subject.complete || condition === undefined) return [];
        const question: Question = { conditions: [condition], sort: sorts[index % sorts.length] ?? null };
        const expected = expectedAnswer(subject, question);
        return [{ query: questionQuery(question), expected, limits: [Math.min(200, Math.ceil(expected.length / 3))] }];
      });
    },
  ),
  'pages-are-full-until-the-last': onCollections(['LIST-3', 'PAGE-2'], {
    title: 'every page but the last has meta.limit rows: 50 without a limit, 200 above that maximum',
    run: async (context, { path, rows, complete }) => {
      const size = rows.length;
      const limits = [
        ...[null, 1, 200, 201, 100_000, '99999999999999999999'],
        // A page that ends exactly with the last row is easily mistaken for an earlier one.
        ...(complete ? [size, size - 1, size + 1, Math.ceil(size / 2)].filter((one) => one > 1 && one < 200) : []),
      ];
      for (const asked of new Set(limits)) {
        const page = await askPage(context, path, asked === null ? '' : `limit=${asked}`);
        const limit = Math.min(maximumLimit, Number(asked ?? defaultLimit));
        expectEqual('meta.limit', page.limit, limit, page.exchange);
        expectFull(page, limit, complete ? size : Infinity);
      }
    },
  }),
  'damaged-cursor-is-refused': onCollections(['PAGE-3'], {
    title: 'a damaged, truncated, extended or empty cursor is a 400 invalid_cursor',
    run: async (context, subject) => {
      const cursor = await fetchCursor(context, subject);
      const place = collections.findIndex(({ name }) => name === subject.contract.name);
      // Collections read their cursors alike, so each tries a third of the damages.
      for (const [index, bad] of damaged(cursor).entries()) {
        if (bad === cursor || index % 3 !== place % 3) continue;
        await expectRefused(context, subject.path, 'limit=1', bad, `a damaged cursor (${bad.slice(0, 12)}…)`);
      }
    },
  }),
  'foreign-cursor-is-refused': onCollections(['PAGE-3'], {
    title: 'a cursor is refused with another sort or direction',
    run: async (context, subject) => {
      const { defaultSort, sorts } = subject.contract;
      const cursor = await fetchCursor(context, subject);
      for (const sort of sorts.flatMap((field) => [field, `-${field}`]).filter((one) => one !== defaultSort)) {
        const why = `the cursor of another sort, with ${sort}`;
        await expectRefused(context, subject.path, `limit=1&sort=${sort}`, cursor, why);
      }
    },
  }),
  'cursor-of-other-filters-is-refused': onCollections(['PAGE-3'], {
    title: 'a cursor is refused if any filter is added, dropped or changed',
    run: async (context, subject) => {
      const { filters, path } = subject;
      const plain = await fetchCursor(context, subject);
      for (const [index, filter] of filters.entries()) {
        const [operator = 'in'] = filter.operators;
        const added = conditionQuery({ field: filter.field, operator, values: [goodValue(filter)] });
        if (filters.findIndex(({ kind }) => kind === filter.kind) === index)
          await expectRefused(context, path, `limit=1&${added}`, plain, 'the cursor of a list without filters');
        const all = tellingConditions(subject, filter);
        const wide = all.filter(({ rows }) => rows.size >= 2);
        const { condition } = wide[index % wide.length] ?? {};
        if (condition === undefined) continue;
        const cursor = await fetchCursor(context, subject, `limit=1&${conditionQuery(condition)}`);
        // Every other filter is dropped, and the others get another value or operator.
        const others = all.filter((one) => conditionQuery(one.condition) !== conditionQuery(condition));
        const other = index % 2 === 0 ? undefined : others[index % others.length];
        const query = other ? `limit=1&${conditionQuery(other.condition)}` : 'limit=1';
        const why = `the cursor of ${described({ conditions: [condition] })}`;
        await expectRefused(context, path, query, cursor, why);
      }
    },
  }),
  'a-cursor-belongs-to-no-token': onServer(['PAGE-3', 'AUTH-3'], {
    title: 'every token that may read a collection continues with the cursor of another',
    run: async (context) => {
      const asked = [...context.snapshot.keys()]
        .map((name) => context.subject(name))
        .filter(({ rows }) => rows.length >= 2)
        .flatMap((subject) => otherReaders(context.given, subject.contract).map((token) => ({ subject, token })));
      context.need(asked.length > 0, 'needs another token and two rows');
      for (const { subject, token } of asked) {
        const query = `limit=1&cursor=${await fetchCursor(context, subject)}`;
        const mine = await askPage(context, subject.path, query);
        const theirs = await context.get(`${subject.path}?${query}`, { token });
        expectStatus(theirs, 200, 'the cursor of another token');
        expectSameBody('the same next page for every token', mine.exchange, theirs);
      }
    },
  }),
  'cursor-holds-for-the-same-meaning': onCollections(['PAGE-3'], {
    title: 'a cursor stays valid if the same sort, set, instant or uuid is written differently',
    run: async (context, subject) => {
      const { path } = subject;
      for (const [query, others] of sameMeanings(context, subject)) {
        const cursor = await fetchCursor(context, subject, `${query}&limit=1`);
        const next = await askPage(context, path, `${query}&limit=1&cursor=${cursor}`);
        for (const other of others) {
          const page = await askRawPage(context, path, `${other}&limit=1&cursor=${cursor}`);
          expectShown(page, next.rows, `the same next page for "${other}" as for "${query}"`);
        }
      }
    },
  }),
  'no-two-collections-share-their-cursors': onServer(['PAGE-3'], {
    title: 'the cursor of a collection is refused by another one with the same default sort',
    run: async (context) => {
      const subjects = [...context.snapshot.keys()].map((name) => context.subject(name));
      let asked = 0;
      for (const group of grouped(subjects, ({ contract }) => contract.defaultSort).values()) {
        for (const [place, owner] of group.entries()) {
          const other = group[(place + 1) % group.length] ?? owner;
          const { next } = await askPage(context, owner.path, 'limit=1');
          if (next === null || other === owner) continue;
          const why = `the cursor of ${owner.contract.name}, with ${other.contract.name}`;
          await expectRefused(context, other.path, 'limit=1', next, why);
          asked += 1;
        }
      }
      context.need(asked > 0, 'no collection has two rows');
    },
  }),
};
