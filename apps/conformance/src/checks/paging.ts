import { collections, maximumLimit } from '@resource-catalogue/contracts';
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
  ].filter((bad) => bad !== cursor);
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

/** A full read at the smallest sizes costs a request for every row or two. */
const fewRows = 6;

/** The number of pages that show whether a filter applies to each of them. */
const fewPages = 3;

/** The page sizes after the first page, if there are few enough rows for one filter to hold their ids. */
const small = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Each collection uses one of these; together they cover every size up to 20. */
const larger: readonly (readonly number[])[] = [
  [1, 11, 12, 13, 14],
  [1, 15, 16, 17],
  [1, 18, 19, 20],
];

function expectPagingWithin(
  context: CheckContext,
  subject: Subject,
  rows: readonly Row[],
  limits: readonly number[],
  sort: string | null = null,
): Promise<void> {
  const query = questionQuery({ sort }, within(rows));
  return expectPaging(context, subject, query, limits, expectedAnswer({ ...subject, rows }, { sort }));
}

export const pagingChecks: Checks = {
  'walk-meets-every-row-once': onCollections(['PAGE-4', 'LIST-3', 'SHAPE-4'], {
    title: 'paging through a collection returns every row exactly once and in order, at every page size',
    run: async (context, subject) => {
      const size = context.need(subject.complete && subject.rows.length, 'needs a completely read collection');
      const limits = size <= 30 ? [1, 2, 3, 5, 7, size - 1] : [Math.ceil(size / 3), Math.min(199, size - 1)];
      for (const limit of new Set(limits.filter((one) => one > 0 && size / one <= 30)))
        await expectPaging(context, subject, '', [Math.min(200, limit)], expectedAnswer(subject));
    },
  }),
  'a-walk-comes-to-its-end': onCollections(['PAGE-1', 'LIST-1', 'LIST-3'], {
    layer: 'seed',
    title: 'the whole collection can be read page by page, and paging ends',
    run: (_, { trouble, first, contract }) => {
      if (trouble !== null)
        violated(`paging through ${contract.name} that ends with a page without a next page`, trouble, first);
    },
  }),
  'small-pages-part-ties-rightly': onCollections(['PAGE-4', 'SORT-1'], {
    title: 'pages of one and two rows return rows with equal sort keys once and in order, for every sort',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 2, 'needs two rows');
      for (const field of subject.contract.sorts) {
        const tied = groupedTies(subject, field, fewRows);
        await expectPagingWithin(context, subject, tied, [1], field);
        await expectPagingWithin(context, subject, tied, [2], `-${field}`);
      }
    },
  }),
  'filtered-walk-is-the-filtered-list': onCollections(['PAGE-4', 'FILT-1', 'FILT-8'], {
    title: 'each filter applies to every page, in every order',
    run: async (context, subject) => {
      context.need(subject.complete && subject.rows.length >= 4, 'needs four rows');
      const sorts = subject.contract.sorts.flatMap((field) => [`-${field}`, field]);
      for (const [index, filter] of subject.filters.entries()) {
        const all = tellingConditions(subject, filter).filter(({ rows }) => rows.size >= 3);
        const few = all.filter(({ rows }) => rows.size <= fewPages * maximumLimit);
        const kept = few.length > 0 ? few : all;
        const { condition } = kept[index % kept.length] ?? {};
        if (condition === undefined) continue;
        const question: Question = { conditions: [condition], sort: sorts[index % sorts.length] ?? null };
        const rows = expectedAnswer(subject, question);
        const limit = Math.min(maximumLimit, Math.ceil(rows.length / fewPages));
        await expectPaging(context, subject, questionQuery(question), [limit], rows);
      }
    },
  }),
  'the-same-page-twice': onCollections(['PAGE-4', 'SHAPE-10', 'PAGE-3'], {
    title: 'the same request returns the same page, and the same cursor the same rows',
    run: async (context, { path, rows }) => {
      context.need(rows.length > 0, 'the collection is empty');
      const askTwice = async (query: string): Promise<string | null> => {
        const [first, again] = [await askPage(context, path, query), await askPage(context, path, query)];
        expectSameBody('the same page', first.exchange, again.exchange);
        return first.next;
      };
      const cursor = await askTwice('limit=5');
      if (cursor !== null) await askTwice(`limit=5&cursor=${cursor}`);
    },
  }),
  'limit-has-its-default-and-its-maximum': onCollections(['PAGE-2'], {
    title: 'without limit a page has 50 rows, above 200 it has 200, as meta.limit shows',
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
  'every-small-page-size-loses-no-row': onCollections(['PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4', 'LIST-3'], {
    title: 'pages of each size from 1 to 10, and some up to 20, follow each other without a gap',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 3, 'needs three rows');
      const place = collections.findIndex(({ name }) => name === subject.contract.name);
      for (const sizes of [small, larger[place % larger.length] ?? small]) {
        const most = sizes.reduce((sum, size) => sum + size, 0);
        await expectPagingWithin(context, subject, context.random.sample(subject.rows, most), sizes);
      }
    },
  }),
  'cursor-stands-in-a-url-as-it-is': onCollections(['PAGE-3'], {
    title: 'a cursor needs no escaping in a URL',
    run: async (context, subject) => {
      const cursor = await fetchCursor(context, subject);
      const bad = cursor.replaceAll(/[A-Za-z0-9\-._~!$'()*,;:@/?=]/g, '');
      if (bad !== '')
        violated('only characters that a query can contain unescaped', bad, ...context.exchanges.slice(-1));
    },
  }),
  'damaged-cursor-is-refused': onCollections(['PAGE-3'], {
    title: 'a damaged, truncated, extended or empty cursor is a 400 invalid_cursor',
    run: async (context, subject) => {
      for (const bad of damaged(await fetchCursor(context, subject)))
        await expectRefused(context, subject.path, 'limit=1', bad, `a damaged cursor (${bad.slice(0, 12)}…)`);
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
      const plain = await fetchCursor(context, subject);
      for (const [index, filter] of subject.filters.entries()) {
        const own = filter.operators[index % filter.operators.length] ?? 'in';
        const added = conditionQuery({ field: filter.field, operator: own, values: [goodValue(filter)] });
        await expectRefused(context, subject.path, `limit=1&${added}`, plain, 'the cursor of a list without filters');
        const conditions = tellingConditions(subject, filter);
        const wide = conditions.filter(({ rows }) => rows.size >= 2);
        const { condition } = wide[index % wide.length] ?? {};
        if (condition === undefined) continue;
        const cursor = await fetchCursor(context, subject, `limit=1&${conditionQuery(condition)}`);
        const { operator, values } = condition;
        const changed = [
          conditions.find((one) => one.condition.operator === operator && one.condition.values[0] !== values[0]),
          conditions.find((one) => one.condition.operator !== operator),
        ].flatMap((one) => (one ? [one.condition] : []));
        for (const other of [null, ...changed]) {
          const query = other === null ? 'limit=1' : `limit=1&${conditionQuery(other)}`;
          await expectRefused(
            context,
            subject.path,
            query,
            cursor,
            `the cursor of ${described({ conditions: [condition] })}`,
          );
        }
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
    title: 'the cursor of a collection is refused by all others with the same default sort',
    run: async (context) => {
      const subjects = [...context.snapshot.keys()].map((name) => context.subject(name));
      let asked = 0;
      for (const group of grouped(subjects, ({ contract }) => contract.defaultSort).values()) {
        const pages = await Promise.all(group.map(({ path }) => askPage(context, path, 'limit=1')));
        const owners = group.filter((_, place) => (pages[place]?.next ?? null) !== null);
        // Either of the two collections has their common fields.
        const pairs = owners.flatMap((owner, place) =>
          group
            .filter((other) => other !== owner && !owners.slice(0, place).includes(other))
            .map((other) => ({ owner, other, cursor: pages[group.indexOf(owner)]?.next ?? '' })),
        );
        await Promise.all(
          pairs.map(({ owner, other, cursor }) => {
            const why = `the cursor of ${owner.contract.name}, with ${other.contract.name}`;
            return expectRefused(context, other.path, 'limit=1', cursor, why);
          }),
        );
        asked += pairs.length;
      }
      context.need(asked > 0, 'no collection has two rows');
    },
  }),
};
