import { list, rows, same } from '../probe/ask.js';
import { type JsonValue, textOf } from '../server/json.js';
import { comparePositions, compareTexts } from '../server/list/order.js';
import type { Position } from '../server/query/list-query.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

const values = async (server: SelfTestServer, collection: string, sort: string): Promise<JsonValue[]> =>
  (await rows(server, collection, `limit=200&sort=${sort}`)).map((row) => row[sort.replace('-', '')] ?? null);

async function isDisordered(server: SelfTestServer, collection: string, sort: string): Promise<boolean> {
  const got = await values(server, collection, sort);
  const order = [...got].sort((one, other) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(textOf(one), textOf(other)),
  );
  return !same(got, sort.startsWith('-') ? order.reverse() : order);
}

/** Compares texts, and only them, in another way. */
const textsBy =
  (order: (one: string, other: string) => number) =>
  (one: Position, other: Position, sort: { field: string; descending: boolean }): number => {
    const { key } = one;
    const difference = typeof key === 'string' && typeof other.key === 'string' ? order(key, other.key) : 0;
    return difference === 0 ? comparePositions(one, other, sort) : sort.descending ? -difference : difference;
  };

/** A comparison and the cursor that goes with it. */
const comparing = (compare: ReturnType<typeof textsBy>) => ({
  comparePositions: compare,
  isAfter: (row: Position, cursor: Position, query: { sort: { field: string; descending: boolean } }): boolean =>
    compare(row, cursor, query.sort) > 0,
});

export const sortFaults = [
  {
    id: 'sort-ignored',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'every list is in the order of the default sort',
    behaviour: (sound) => ({
      sortOf: (text, contract) => {
        const sort = sound.sortOf(text, contract);
        return sort === null || sort === 'unknown' ? sort : { field: 'created_at', descending: true };
      },
    }),
    probe: (server) => isDisordered(server, 'bookings', 'starts_at'),
  },
  {
    id: 'sort-minus-ignored',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'the minus before a field changes nothing',
    behaviour: (sound) => ({ sortOf: (text, contract) => sound.sortOf(text.replace(/^-(?=.)/, ''), contract) }),
    probe: (server) => isDisordered(server, 'bookings', '-starts_at'),
  },
  {
    id: 'sort-times-by-day',
    family: 'sort',
    rule: 'SHAPE-4',
    summary: 'times are compared by their day',
    behaviour: () =>
      comparing(
        textsBy((one, other) => {
          const isTime = /^\d{4}-\d\d-\d\dT/.test(one);
          if (!isTime || one === other) return 0;
          return one.slice(0, 10) === other.slice(0, 10) ? compareTexts(other, one) : compareTexts(one, other);
        }),
      ),
    probe: (server) => isDisordered(server, 'bookings', 'starts_at'),
  },
  {
    id: 'sort-within-pages-only',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'each page is sorted by itself, the walk is in the order of ids',
    behaviour: (sound) => ({
      comparePositions: (one, other) => compareTexts(one.id, other.id),
      isAfter: (row, cursor) => row.id > cursor.id,
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        const order = (row: (typeof sorted)[number]) => sound.positionOf(row, query.sort, query.contract);
        const rows = [...page.rows].sort((one, other) => comparePositions(order(one), order(other), query.sort));
        return { ...page, rows };
      },
    }),
    probe: async (server) => {
      const [first] = await rows(server, 'bookings', 'limit=2&sort=starts_at');
      const [least] = (await values(server, 'bookings', 'starts_at')).sort();
      return first?.['starts_at'] !== least;
    },
  },
  {
    id: 'sort-by-locale',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'text is sorted as a dictionary does',
    behaviour: () => comparing(textsBy((one, other) => one.localeCompare(other, 'en'))),
    probe: (server) => isDisordered(server, 'machines', 'name'),
  },
  {
    id: 'sort-by-utf16',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'text is sorted by UTF-16 units',
    behaviour: () => comparing(textsBy((one, other) => (one < other ? -1 : one > other ? 1 : 0))),
    probe: (server) => isDisordered(server, 'machines', 'name'),
  },
  {
    id: 'sort-case-ignored-on-users',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'users are sorted by address with the case ignored',
    behaviour: () =>
      comparing((one, other, sort) =>
        sort.field === 'email'
          ? textsBy((a, b) => compareTexts(a.toLowerCase(), b.toLowerCase()))(one, other, sort)
          : comparePositions(one, other, sort),
      ),
    probe: (server) => isDisordered(server, 'users', 'email'),
  },
  {
    id: 'sort-ties-always-ascend',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'rows that tie are in ascending order of ids even where the sort descends',
    behaviour: () =>
      comparing((one, other, sort) =>
        one.key === other.key ? compareTexts(one.id, other.id) : comparePositions(one, other, sort),
      ),
    probe: async (server) => {
      const up = (await rows(server, 'plans', 'limit=200&sort=position')).map(({ id }) => id);
      const down = (await rows(server, 'plans', 'limit=200&sort=-position')).map(({ id }) => id);
      return !same(up, down.reverse());
    },
  },
  {
    id: 'sort-ties-by-chance',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'rows that tie change their order from one request to the next',
    behaviour: (sound) => {
      let request = 0;
      return {
        pairsOf: (rawQuery, contract) => {
          request += 1;
          return sound.pairsOf(rawQuery, contract);
        },
        comparePositions: (one, other, sort, contract) => {
          const ids = request % 2 === 0 ? compareTexts(one.id, other.id) : compareTexts(other.id, one.id);
          return one.key === other.key ? ids : sound.comparePositions(one, other, sort, contract);
        },
      };
    },
    probe: async (server) =>
      !same(
        await rows(server, 'plans', 'limit=66&sort=position'),
        await rows(server, 'plans', 'limit=66&sort=position'),
      ),
  },
  {
    id: 'sort-unknown-field-ignored',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'an unknown field to sort by is passed over',
    behaviour: () => ({ tolerates: ({ at, code }) => at === 'sort' && code === 'unknown_field' }),
    probe: async (server) => (await list(server, 'bookings', 'sort=colour')).status === 200,
  },
  {
    id: 'sort-empty-ignored',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'an empty sort is passed over',
    behaviour: () => ({ tolerates: ({ at, code }) => at === 'sort' && code === 'invalid_value' }),
    probe: async (server) => (await list(server, 'bookings', 'sort=')).status === 200,
  },
  {
    id: 'sort-nullable-field-taken',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'bookings can be sorted by canceled_at, which may be null',
    behaviour: (sound) => ({
      sortOf: (text, contract) =>
        contract.name === 'bookings' && text === 'canceled_at'
          ? { field: text, descending: false }
          : sound.sortOf(text, contract),
    }),
    probe: async (server) => (await list(server, 'bookings', 'sort=canceled_at')).status === 200,
  },
  {
    id: 'sort-case-of-field-ignored',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'the field to sort by may be in capitals',
    behaviour: (sound) => ({ sortOf: (text, contract) => sound.sortOf(text.toLowerCase(), contract) }),
    probe: async (server) => (await list(server, 'plans', 'sort=NAME')).status === 200,
  },
  {
    id: 'sort-list-of-fields-taken',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'of several fields to sort by the first one counts',
    behaviour: (sound) => ({ sortOf: (text, contract) => sound.sortOf(text.split(',')[0] ?? '', contract) }),
    probe: async (server) => (await list(server, 'bookings', 'sort=starts_at,ends_at')).status === 200,
  },
  {
    id: 'sort-default-of-categories',
    family: 'sort',
    rule: 'SORT-2',
    summary: 'categories without sort are in the order of their age',
    behaviour: (sound) => ({
      defaultSortOf: (contract) => (contract.name === 'categories' ? '-created_at' : sound.defaultSortOf(contract)),
    }),
    probe: async (server) =>
      !same(await rows(server, 'categories', 'limit=200'), await rows(server, 'categories', 'limit=200&sort=name')),
  },
  {
    id: 'sort-default-ascends',
    family: 'sort',
    rule: 'SORT-2',
    summary: 'lists without sort begin with the oldest row',
    behaviour: (sound) => ({
      defaultSortOf: (contract) => sound.defaultSortOf(contract).replace(/^-/, ''),
    }),
    probe: async (server) =>
      same(await rows(server, 'plans', 'limit=200'), await rows(server, 'plans', 'limit=200&sort=created_at')),
  },
  {
    id: 'sort-position-as-text',
    family: 'sort',
    rule: 'SORT-1',
    summary: 'numbers are sorted by their digits',
    behaviour: (sound) => ({
      positionOf: (row, sort, contract) => {
        const { key, id } = sound.positionOf(row, sort, contract);
        return { key: String(key), id };
      },
    }),
    probe: (server) => isDisordered(server, 'plans', 'position'),
  },
  {
    id: 'sort-updated-at-reads-created-at',
    family: 'sort',
    rule: 'SORT-2',
    summary: 'sort=updated_at goes by created_at',
    behaviour: (sound) => ({
      positionOf: (row, sort, contract) =>
        sound.positionOf(row, sort.field === 'updated_at' ? { ...sort, field: 'created_at' } : sort, contract),
    }),
    probe: (server) => isDisordered(server, 'events', 'updated_at'),
  },
  {
    id: 'sort-ends-at-missing-on-event-sessions',
    family: 'sort',
    rule: 'SORT-2',
    summary: 'event_sessions cannot be sorted by ends_at',
    behaviour: (sound) => ({
      sortOf: (text, contract) =>
        contract.name === 'event_sessions' && text.endsWith('ends_at') ? 'unknown' : sound.sortOf(text, contract),
    }),
    probe: async (server) => (await list(server, 'event_sessions', 'sort=ends_at')).status === 400,
  },
] as const satisfies readonly Fault[];
