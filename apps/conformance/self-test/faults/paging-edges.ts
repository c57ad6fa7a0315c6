import { idsOf, jsonOf, list, objectIn, rows, same, walk } from '../probe/ask.js';
import { keeps } from '../server/list/filtering.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';
import { textOf } from '../server/json.js';

// Faults of a walk: where pages begin and end.

const repeats = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

/** Whether a walk in small pages meets the same rows as one in large pages. */
async function walksDiffer(server: SelfTestServer, collection: string, query: string, limit: number): Promise<boolean> {
  const small = idsOf(await walk(server, collection, `limit=${limit}&${query}`));
  const whole = idsOf(await rows(server, collection, `limit=200&${query}`));
  return !same(small, whole);
}

export const pagingEdgeFaults = [
  {
    id: 'paging-cursor-inclusive',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'a page begins with the last row of the page before',
    behaviour: (sound) => ({
      isAfter: (row, cursor, query) => row.id === cursor.id || sound.isAfter(row, cursor, query),
    }),
    probe: async (server) => repeats(idsOf(await walk(server, 'plans', 'limit=30'))),
  },
  {
    id: 'paging-row-lost-at-one-size',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'a page of 7 events behind the first one lacks its first row',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        const lossy = query.contract.name === 'events' && query.limit === 7 && query.after !== null;
        return lossy ? { ...page, rows: page.rows.slice(1) } : page;
      },
    }),
    probe: (server) => walksDiffer(server, 'events', '', 7),
  },
  {
    id: 'paging-skips-ties',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'rows that share the sort key of a page’s last row are skipped',
    behaviour: (sound) => ({
      isAfter: (row, cursor, query) => row.key !== cursor.key && sound.isAfter(row, cursor, query),
    }),
    probe: (server) => walksDiffer(server, 'plans', 'sort=position', 2),
  },
  {
    id: 'paging-repeats-ties',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'rows that share the sort key of a page’s last row come again, unless that were a whole page',
    behaviour: (sound) => ({
      isAfter: (row, cursor, query) =>
        sound.isAfter(row, cursor, query) || (query.limit > 10 && row.key === cursor.key && row.id !== cursor.id),
    }),
    probe: async (server) => repeats(idsOf(await walk(server, 'plans', 'limit=11&sort=position'))),
  },
  {
    id: 'paging-descending-edge-repeats',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'the last row of a page comes again, but only where a sort other than the default descends',
    behaviour: (sound) => ({
      isAfter: (row, cursor, query) =>
        sound.isAfter(row, cursor, query) ||
        (query.sort.descending && query.sort.field !== 'created_at' && row.id === cursor.id),
    }),
    probe: async (server) => repeats(idsOf(await walk(server, 'bookings', 'limit=100&sort=-starts_at'))),
  },
  {
    id: 'paging-next-after-full-last-page',
    family: 'paging',
    rule: 'LIST-3',
    summary: 'a last page that is full has a next one, which is empty',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        const last = page.rows.at(-1);
        const full = page.rows.length === query.limit && last !== undefined;
        return full ? { ...page, next: sound.positionOf(last, query.sort, query.contract) } : page;
      },
    }),
    probe: async (server) => objectIn(jsonOf(await list(server, 'plans', 'limit=66')), 'meta')['next'] !== null,
  },
  {
    id: 'paging-ends-a-page-early',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'a last page that is not full is never reached',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        const last = page.rows.at(-1);
        const seen = last === undefined ? 0 : sorted.indexOf(last) + 1;
        return sorted.length - seen < query.limit ? { ...page, next: null } : page;
      },
    }),
    probe: (server) => walksDiffer(server, 'plans', '', 20),
  },
  {
    id: 'paging-never-ends',
    family: 'paging',
    rule: 'LIST-3',
    summary: 'the last page leads back to the second one',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        const [first] = sorted;
        const next = first && sound.positionOf(first, query.sort, query.contract);
        return { ...page, next: page.next ?? next ?? null };
      },
    }),
    probe: async (server) => objectIn(jsonOf(await list(server, 'plans', 'limit=200')), 'meta')['next'] !== null,
  },
  {
    id: 'paging-third-page-loses-a-row',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'the third page leaves its first row out',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        const [first] = page.rows;
        const isThird = first !== undefined && sorted.indexOf(first) === 2 * query.limit;
        return isThird ? { ...page, rows: page.rows.slice(1) } : page;
      },
    }),
    probe: (server) => walksDiffer(server, 'machines', '', 5),
  },
  {
    id: 'paging-large-pages-lose-a-row',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'a page of more than a hundred rows leaves one in its middle out',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        return page.rows.length > 100 ? { ...page, rows: page.rows.filter((_, index) => index !== 77) } : page;
      },
    }),
    probe: async (server) => (await rows(server, 'bookings', 'limit=200')).length === 199,
  },
  {
    id: 'paging-short-pages',
    family: 'paging',
    rule: 'LIST-3',
    summary: 'pages of ten rows and more are a row short, though none is lost',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) =>
        sound.pageOf(sorted, query.limit >= 10 ? { ...query, limit: query.limit - 1 } : query, behaviour),
    }),
    probe: async (server) => (await rows(server, 'plans', 'limit=20')).length === 19,
  },
  {
    id: 'paging-filters-after-cutting',
    family: 'paging',
    rule: 'LIST-3',
    summary: 'pages are cut first and filtered afterwards, so that some are short or empty',
    behaviour: (sound) => ({
      joined: () => true,
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        return { ...page, rows: page.rows.filter((row) => keeps(row, query.tests, query.contract, sound)) };
      },
    }),
    probe: async (server) => (await rows(server, 'bookings', 'limit=5&filters[state][in]=pending')).length < 5,
  },
  {
    id: 'paging-cursor-ignored-on-bookings',
    family: 'paging',
    rule: 'PAGE-1',
    summary: 'the bookings begin anew on every page',
    behaviour: (sound) => ({
      isAfter: (row, cursor, query) => query.contract.name === 'bookings' || sound.isAfter(row, cursor, query),
    }),
    probe: async (server) => {
      const { next } = objectIn(jsonOf(await list(server, 'bookings', 'limit=2')), 'meta');
      const first = idsOf(await rows(server, 'bookings', 'limit=2'));
      return same(first, idsOf(await rows(server, 'bookings', `limit=2&cursor=${textOf(next)}`)));
    },
  },
  {
    id: 'paging-cursor-in-seconds',
    family: 'paging',
    rule: 'SHAPE-4',
    summary: 'cursors forget the milliseconds of a time',
    behaviour: (sound) => ({
      encodeCursor: ({ key, id }, identity) => {
        const seconds = typeof key === 'string' && /^\d{4}-\d\d-\d\dT/.test(key) ? `${key.slice(0, 19)}.000Z` : key;
        return sound.encodeCursor({ key: seconds, id }, identity);
      },
    }),
    probe: async (server) =>
      (await walksDiffer(server, 'users', 'sort=created_at', 1)) || walksDiffer(server, 'plans', '', 1),
  },
  {
    id: 'paging-ids-compared-alone-on-users',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'a cursor of users sorted by name compares only ids',
    behaviour: (sound) => ({
      isAfter: (row, cursor, query) =>
        query.contract.name === 'users' && query.sort.field === 'last_name'
          ? row.id > cursor.id
          : sound.isAfter(row, cursor, query),
    }),
    probe: (server) => walksDiffer(server, 'users', 'sort=last_name', 7),
  },
] as const satisfies readonly Fault[];
