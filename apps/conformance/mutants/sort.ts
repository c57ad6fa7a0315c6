import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  comparePositions,
  compareTexts,
  type Position,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';

const mutant = mutantOf('sort');

type Compare = Behaviour['comparePositions'];

/** A comparison and the cursor that goes with it. */
const comparing = (compare: Compare): Pick<Behaviour, 'comparePositions' | 'isAfter'> => ({
  comparePositions: compare,
  isAfter: (row, cursor, { sort, contract }) => compare(row, cursor, sort, contract) > 0,
});

/** Compares texts, and only them, in another way. */
const textsBy =
  (order: (one: string, other: string) => number): Compare =>
  (one, other, sort) => {
    const areTexts = typeof one.key === 'string' && typeof other.key === 'string';
    const difference = areTexts ? order(String(one.key), String(other.key)) : 0;
    return difference === 0 ? comparePositions(one, other, sort) : sort.descending ? -difference : difference;
  };

const caseIgnored = textsBy((one, other) => compareTexts(one.toLowerCase(), other.toLowerCase()));

/** The field to sort by is read after it was written in another way. */
const rewritten = (rewrite: (text: string) => string): Pick<Behaviour, 'sortOf'> => ({
  sortOf: (text, contract) => sound.sortOf(rewrite(text), contract),
});

/** A sort goes by another field: in one collection, or in all of them. */
const goingBy = (field: string, other: string, collection?: CollectionName): Pick<Behaviour, 'positionOf'> => ({
  positionOf: (row, sort, contract) => {
    const concerns = sort.field === field && (collection ?? contract.name) === contract.name;
    return sound.positionOf(row, concerns ? { ...sort, field: other } : sort, contract);
  },
});

// Mutants of one sort of one collection: whoever tries only a few of them misses these.

const sortedBy = <Name extends string>(name: Name, collection: CollectionName, field: string, other: string) =>
  mutant(name, 'SORT-2', `${collection} sorted by ${field} are sorted by ${other}`, goingBy(field, other, collection));

/** Ties of one collection are in no lasting order. */
const untied = <Name extends string>(name: Name, collection: CollectionName, field: string) =>
  mutant(
    `ties-${name}`,
    'SORT-1',
    `${collection} that tie in ${field} are ordered by id the other way round`,
    comparing((one, other, sort, contract) => {
      const isTurned = contract.name === collection && sort.field === field && one.key === other.key;
      return isTurned ? -comparePositions(one, other, sort) : comparePositions(one, other, sort);
    }),
  );

export const sortMutants = [
  mutant('ignored', 'SORT-1', 'every list is in the order of the default sort', {
    sortOf: (text, contract) => {
      const sort = sound.sortOf(text, contract);
      return sort === null || sort === 'unknown' ? sort : { field: 'created_at', descending: true };
    },
  }),
  mutant('minus-ignored', 'SORT-1', 'the minus before a field changes nothing', () =>
    rewritten((text) => text.replace(/^-(?=.)/, '')),
  ),
  mutant('times-by-day', 'SHAPE-4', 'times are compared by their day', () =>
    comparing(
      textsBy((one, other) => {
        if (!/^\d{4}-\d\d-\d\dT/.test(one) || one === other) return 0;
        return one.slice(0, 10) === other.slice(0, 10) ? compareTexts(other, one) : compareTexts(one, other);
      }),
    ),
  ),
  mutant('within-pages-only', 'SORT-1', 'each page is sorted by itself, the walk is in the order of ids', {
    comparePositions: (one, other) => compareTexts(one.id, other.id),
    isAfter: (row, cursor) => row.id > cursor.id,
    pageOf: (sorted, query, behaviour) => {
      const page = sound.pageOf(sorted, query, behaviour);
      const order = (row: (typeof sorted)[number]): Position => sound.positionOf(row, query.sort, query.contract);
      const rows = [...page.rows].sort((one, other) => comparePositions(order(one), order(other), query.sort));
      return { ...page, rows };
    },
  }),
  mutant('by-locale', 'SORT-1', 'text is sorted as a dictionary does', () =>
    comparing(textsBy((one, other) => one.localeCompare(other, 'en'))),
  ),
  mutant('by-utf16', 'SORT-1', 'text is sorted by UTF-16 units', () =>
    comparing(textsBy((one, other) => (one < other ? -1 : one > other ? 1 : 0))),
  ),
  mutant('case-ignored-on-users', 'SORT-1', 'users are sorted by address with the case ignored', () =>
    comparing((one, other, sort, contract) =>
      (sort.field === 'email' ? caseIgnored : sound.comparePositions)(one, other, sort, contract),
    ),
  ),
  mutant(
    'ties-always-ascend',
    'SORT-1',
    'rows that tie are in ascending order of ids even where the sort descends',
    () =>
      comparing((one, other, sort) =>
        one.key === other.key ? compareTexts(one.id, other.id) : comparePositions(one, other, sort),
      ),
  ),
  mutant('ties-by-chance', 'SORT-1', 'rows that tie change their order from one request to the next', () => {
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
  }),
  mutant('unknown-field-ignored', 'SORT-1', 'an unknown field to sort by is passed over', {
    tolerates: ({ at, code }) => at === 'sort' && code === 'unknown_field',
  }),
  mutant('empty-ignored', 'SORT-1', 'an empty sort is passed over', {
    tolerates: ({ at, code }) => at === 'sort' && code === 'invalid_value',
  }),
  mutant('nullable-field-taken', 'SORT-1', 'bookings can be sorted by canceled_at, which may be null', {
    sortOf: (text, contract) => {
      const isTaken = contract.name === 'bookings' && text === 'canceled_at';
      return isTaken ? { field: text, descending: false } : sound.sortOf(text, contract);
    },
  }),
  mutant('case-of-field-ignored', 'SORT-1', 'the field to sort by may be in capitals', () =>
    rewritten((text) => text.toLowerCase()),
  ),
  mutant('list-of-fields-taken', 'SORT-1', 'of several fields to sort by the first one counts', () =>
    rewritten((text) => text.split(',')[0] ?? ''),
  ),
  mutant('default-of-categories', 'SORT-2', 'categories without sort are in the order of their age', {
    defaultSortOf: (contract) => (contract.name === 'categories' ? '-created_at' : sound.defaultSortOf(contract)),
  }),
  mutant('default-ascends', 'SORT-2', 'lists without sort begin with the oldest row', {
    defaultSortOf: (contract) => sound.defaultSortOf(contract).replace(/^-/, ''),
  }),
  mutant('position-as-text', 'SORT-1', 'numbers are sorted by their digits', {
    positionOf: (row, sort, contract) => ({ id: row.id, key: String(sound.positionOf(row, sort, contract).key) }),
  }),
  mutant('updated-at-reads-created-at', 'SORT-2', 'sort=updated_at goes by created_at', () =>
    goingBy('updated_at', 'created_at'),
  ),
  mutant('ends-at-missing-on-event-sessions', 'SORT-2', 'event_sessions cannot be sorted by ends_at', {
    sortOf: (text, contract) => {
      const isMissing = contract.name === 'event_sessions' && text.endsWith('ends_at');
      return isMissing ? 'unknown' : sound.sortOf(text, contract);
    },
  }),

  sortedBy('members-joined', 'members', 'joined_at', 'updated_at'),
  sortedBy('subscriptions-starts', 'subscriptions', 'starts_at', 'id'),
  sortedBy('training-sessions-ends', 'training_sessions', 'ends_at', 'starts_at'),
  sortedBy('licenses-position', 'project_licenses', 'position', 'name'),
  sortedBy('units-sku', 'machine_units', 'sku', 'created_at'),
  sortedBy('projects-name', 'projects', 'name', 'slug'),
  untied('bookings-starts', 'bookings', 'starts_at'),
  untied('categories-name', 'categories', 'name'),
  untied('users-updated', 'users', 'updated_at'),
];
