import { ask, idsOf, jsonOf, list, objectIn, rows } from '../probe/ask.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';
import { textOf } from '../server/json.js';

// Faults of cursors: what they hold for, and how long.

async function cursorOf(server: SelfTestServer, collection: string, query: string): Promise<string> {
  return textOf(objectIn(jsonOf(await list(server, collection, query)), 'meta')['next']);
}

/** The status of a list asked with the cursor of another. */
async function reused(
  server: SelfTestServer,
  one: readonly [collection: string, query: string],
  other: readonly [collection: string, query: string],
): Promise<number> {
  const cursor = await cursorOf(server, ...one);
  return (await list(server, other[0], `${other[1]}&cursor=${cursor}`)).status;
}

async function damaged(server: SelfTestServer, damage: (cursor: string) => string): Promise<number> {
  const cursor = damage(await cursorOf(server, 'bookings', 'limit=2'));
  return (await list(server, 'bookings', `limit=2&cursor=${cursor}`)).status;
}

const pending = 'limit=1&filters[state][in]=pending';

export const pagingCursorFaults = [
  {
    id: 'paging-cursor-of-other-filters',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is accepted with other filters',
    behaviour: (sound) => ({ identityOf: (contract, sort) => sound.identityOf(contract, sort, []) }),
    probe: async (server) => (await reused(server, ['bookings', 'limit=1'], ['bookings', pending])) === 200,
  },
  {
    id: 'paging-cursor-of-other-filter-values',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is accepted with other values of the same filters',
    behaviour: (sound) => ({
      identityOf: (contract, sort, tests) =>
        sound.identityOf(
          contract,
          sort,
          tests.map((test) => (test.kind === 'set' ? { ...test, values: [] } : test)),
        ),
    }),
    probe: async (server) =>
      (await reused(server, ['bookings', pending], ['bookings', 'limit=1&filters[state][in]=confirmed'])) === 200,
  },
  {
    id: 'paging-cursor-of-other-sort',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is accepted with another sort',
    behaviour: (sound) => ({
      identityOf: (contract, _, tests) => sound.identityOf(contract, { field: '', descending: false }, tests),
    }),
    probe: async (server) =>
      (await reused(server, ['bookings', 'limit=1'], ['bookings', 'limit=1&sort=starts_at'])) === 200,
  },
  {
    id: 'paging-cursor-of-other-direction',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is accepted with the same sort the other way round',
    behaviour: (sound) => ({
      identityOf: (contract, { field }, tests) => sound.identityOf(contract, { field, descending: false }, tests),
    }),
    probe: async (server) =>
      (await reused(server, ['bookings', 'limit=1'], ['bookings', 'limit=1&sort=created_at'])) === 200,
  },
  {
    id: 'paging-cursor-of-other-collection',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is accepted by another collection',
    behaviour: (sound) => ({
      identityOf: (_, sort, tests) =>
        JSON.stringify([sort, tests.map(({ filter, kind }) => [filter.field, kind])]) + sound.defaultLimit,
    }),
    probe: async (server) => (await reused(server, ['users', 'limit=1'], ['members', 'limit=1'])) === 200,
  },
  {
    id: 'paging-cursors-shared-by-two',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'the cursors of events are good for plans, and those of plans for events',
    behaviour: (sound) => ({
      identityOf: (contract, sort, tests) =>
        sound.identityOf(contract, sort, tests).replace(/^\["(?:events|plans)"/, '["events or plans"'),
    }),
    probe: async (server) => (await reused(server, ['events', 'limit=1'], ['plans', 'limit=1'])) === 200,
  },
  {
    id: 'paging-bad-cursor-is-first-page',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor that cannot be read gives the first page',
    behaviour: () => ({ tolerates: ({ code }) => code === 'invalid_cursor' }),
    probe: async (server) => (await list(server, 'plans', 'cursor=next')).status === 200,
  },
  {
    id: 'paging-empty-cursor-is-first-page',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'an empty cursor gives the first page',
    behaviour: () => ({ tolerates: ({ code }, { value }) => code === 'invalid_cursor' && value === '' }),
    probe: async (server) => (await list(server, 'plans', 'cursor=')).status === 200,
  },
  {
    id: 'paging-cursor-without-checksum',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a changed last character of a cursor goes unnoticed',
    behaviour: (sound) => ({
      decodeCursor: (cursor, identity) => {
        const repaired = /[A-Za-z0-9_-]/g;
        const endings = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.match(repaired) ?? [];
        const whole = [cursor, ...endings.map((end) => cursor.slice(0, -1) + end)];
        return whole.map((one) => sound.decodeCursor(one, identity)).find((position) => position !== null) ?? null;
      },
    }),
    probe: async (server) =>
      (await damaged(server, (cursor) => cursor.slice(0, -1) + (cursor.endsWith('A') ? 'E' : 'A'))) === 200,
  },
  {
    id: 'paging-cursor-padding',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor with something behind it is accepted',
    behaviour: (sound) => ({
      decodeCursor: (cursor, identity) => sound.decodeCursor(cursor.replace(/[=.~]+$/, ''), identity),
    }),
    probe: async (server) => (await damaged(server, (cursor) => `${cursor}==`)) === 200,
  },
  {
    id: 'paging-cursor-not-for-urls',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'cursors hold characters that a URL must encode',
    behaviour: (sound) => ({
      encodeCursor: (position, identity) => `+${sound.encodeCursor(position, identity)}`,
      decodeCursor: (cursor, identity) => sound.decodeCursor(cursor.replace(/^\+/, ''), identity),
    }),
    probe: async (server) => !/^[\w.~-]+$/.test(await cursorOf(server, 'plans', 'limit=1')),
  },
  {
    id: 'paging-cursor-binds-limit',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is refused with another limit',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const [id = '', limit] = query.after?.id.split('#') ?? [];
        if (query.after !== null && limit !== String(query.limit))
          throw new Refusal('invalid_cursor', 'The cursor is of another page size.');
        const page = sound.pageOf(sorted, { ...query, after: query.after && { ...query.after, id } }, behaviour);
        return { ...page, next: page.next && { ...page.next, id: `${page.next.id}#${query.limit}` } };
      },
    }),
    probe: async (server) => (await reused(server, ['plans', 'limit=2'], ['plans', 'limit=3'])) === 400,
  },
  {
    id: 'paging-cursor-by-offset',
    family: 'paging',
    rule: 'PAGE-4',
    summary: 'cursors count rows, so that a new row makes one come twice',
    behaviour: () => ({
      pageOf: (sorted, { after, limit }) => {
        const start = after === null ? 0 : Number(after.key);
        const end = start + limit;
        return { rows: sorted.slice(start, end), next: end < sorted.length ? { key: end, id: 'offset' } : null };
      },
    }),
    probe: async (server) => {
      const [member] = await rows(server, 'members', 'limit=1&filters[soft_deleted][eq]=false');
      const first = idsOf(await rows(server, 'projects', 'limit=2'));
      const cursor = await cursorOf(server, 'projects', 'limit=2');
      const body = { name: 'Between', author_id: member?.['id'] ?? null };
      await ask(server, '/api/v1/projects', { method: 'POST', body });
      const second = idsOf(await rows(server, 'projects', `limit=2&cursor=${cursor}`));
      return second.some((id) => first.includes(id));
    },
  },
  {
    id: 'paging-cursor-dies-with-its-row',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is refused once the row that it was made from has changed its key',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => {
        const { after, sort } = query;
        const row = sorted.find(({ id }) => id === after?.id);
        if (after !== null && (row === undefined || sound.positionOf(row, sort, query.contract).key !== after.key))
          throw new Refusal('invalid_cursor', 'The row of the cursor is gone.');
        return sound.pageOf(sorted, query, behaviour);
      },
    }),
    probe: async (server) => {
      const query = 'limit=1&sort=updated_at&filters[soft_deleted][eq]=false';
      const [project] = await rows(server, 'projects', query);
      const cursor = await cursorOf(server, 'projects', query);
      const body = { summary: `Changed at ${Date.now()}.` };
      await ask(server, `/api/v1/projects/${textOf(project?.['id'])}`, { method: 'PATCH', body });
      return (await list(server, 'projects', `${query}&cursor=${cursor}`)).status === 400;
    },
  },
  {
    id: 'paging-default-sort-by-name-differs',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor of the default sort is refused where that sort is named',
    behaviour: (sound) => {
      let named = false;
      return {
        pairsOf: (rawQuery, contract) => {
          named = /(?:^|&)sort=/.test(rawQuery);
          return sound.pairsOf(rawQuery, contract);
        },
        identityOf: (contract, sort, tests) => `${named} ${sound.identityOf(contract, sort, tests)}`,
      };
    },
    probe: async (server) =>
      (await reused(server, ['plans', 'limit=1'], ['plans', 'limit=1&sort=-created_at'])) === 400,
  },
  {
    id: 'paging-filters-compared-as-written',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is refused where the same filters are written otherwise',
    behaviour: (sound) => {
      let written = '';
      return {
        pairsOf: (rawQuery, contract) => {
          const pairs = sound.pairsOf(rawQuery, contract);
          written = JSON.stringify(pairs.filter(({ name }) => name.startsWith('filters')).map(({ raw }) => raw));
          return pairs;
        },
        identityOf: (contract, sort, tests) => written + sound.identityOf(contract, sort, tests),
      };
    },
    probe: async (server) => {
      const one = 'limit=1&filters[state][in]=pending,confirmed';
      const other = 'limit=1&filters[state][in][]=confirmed&filters[state][in]=pending';
      return (await reused(server, ['bookings', one], ['bookings', other])) === 400;
    },
  },
  {
    id: 'paging-instants-compared-as-written',
    family: 'paging',
    rule: 'PAGE-3',
    summary: 'a cursor is refused where an instant is written with another offset',
    behaviour: (sound) => {
      let written = '';
      return {
        pairsOf: (rawQuery, contract) => {
          written = (/\[g?l?te?\]=[^&]*/.exec(rawQuery) ?? [''])[0];
          return sound.pairsOf(rawQuery, contract);
        },
        identityOf: (contract, sort, tests) => written + sound.identityOf(contract, sort, tests),
      };
    },
    probe: async (server) => {
      const one = 'limit=1&filters[created_at][gt]=2024-01-01';
      const other = 'limit=1&filters[created_at][gt]=2024-01-01T02:00:00%2B02:00';
      return (await reused(server, ['bookings', one], ['bookings', other])) === 400;
    },
  },
] as const satisfies readonly Fault[];
