import { collections } from '@resource-catalogue/contracts';
import { grouped } from '../../grouped.js';
import { answerOf, questionQuery, within } from '../../oracle.js';
import { idOf } from '../../json.js';
import { expectNext } from '../assertions/page.js';
import { expectProblem } from '../assertions/problem.js';
import type { CheckContext } from '../context/check-context.js';
import { type Checks, onCollections, onServer } from '../context/check.js';
import { unknownId } from '../context/operations.js';
import type { Subject } from '../context/subject.js';
import { violated } from '../context/violation.js';
import { askPage, askRawPage, expectShown } from '../requests/lists.js';

async function cursorOf(context: CheckContext, { path, rows }: Subject, query = 'limit=1'): Promise<string> {
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
    // Other endings decode to the same bytes where the last character carries fewer than six bits: not canonical.
    ...(last < 0 ? [] : [1, 2, 3].map((by) => `${cursor.slice(0, -1)}${alphabet[last ^ by] ?? ''}`)),
  ].filter((bad) => bad !== cursor);
}

async function expectRefused(context: CheckContext, path: string, query: string, cursor: string, why: string) {
  const exchange = await context.get(`${path}?${query}&cursor=${cursor}`);
  expectProblem(exchange, 'invalid_cursor', why, { parameters: ['cursor'] });
}

export const cursorChecks: Checks = {
  'cursor-stands-in-a-url-as-it-is': onCollections(['PAGE-3'], {
    title: 'a cursor needs no encoding in a URL',
    run: async (context, subject) => {
      const cursor = await cursorOf(context, subject);
      const bad = cursor.replaceAll(/[A-Za-z0-9\-._~!$'()*,;:@/?=]/g, '');
      if (bad !== '') violated('characters that a query may have as they are', bad, ...context.exchanges.slice(-1));
    },
  }),
  'damaged-cursor-is-refused': onCollections(['PAGE-3'], {
    title: 'a cursor that is damaged, cut off, lengthened or empty is 400 invalid_cursor',
    run: async (context, subject) => {
      for (const bad of damaged(await cursorOf(context, subject)))
        await expectRefused(context, subject.path, 'limit=1', bad, `a damaged cursor (${bad.slice(0, 12)}…)`);
    },
  }),
  'foreign-cursor-is-refused': onCollections(['PAGE-3'], {
    title: 'a cursor is refused with another sort, another direction or another collection',
    run: async (context, subject) => {
      const { name, defaultSort, sorts } = subject.contract;
      const cursor = await cursorOf(context, subject);
      const field = defaultSort.replace(/^-/, '');
      const turned = defaultSort.startsWith('-') ? field : `-${field}`;
      for (const sort of [turned, ...sorts.filter((one) => one !== field)]) {
        const why = `the cursor of another sort, with ${sort}`;
        await expectRefused(context, subject.path, `limit=1&sort=${sort}`, cursor, why);
      }
      const other = collections.find((one) => one.name !== name && one.defaultSort === defaultSort);
      const foreign = `/api/v1/${other?.name ?? 'users'}`;
      await expectRefused(context, foreign, 'limit=1', cursor, `the cursor of ${name}, with another collection`);
    },
  }),
  'cursor-of-other-filters-is-refused': onCollections(['PAGE-3'], {
    title: 'a cursor is refused when a filter is added, dropped or changed',
    run: async (context, subject) => {
      const filter = 'filters[created_at][gte]=1990-01-01';
      const [one, other] = context.random.sample(subject.rows, 2).map(idOf);
      const set = (ids: string): string => `limit=1&filters[id][in]=${ids}`;
      const plain = await cursorOf(context, subject);
      const filtered = await cursorOf(context, subject, `limit=1&${filter}`);
      const ofSet = await cursorOf(context, subject, set(`${one},${other}`));
      for (const [cursor, query, why] of [
        [plain, `limit=1&${filter}`, 'the cursor of a list without filters, with one'],
        [filtered, 'limit=1', 'the cursor of a filtered list, without the filter'],
        [filtered, 'limit=1&filters[created_at][gte]=1990-01-02', 'the cursor of another value'],
        [filtered, 'limit=1&filters[created_at][gt]=1990-01-01', 'the cursor of another operator'],
        [filtered, 'limit=1&filters[updated_at][gte]=1990-01-01', 'the cursor of another field'],
        [filtered, `limit=1&${filter}&filters[id][not_in]=${unknownId}`, 'the cursor of fewer filters'],
        [ofSet, set(`${one},${unknownId}`), 'the cursor of another set'],
      ] as const)
        await expectRefused(context, subject.path, query, cursor, why);
    },
  }),
  'cursor-holds-for-the-same-meaning': onCollections(['PAGE-3'], {
    title: 'a cursor stays valid when the same sort, set, instant or uuid is written in another way',
    run: async (context, subject) => {
      const { path } = subject;
      for (const [query, others] of sameMeanings(context, subject)) {
        const cursor = await cursorOf(context, subject, `${query}&limit=1`);
        const next = await askPage(context, path, `${query}&limit=1&cursor=${cursor}`);
        for (const other of others) {
          const page = await askRawPage(context, path, `${other}&limit=1&cursor=${cursor}`);
          expectShown(page, next.rows, `the same next page for "${other}" as for "${query}"`);
        }
      }
    },
  }),
  'cursor-continues-behind-its-page': onCollections(['PAGE-1', 'PAGE-4'], {
    title: 'the page behind a cursor begins with the row that follows',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 3, 'needs three rows');
      for (const sort of context.random.sample(subject.contract.sorts, 2)) {
        const rows = context.random.sample(subject.rows, 5);
        const query = questionQuery({ sort }, within(rows));
        const answer = answerOf({ ...subject, rows }, { sort });
        const first = await askPage(context, subject.path, `${query}&limit=2`);
        expectShown(first, answer.slice(0, 2), 'the first two rows');
        const second = await askPage(context, subject.path, `${query}&limit=10&cursor=${first.next}`);
        expectShown(second, answer.slice(2), 'all rows behind the first two');
      }
    },
  }),
  'no-two-collections-share-their-cursors': onServer(['PAGE-3'], {
    title: 'the cursor of a collection is refused by every other one with the same default sort',
    run: async (context) => {
      const subjects = [...context.snapshot.keys()].map((name) => context.subject(name));
      let asked = 0;
      for (const group of grouped(subjects, ({ contract }) => contract.defaultSort).values()) {
        const pages = await Promise.all(group.map(({ path }) => askPage(context, path, 'limit=1')));
        const owners = group.filter((_, place) => (pages[place]?.next ?? null) !== null);
        // What two collections share, either of them shows.
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

function sameMeanings(context: CheckContext, { contract, rows }: Subject): readonly [string, readonly string[]][] {
  context.need(rows.length >= 2, 'needs two rows');
  const [a = '', b = ''] = context.random.sample(rows, 2).map(idOf);
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
