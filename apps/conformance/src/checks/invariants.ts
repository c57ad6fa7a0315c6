import { fieldTable } from '@resource-catalogue/contracts';
import { idOf, type Row } from '../census/row.js';
import { valuesAt } from '../json.js';
import { onCollections } from './check.js';
import { type Invariant, rowInvariants } from './row-invariants.js';
import { isLive, type Subject } from './subject.js';
import { violatedBy } from './violation.js';

/** The invariants of a collection are those whose keys it has. */
function invariantsOf({ contract }: Subject): Invariant[] {
  const keys = fieldTable(contract.resource);
  return rowInvariants.filter(
    ({ keys: needed, only }) => needed.every((key) => keys.has(key)) && (!only || only === contract.name),
  );
}

/** Keys whose values are unique, each in its collection, among the rows for which it is said. */
const unique: Readonly<Record<string, readonly { key: string; keyOf: (row: Row) => string | null }[]>> = {
  users: [{ key: 'email', keyOf: (row) => (isLive(row) ? String(row['email']).toLowerCase() : null) }],
  members: [{ key: 'number', keyOf: (row) => String(row['number']) }],
  machine_units: [{ key: 'sku', keyOf: (row) => String(row['sku']) }],
  place_units: [{ key: 'sku', keyOf: (row) => String(row['sku']) }],
  project_licenses: [{ key: 'code', keyOf: (row) => String(row['code']) }],
  categories: [{ key: 'slug', keyOf: (row) => `${String(row['type'])} ${String(row['slug'])}` }],
};

const paged = { key: 'slug', keyOf: (row: Row): string => String(row['slug']) };

export const invariantChecks = [
  onCollections({
    id: 'rows-keep-what-their-table-says',
    rules: ['SHAPE-2', 'SHAPE-1'],
    title: 'every row keeps the limits of its table: what is set exactly when, at least, one of, ordered by',
    run: async (trial, subject) => {
      trial.need(subject.rows.length > 0, 'the collection is empty');
      for (const { says, holds } of invariantsOf(subject)) {
        const broken = subject.rows.find((row) => !holds(row));
        if (broken) violatedBy([broken], says, `not so in ${idOf(broken)}`, ...(subject.first ? [subject.first] : []));
      }
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'updated-at-is-not-before-created-at',
    rules: ['SHAPE-7'],
    title: 'updated_at is never earlier than created_at',
    run: async (trial, { rows, first }) => {
      trial.need(rows.length > 0, 'the collection is empty');
      const broken = rows.find((row) => String(row['updated_at']) < String(row['created_at']));
      if (broken)
        violatedBy([broken], 'updated_at from created_at on', `earlier in ${idOf(broken)}`, ...(first ? [first] : []));
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'arrays-are-in-their-order',
    rules: ['SHAPE-10'],
    applies: ({ resource }) => ['slots', 'steps', 'opening_hours'].some((key) => fieldTable(resource).has(key)),
    title: 'slots are ordered by start_time and do not overlap, steps by position, opening hours by day and time',
    run: async (trial, { rows, first }) => {
      trial.need(
        rows.some((row) => ['slots', 'steps', 'opening_hours'].some((key) => valuesAt(row, `${key}[]`).length > 1)),
        'needs a row whose array has two items',
      );
      for (const row of rows) {
        const fault = orderFault(row);
        if (fault !== null) violatedBy([row], fault, `not so in ${idOf(row)}`, ...(first ? [first] : []));
      }
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'unique-values-are-unique',
    rules: ['SHAPE-2'],
    title: 'ids, and slugs, numbers, codes and e-mail addresses where they are said to be, are unique',
    run: async (trial, { contract, rows, first }) => {
      trial.need(rows.length >= 2, 'needs two rows');
      const isPage = fieldTable(contract.resource).has('description_rendered');
      for (const { key, keyOf } of [...(unique[contract.name] ?? []), ...(isPage ? [paged] : [])]) {
        const seen = new Map<string, Row>();
        for (const row of rows) {
          const value = keyOf(row);
          const other = value === null ? undefined : seen.get(value);
          if (other) violatedBy([other, row], `a ${key} that is unique`, `${value} twice`, ...(first ? [first] : []));
          if (value !== null) seen.set(value, row);
        }
      }
      return Promise.resolve();
    },
  }),
];

const ascending = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key);

function orderFault(row: Row): string | null {
  const starts = valuesAt(row, 'slots[].start_time').map(String);
  const ends = valuesAt(row, 'slots[].end_time').map(String);
  if (!ascending(starts)) return 'slots ordered by start_time';
  if (ends.some((end, index) => index + 1 < starts.length && end > (starts[index + 1] ?? '')))
    return 'slots that do not overlap';
  const positions = valuesAt(row, 'steps[].position');
  if (positions.some((position, index) => position !== index + 1)) return 'steps with the positions 1 to n, in order';
  const days = valuesAt(row, 'opening_hours[].day_of_week').map(String);
  const opens = valuesAt(row, 'opening_hours[].opens_at').map(String);
  return ascending(days.map((day, index) => `${day} ${opens[index] ?? ''}`))
    ? null
    : 'opening_hours ordered by day and time';
}
