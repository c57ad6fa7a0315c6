import {
  type Behaviour,
  keeps,
  type ListQuery,
  type Page,
  type Position,
  ProblemError,
  type Row,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { knowing, tolerating } from './requests.js';

const pages = (
  change: (page: Page, query: ListQuery, sorted: readonly Row[]) => Partial<Page>,
): Pick<Behaviour, 'pageOf'> => ({
  pageOf: (sorted, query, behaviour) => {
    const page = sound.pageOf(sorted, query, behaviour);
    return { ...page, ...change(page, query, sorted) };
  },
});

const comingAgain = (again: (row: Position, cursor: Position, query: ListQuery) => boolean): Change => ({
  isAfter: (row, cursor, query) => again(row, cursor, query) || sound.isAfter(row, cursor, query),
});

const findPosition = (row: Row, { sort, contract }: ListQuery): Position => sound.positionOf(row, sort, contract);

const sortless = { field: '', descending: false };

/** Binds cursors to the notation of a part of the query in addition to its meaning. */
const holdingFor = (written: (rawQuery: string) => string) =>
  knowing((query) => ({ identityOf: (...of) => written(query().sent) + sound.identityOf(...of) }));

const endings = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');

export const pagingMutants = makeMutants('paging', {
  'PAGE-4': {
    'cursor-inclusive: a page begins with the last row of the page before': comingAgain(
      (row, cursor) => row.id === cursor.id,
    ),
    'row-lost-at-one-size: pages of 7 events lack their first row, except the first page': pages(
      ({ rows }, { contract, limit, after }) =>
        contract.name === 'events' && limit === 7 && after !== null ? { rows: rows.slice(1) } : {},
    ),
    'skips-ties: rows with the same sort key as the last row of a page are skipped': {
      isAfter: (row, cursor, query) => row.key !== cursor.key && sound.isAfter(row, cursor, query),
    },
    'repeats-ties: rows with the same sort key as the last row of a page are repeated if the limit is above 10':
      comingAgain(({ key, id }, cursor, { limit }) => limit > 10 && key === cursor.key && id !== cursor.id),
    'descending-edge-repeats: the last row of a page is repeated, but only in a descending sort other than the default':
      comingAgain(({ id }, cursor, { sort }) => sort.descending && sort.field !== 'created_at' && id === cursor.id),
    'ends-a-page-early: a last page that is not full is left out': pages(({ rows }, { limit }, sorted) => {
      const last = rows.at(-1);
      const seen = last === undefined ? 0 : sorted.indexOf(last) + 1;
      return sorted.length - seen < limit ? { next: null } : {};
    }),
    'third-page-loses-a-row: the third page lacks its first row': pages(({ rows }, { limit }, sorted) => {
      const [first] = rows;
      return first !== undefined && sorted.indexOf(first) === 2 * limit ? { rows: rows.slice(1) } : {};
    }),
    'large-pages-lose-a-row: a page of more than a hundred rows lacks one in the middle': pages(({ rows }) =>
      rows.length > 100 ? { rows: rows.filter((_, index) => index !== 77) } : {},
    ),
    'ids-compared-alone-on-users: a cursor of users sorted by name compares only ids': {
      isAfter: (row, cursor, query) =>
        query.contract.name === 'users' && query.sort.field === 'last_name'
          ? row.id > cursor.id
          : sound.isAfter(row, cursor, query),
    },
    'cursor-by-offset: cursors are offsets, so a new row makes another one appear twice': {
      pageOf: (sorted, { after, limit }) => {
        const start = after === null ? 0 : Number(after.key);
        const end = start + limit;
        return { rows: sorted.slice(start, end), next: end < sorted.length ? { key: end, id: 'offset' } : null };
      },
    },
  },
  'LIST-3': {
    'next-after-full-last-page: a full last page is followed by an empty one': pages(({ rows }, query) => {
      const last = rows.at(-1);
      return rows.length === query.limit && last !== undefined ? { next: findPosition(last, query) } : {};
    }),
    'never-ends: the last page leads back to the second one': pages(({ next }, query, [first]) => ({
      next: next ?? (first ? findPosition(first, query) : null),
    })),
    'short-pages: pages of ten or more rows are one row short, although none is lost': {
      pageOf: (sorted, query, behaviour) =>
        sound.pageOf(sorted, query.limit >= 10 ? { ...query, limit: query.limit - 1 } : query, behaviour),
    },
    'filters-after-cutting: pages are filtered after they are cut, so some are short or empty': {
      joined: () => true,
      ...pages(({ rows }, query) => ({
        rows: rows.filter((row) => keeps(row, query.tests, query.contract, sound)),
      })),
    },
  },
  'PAGE-1': {
    'cursor-ignored-on-bookings: every page of bookings is the first one': comingAgain(
      (_, __, { contract }) => contract.name === 'bookings',
    ),
  },
  'SHAPE-4': {
    'cursor-in-seconds: cursors drop the milliseconds of a time': {
      encodeCursor: ({ key, id }, identity) => {
        const seconds = typeof key === 'string' && /^\d{4}-\d\d-\d\dT/.test(key) ? `${key.slice(0, 19)}.000Z` : key;
        return sound.encodeCursor({ key: seconds, id }, identity);
      },
    },
  },
  'PAGE-3': {
    'cursor-of-other-filters: a cursor is accepted with other filters': {
      identityOf: (contract, sort) => sound.identityOf(contract, sort, []),
    },
    'cursor-of-other-filter-values: a cursor is accepted with other values of the same filters': {
      identityOf: (contract, sort, tests) => {
        const valueless = tests.map((test) => (test.kind === 'set' ? { ...test, values: [] } : test));
        return sound.identityOf(contract, sort, valueless);
      },
    },
    'cursor-of-other-sort: a cursor is accepted with another sort': {
      identityOf: (contract, _, tests) => sound.identityOf(contract, sortless, tests),
    },
    'cursor-of-other-direction: a cursor is accepted with the same sort in the other direction': {
      identityOf: (contract, { field }, tests) => sound.identityOf(contract, { ...sortless, field }, tests),
    },
    'cursor-of-other-collection: a cursor is accepted by another collection': {
      identityOf: (_, sort, tests) => JSON.stringify([sort, tests.map(({ filter, kind }) => [filter.field, kind])]),
    },
    'cursors-shared-by-two: events and plans accept each other’s cursors': {
      identityOf: (...query) => sound.identityOf(...query).replace(/^\["(?:events|plans)"/, '["events or plans"'),
    },
    'bad-cursor-is-first-page: a bad cursor is answered with the first page': tolerating('invalid_cursor'),
    'empty-cursor-is-first-page: an empty cursor is answered with the first page': {
      tolerates: ({ code }, { value }) => code === 'invalid_cursor' && value === '',
    },
    'cursor-without-checksum: a changed last character of a cursor is not detected': {
      decodeCursor: (cursor, identity) => {
        const whole = [cursor, ...endings.map((end) => cursor.slice(0, -1) + end)];
        return whole.map((one) => sound.decodeCursor(one, identity)).find((position) => position !== null) ?? null;
      },
    },
    'cursor-padding: a cursor with trailing characters is accepted': {
      decodeCursor: (cursor, identity) => sound.decodeCursor(cursor.replace(/[=.~]+$/, ''), identity),
    },
    'cursor-not-for-urls: cursors contain characters that must be encoded in a URL': {
      encodeCursor: (position, identity) => `+${sound.encodeCursor(position, identity)}`,
      decodeCursor: (cursor, identity) => sound.decodeCursor(cursor.replace(/^\+/, ''), identity),
    },
    'cursor-binds-limit: a cursor is refused with another limit': {
      pageOf: (sorted, query, behaviour) => {
        const [id = '', limit] = query.after?.id.split('#') ?? [];
        if (query.after !== null && limit !== String(query.limit))
          throw new ProblemError('invalid_cursor', 'The cursor belongs to another limit.');
        const page = sound.pageOf(sorted, { ...query, after: query.after && { ...query.after, id } }, behaviour);
        return { ...page, next: page.next && { ...page.next, id: `${page.next.id}#${query.limit}` } };
      },
    },
    'cursor-dies-with-its-row: a cursor is refused once the sort key of its row has changed': {
      pageOf: (sorted, query, behaviour) => {
        const { after, sort } = query;
        const row = sorted.find(({ id }) => id === after?.id);
        if (after !== null && (row === undefined || sound.positionOf(row, sort, query.contract).key !== after.key))
          throw new ProblemError('invalid_cursor', 'The row that the cursor points to has changed.');
        return sound.pageOf(sorted, query, behaviour);
      },
    },
    'default-sort-by-name-differs: a cursor of the default sort is refused if that sort is sent explicitly': holdingFor(
      (rawQuery) => String(/(?:^|&)sort=/.test(rawQuery)),
    ),
    'filters-compared-as-written: a cursor is refused if the same filters are written differently': holdingFor(
      (rawQuery) => rawQuery.match(/filters[^&]*/g)?.join('&') ?? '',
    ),
    'instants-compared-as-written: a cursor is refused if a time is written with another offset': holdingFor(
      (rawQuery) => /\[g?l?te?\]=[^&]*/.exec(rawQuery)?.[0] ?? '',
    ),
  },
  'FILT-1': {
    'filter-lost-on-later-pages: filters apply to the first page only': knowing((query) => ({
      testsOf: (tests) => (query().pairs.some(({ name }) => name === 'cursor') ? [] : tests),
    })),
  },
});
