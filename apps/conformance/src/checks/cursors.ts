import { collections } from '@resource-catalogue/contracts';
import { idsOf } from '../census/row.js';
import { answerOf } from '../oracle/answer.js';
import { askPage, expectShown } from './ask-list.js';
import { onCollections } from './check.js';
import { expectFaults, expectProblem } from './expect.js';
import { nobody } from './operations.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

/** A cursor of the collection's first page. */
async function cursorOf(trial: Trial, { path, rows }: Subject, query = 'limit=1'): Promise<string> {
  trial.need(rows.length >= 2, 'needs two rows');
  const page = await askPage(trial, path, query);
  return page.next ?? violated('a next page', 'meta.next is null', page.exchange);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Other endings that decode to the same bytes where the last character carries fewer than six bits: not canonical. */
function neighbours(cursor: string): string[] {
  const place = alphabet.indexOf(cursor.at(-1) ?? '');
  return place < 0 ? [] : [1, 2, 3].map((by) => `${cursor.slice(0, -1)}${alphabet[place ^ by] ?? ''}`);
}

async function expectRefused(trial: Trial, path: string, query: string, cursor: string, why: string): Promise<void> {
  const exchange = await trial.get(`${path}?${query === '' ? '' : `${query}&`}cursor=${cursor}`);
  const faults = expectProblem(exchange, 'invalid_cursor', why);
  expectFaults(exchange, faults, [{ parameter: 'cursor' }]);
}

export const cursorChecks = [
  onCollections({
    id: 'cursor-stands-in-a-url-as-it-is',
    rules: ['PAGE-3'],
    title: 'a cursor needs no encoding in a URL',
    run: async (trial, subject) => {
      const cursor = await cursorOf(trial, subject);
      const bad = cursor.replaceAll(/[A-Za-z0-9\-._~!$'()*,;:@/?=]/g, '');
      if (bad !== '') violated('characters that a query may have as they are', bad, ...trial.exchanges.slice(-1));
    },
  }),
  onCollections({
    id: 'damaged-cursor-is-refused',
    rules: ['PAGE-3'],
    title: 'a cursor that is damaged, cut off, lengthened or empty is 400 invalid_cursor',
    run: async (trial, subject) => {
      const cursor = await cursorOf(trial, subject);
      const other = (place: number): string =>
        `${cursor.slice(0, place)}${cursor[place] === 'A' ? 'B' : 'A'}${cursor.slice(place + 1)}`;
      const places = [
        0,
        1,
        Math.floor(cursor.length / 3),
        Math.floor(cursor.length / 2),
        cursor.length - 2,
        cursor.length - 1,
      ];
      const half = Math.floor(cursor.length / 2);
      for (const bad of [
        ...places.map(other),
        cursor.slice(0, -1),
        cursor.slice(0, half),
        cursor.slice(1),
        `${cursor}A`,
        `${cursor}=`,
        `${cursor}==`,
        `${cursor}%20`,
        `${cursor}.`,
        ...neighbours(cursor),
        `${cursor}${cursor}`,
        `${cursor.slice(half)}${cursor.slice(0, half)}`,
        '',
        'next',
      ]) {
        if (bad !== cursor)
          await expectRefused(trial, subject.path, 'limit=1', bad, `a damaged cursor (${bad.slice(0, 12)}…)`);
      }
    },
  }),
  onCollections({
    id: 'foreign-cursor-is-refused',
    rules: ['PAGE-3'],
    title: 'a cursor is refused with another sort, another direction or another collection',
    run: async (trial, subject) => {
      const { contract, path } = subject;
      const cursor = await cursorOf(trial, subject);
      const field = contract.defaultSort.replace(/^-/, '');
      const turned = contract.defaultSort.startsWith('-') ? field : `-${field}`;
      for (const sort of [turned, ...contract.sorts.filter((one) => one !== field)]) {
        await expectRefused(trial, path, `limit=1&sort=${sort}`, cursor, `the cursor of another sort, with ${sort}`);
      }
      const other = collections.find(
        ({ name, defaultSort }) => name !== contract.name && defaultSort === contract.defaultSort,
      );
      const foreign = `/api/v1/${other?.name ?? 'users'}`;
      await expectRefused(trial, foreign, 'limit=1', cursor, `the cursor of ${contract.name}, with another collection`);
    },
  }),
  onCollections({
    id: 'cursor-of-other-filters-is-refused',
    rules: ['PAGE-3'],
    title: 'a cursor is refused when a filter is added, dropped or changed',
    run: async (trial, subject) => {
      const { path } = subject;
      const filter = 'filters[created_at][gte]=1990-01-01';
      const plain = await cursorOf(trial, subject);
      await expectRefused(trial, path, `limit=1&${filter}`, plain, 'the cursor of a list without filters, with one');
      const filtered = await cursorOf(trial, subject, `limit=1&${filter}`);
      for (const [query, why] of [
        ['limit=1', 'the cursor of a filtered list, without the filter'],
        ['limit=1&filters[created_at][gte]=1990-01-02', 'the cursor of another value'],
        ['limit=1&filters[created_at][gt]=1990-01-01', 'the cursor of another operator'],
        ['limit=1&filters[updated_at][gte]=1990-01-01', 'the cursor of another field'],
        [`limit=1&${filter}&filters[id][not_in]=${nobody}`, 'the cursor of fewer filters'],
      ] as const) {
        await expectRefused(trial, path, query, filtered, why);
      }
      const [one, other] = trial.random.sample(idsOf(subject.rows), 2);
      const ids = await cursorOf(trial, subject, `limit=1&filters[id][in]=${one},${other}`);
      await expectRefused(trial, path, `limit=1&filters[id][in]=${one},${nobody}`, ids, 'the cursor of another set');
    },
  }),
  onCollections({
    id: 'cursor-holds-for-the-same-meaning',
    rules: ['PAGE-3'],
    title: 'a cursor holds however the same sort, set, instant or uuid is written',
    run: async (trial, subject) => {
      const { path, contract, rows } = subject;
      trial.need(rows.length >= 2, 'needs two rows');
      const [a, b] = trial.random.sample(idsOf(rows), 2);
      if (a === undefined || b === undefined) return;
      const name = 'filters[id][in]';
      const instant = 'filters[created_at][gte]=';
      const meanings: readonly (readonly [string, readonly string[]])[] = [
        ['', [`sort=${contract.defaultSort}`]],
        [`sort=${contract.defaultSort}`, ['']],
        [
          `${name}=${a},${b}`,
          [`${name}=${b},${a}`, `${name}[]=${b}&${name}[]=${a}`, `${name}=${a.toUpperCase()}&${name}=${b},${a}`],
        ],
        [
          `${instant}1990-01-01`,
          [
            `${instant}1990-01-01T00:00Z`,
            `${instant}1990-01-01T02:00:00.0009%2B02:00`,
            `${instant}1990-01-01T00:00:00`,
          ],
        ],
      ];
      for (const [query, others] of meanings) {
        const first = await askPage(trial, path, `${query}&limit=1`);
        const cursor = first.next ?? violated('a next page', 'meta.next is null', first.exchange);
        const next = await askPage(trial, path, `${query}&limit=1&cursor=${cursor}`);
        for (const other of others) {
          const page = await askPage(trial, path, `${other}&limit=1&cursor=${cursor}`);
          expectShown(page, next.rows, `the same next page for ${other === '' ? 'no sort' : other} as for ${query}`);
        }
      }
    },
  }),
  onCollections({
    id: 'cursor-continues-behind-its-page',
    rules: ['PAGE-1', 'PAGE-4'],
    title: 'the page behind a cursor begins with the row that follows',
    run: async (trial, subject) => {
      const { path, rows, contract } = subject;
      trial.need(rows.length >= 3, 'needs three rows');
      for (const sort of trial.random.sample([...contract.sorts], 2)) {
        const known = { contract, rows: trial.random.sample(rows, 5) };
        const query = `sort=${sort}&filters[id][in]=${idsOf(known.rows).join(',')}`;
        const answer = answerOf(known, { conditions: [], sort });
        const first = await askPage(trial, path, `${query}&limit=2`);
        expectShown(first, answer.slice(0, 2), 'the first two rows');
        const second = await askPage(trial, path, `${query}&limit=10&cursor=${first.next}`);
        expectShown(second, answer.slice(2), 'all rows behind the first two');
      }
    },
  }),
];
