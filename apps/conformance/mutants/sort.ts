import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  comparePositions,
  compareTexts,
  type Position,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { tolerating } from './requests.js';

type Compare = Behaviour['comparePositions'];

/** Replaces the comparison of rows, for sorting and for cursors. */
const comparing = (compare: Compare): Change => ({
  comparePositions: compare,
  isAfter: (row, cursor, { sort, contract }) => compare(row, cursor, sort, contract) > 0,
});

/** Compares texts in another order; other values as usual. */
const textsBy =
  (order: (one: string, other: string) => number): Compare =>
  (one, other, sort) => {
    const areTexts = typeof one.key === 'string' && typeof other.key === 'string';
    const difference = areTexts ? order(String(one.key), String(other.key)) : 0;
    return difference === 0 ? comparePositions(one, other, sort) : sort.descending ? -difference : difference;
  };

const caseIgnored = textsBy((one, other) => compareTexts(one.toLowerCase(), other.toLowerCase()));

/** Rewrites the sort parameter before it is parsed. */
const rewritten = (rewrite: (text: string) => string): Change => ({
  sortOf: (text, contract) => sound.sortOf(rewrite(text), contract),
});

/** Sorts by another field than requested: in one collection, or in all of them. */
const goingBy = (field: string, other: string, collection?: CollectionName): Change => ({
  positionOf: (row, sort, contract) => {
    const concerns = sort.field === field && (collection ?? contract.name) === contract.name;
    return sound.positionOf(row, concerns ? { ...sort, field: other } : sort, contract);
  },
});

/** Reverses the order of ties in one sort of one collection. */
const untied = (collection: CollectionName, field: string): Change =>
  comparing((one, other, sort, contract) => {
    const isTurned = contract.name === collection && sort.field === field && one.key === other.key;
    return isTurned ? -comparePositions(one, other, sort) : comparePositions(one, other, sort);
  });

export const sortMutants = makeMutants('sort', {
  'SORT-1': {
    'ignored: every list is in its default order': {
      sortOf: (text, contract) => {
        const sort = sound.sortOf(text, contract);
        return sort === null || sort === 'unknown' ? sort : { field: 'created_at', descending: true };
      },
    },
    'minus-ignored: the minus before a field is ignored': rewritten((text) => text.replace(/^-(?=.)/, '')),
    'within-pages-only: rows are sorted within each page, but pages are in order of id': {
      comparePositions: (one, other) => compareTexts(one.id, other.id),
      isAfter: (row, cursor) => row.id > cursor.id,
      pageOf: (sorted, query, behaviour) => {
        const page = sound.pageOf(sorted, query, behaviour);
        const order = (row: (typeof sorted)[number]): Position => sound.positionOf(row, query.sort, query.contract);
        const rows = [...page.rows].sort((one, other) => comparePositions(order(one), order(other), query.sort));
        return { ...page, rows };
      },
    },
    'by-locale: texts are sorted in dictionary order': comparing(
      textsBy((one, other) => one.localeCompare(other, 'en')),
    ),
    'by-composed: texts are sorted as if they were composed (NFC)': comparing(
      textsBy((one, other) => compareTexts(one.normalize('NFC'), other.normalize('NFC'))),
    ),
    'by-utf16: texts are sorted by UTF-16 code units': comparing(
      textsBy((one, other) => (one < other ? -1 : Number(one > other))),
    ),
    'case-ignored-on-users: users sorted by email are sorted case-insensitively': comparing(
      (one, other, sort, contract) =>
        (sort.field === 'email' ? caseIgnored : sound.comparePositions)(one, other, sort, contract),
    ),
    'ties-always-ascend: ties are ordered by ascending id even if the sort descends': comparing((one, other, sort) =>
      one.key === other.key ? compareTexts(one.id, other.id) : comparePositions(one, other, sort),
    ),
    'ties-by-chance: the order of ties changes from one request to the next': () => {
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
    'unknown-field-ignored: an unknown sort is ignored': tolerating('unknown_field', /^sort$/),
    'empty-ignored: an empty sort is ignored': tolerating('invalid_value', /^sort$/),
    'nullable-field-taken: bookings can be sorted by canceled_at, which is nullable': {
      sortOf: (text, contract) => {
        const isTaken = contract.name === 'bookings' && text === 'canceled_at';
        return isTaken ? { field: text, descending: false } : sound.sortOf(text, contract);
      },
    },
    'case-of-field-ignored: the field to sort by may be in upper case': rewritten((text) => text.toLowerCase()),
    'list-of-fields-taken: several sort fields are accepted, and only the first counts': rewritten(
      (text) => text.split(',')[0] ?? '',
    ),
    'position-as-text: numbers are sorted as text': {
      positionOf: (row, sort, contract) => ({ id: row.id, key: String(sound.positionOf(row, sort, contract).key) }),
    },
    'ties-bookings-starts: bookings tied in starts_at have their ids in the wrong order': untied(
      'bookings',
      'starts_at',
    ),
    'ties-categories-name: categories tied in name have their ids in the wrong order': untied('categories', 'name'),
    'ties-users-updated: users tied in updated_at have their ids in the wrong order': untied('users', 'updated_at'),
  },
  'SHAPE-4': {
    'times-by-day: times are sorted by day, but reversed within a day': comparing(
      textsBy((one, other) => {
        if (!/^\d{4}-\d\d-\d\dT/.test(one) || one === other) return 0;
        return one.slice(0, 10) === other.slice(0, 10) ? compareTexts(other, one) : compareTexts(one, other);
      }),
    ),
  },
  'SORT-2': {
    'default-of-categories: categories without a sort begin with the newest': {
      defaultSortOf: (contract) => (contract.name === 'categories' ? '-created_at' : sound.defaultSortOf(contract)),
    },
    'default-ascends: lists without a sort begin with the oldest row': {
      defaultSortOf: (contract) => sound.defaultSortOf(contract).replace(/^-/, ''),
    },
    'updated-at-reads-created-at: sort=updated_at sorts by created_at': goingBy('updated_at', 'created_at'),
    'ends-at-missing-on-event-sessions: event_sessions cannot be sorted by ends_at': {
      sortOf: (text, contract) => {
        const isMissing = contract.name === 'event_sessions' && text.endsWith('ends_at');
        return isMissing ? 'unknown' : sound.sortOf(text, contract);
      },
    },
    'members-joined: members sorted by joined_at are ordered by updated_at': goingBy(
      'joined_at',
      'updated_at',
      'members',
    ),
    'subscriptions-starts: subscriptions sorted by starts_at are ordered by id': goingBy(
      'starts_at',
      'id',
      'subscriptions',
    ),
    'training-sessions-ends: training_sessions sorted by ends_at are ordered by starts_at': goingBy(
      'ends_at',
      'starts_at',
      'training_sessions',
    ),
    'licenses-position: project_licenses sorted by position are ordered by name': goingBy(
      'position',
      'name',
      'project_licenses',
    ),
    'units-sku: machine_units sorted by sku are ordered by created_at': goingBy('sku', 'created_at', 'machine_units'),
    'projects-name: projects sorted by name are ordered by slug': goingBy('name', 'slug', 'projects'),
  },
});
