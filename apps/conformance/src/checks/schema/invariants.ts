import { fieldTable } from '@resource-catalogue/contracts';
import { differences, sameJson, textOf, valuesAt, idOf, type Row } from '../../json.js';
import { sorted, within } from '../../oracle.js';
import { type Checks, onCollections } from '../context/check.js';
import { isLive, type Subject } from '../context/subject.js';
import { violatedBy } from '../context/violation.js';
import { readOne } from '../requests/client-calls.js';
import { askPage, expectShown } from '../requests/lists.js';
import { type Invariant, rowInvariants } from './row-invariants.js';

function invariantsOf({ contract }: Subject): Invariant[] {
  const keys = fieldTable(contract.resource);
  return rowInvariants.filter(
    ({ keys: needed, only }) => needed.every((key) => keys.has(key)) && (!only || only === contract.name),
  );
}

/** What is unique in a collection, among the rows for which it is said. */
const unique: Readonly<Record<string, (row: Row) => string | null>> = {
  users: (row) => (isLive(row) ? textOf(row['email']).toLowerCase() : null),
  members: ({ number }) => textOf(number),
  machine_units: ({ sku }) => textOf(sku),
  place_units: ({ sku }) => textOf(sku),
  project_licenses: ({ code }) => textOf(code),
  categories: ({ type, slug }) => `${textOf(type)} ${textOf(slug)}`,
};

const ordered = ['slots', 'steps', 'opening_hours'];

export const invariantChecks: Checks = {
  'rows-keep-what-their-table-says': onCollections(['SHAPE-2', 'SHAPE-1'], {
    title: 'every row keeps the limits of its table: what is set exactly when, at least, one of, ordered by',
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      for (const { says, holds } of invariantsOf(subject)) expectOfAll(subject, says, holds);
    },
  }),
  'updated-at-is-not-before-created-at': onCollections(['SHAPE-7'], {
    title: 'updated_at is never earlier than created_at',
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      expectOfAll(
        subject,
        'updated_at from created_at on',
        (row) => textOf(row['updated_at']) >= textOf(row['created_at']),
      );
    },
  }),
  'arrays-are-in-their-order': onCollections(['SHAPE-10'], {
    applies: ({ resource }) => ordered.some((key) => fieldTable(resource).has(key)),
    title: 'slots are ordered by start_time and do not overlap, steps by position, opening hours by day and time',
    run: (context, subject) => {
      const hasTwo = (row: Row): boolean => ordered.some((key) => valuesAt(row, `${key}[]`).length > 1);
      context.need(subject.rows.some(hasTwo), 'needs a row whose array has two items');
      for (const [says, holds] of Object.entries(orders)) expectOfAll(subject, says, holds);
    },
  }),
  'arrays-keep-their-order': onCollections(['SHAPE-10', 'GET-1'], {
    applies: ({ resource }) => arraysOf(resource).length > 0,
    title: 'the longest arrays of a collection come in the same order in every list and in every get',
    run: async (context, { contract, rows, path }) => {
      const longest = arraysOf(contract.resource).map((key) => longestBy(rows, key));
      const chosen = [...new Set(longest.filter((row) => row !== undefined))].slice(0, 6);
      context.need(chosen.length > 0, 'no row has an array of two items');
      const expected = sorted(chosen, contract.defaultSort);
      for (let time = 0; time < 2; time += 1) {
        const page = await askPage(context, path, within(chosen));
        expectShown(page, expected, 'the rows as they were, with their arrays in the same order');
      }
      for (const row of contract.get ? chosen : []) {
        const why = 'the get of a row that the list shows';
        const { exchange, data } = await readOne(context, contract.name, idOf(row), why);
        if (!sameJson(data, row))
          violatedBy([row], 'the arrays of the list, in the same order', differences(row, data).join(', '), exchange);
      }
    },
  }),
  'unique-values-are-unique': onCollections(['SHAPE-2'], {
    title: 'ids, and slugs, numbers, codes and e-mail addresses where they are said to be, are unique',
    run: (context, { contract, rows, first }) => {
      context.need(rows.length >= 2, 'needs two rows');
      const slugs = fieldTable(contract.resource).has('description_rendered')
        ? [(row: Row) => textOf(row['slug'])]
        : [];
      for (const valueOf of [...slugs, unique[contract.name] ?? (() => null)]) {
        const seen = new Map<string, Row>();
        for (const row of rows) {
          const value = valueOf(row);
          if (value === null) continue;
          const other = seen.get(value);
          if (other) violatedBy([other, row], 'a value that is unique', `${value} twice`, first);
          seen.set(value, row);
        }
      }
    },
  }),
};

function expectOfAll({ rows, first }: Subject, says: string, holds: (row: Row) => boolean): void {
  const broken = rows.find((row) => !holds(row));
  if (broken) violatedBy([broken], says, `not so in ${idOf(broken)}`, first);
}

const arraysOf = (resource: Parameters<typeof fieldTable>[0]): string[] =>
  [...fieldTable(resource).values()].filter(({ kind }) => kind === 'array').map(({ name }) => name);

function longestBy(rows: readonly Row[], key: string): Row | undefined {
  const lengths = rows.map((row) => valuesAt(row, `${key}[]`).length);
  const most = lengths.reduce((a, b) => Math.max(a, b), 0);
  return most >= 2 ? rows[lengths.indexOf(most)] : undefined;
}

const isAscending = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key);

const textsAt = (row: Row, path: string): string[] => valuesAt(row, path).map(String);

const orders: Readonly<Record<string, (row: Row) => boolean>> = {
  'slots ordered by start_time': (row) => isAscending(textsAt(row, 'slots[].start_time')),
  'slots that do not overlap': (row) => {
    const [, ...next] = textsAt(row, 'slots[].start_time');
    const ends = textsAt(row, 'slots[].end_time');
    return next.every((start, index) => (ends[index] ?? '') <= start);
  },
  'steps with the positions 1 to n, in order': (row) =>
    valuesAt(row, 'steps[].position').every((position, index) => position === index + 1),
  'opening_hours ordered by day and time': (row) => {
    const opens = textsAt(row, 'opening_hours[].opens_at');
    return isAscending(textsAt(row, 'opening_hours[].day_of_week').map((day, index) => `${day} ${opens[index] ?? ''}`));
  },
};
