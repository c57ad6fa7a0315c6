import { fieldTable } from '@resource-catalogue/contracts';
import { idOf, type Row } from '../census/row.js';
import { differences, isObject, sameJson, textOf, valuesAt } from '../json.js';
import { sorted } from '../oracle/order.js';
import { askPage, expectShown } from './ask-list.js';
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
  users: [{ key: 'email', keyOf: (row) => (isLive(row) ? textOf(row['email']).toLowerCase() : null) }],
  members: [{ key: 'number', keyOf: (row) => textOf(row['number']) }],
  machine_units: [{ key: 'sku', keyOf: (row) => textOf(row['sku']) }],
  place_units: [{ key: 'sku', keyOf: (row) => textOf(row['sku']) }],
  project_licenses: [{ key: 'code', keyOf: (row) => textOf(row['code']) }],
  categories: [{ key: 'slug', keyOf: (row) => `${textOf(row['type'])} ${textOf(row['slug'])}` }],
};

const paged = { key: 'slug', keyOf: (row: Row): string => textOf(row['slug']) };

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
      const broken = rows.find((row) => textOf(row['updated_at']) < textOf(row['created_at']));
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
    id: 'arrays-keep-their-order',
    rules: ['SHAPE-10', 'GET-1'],
    applies: ({ resource }) => arraysOf(resource).length > 0,
    title: 'the longest arrays of a collection come in the same order in every list and in every get',
    run: async (trial, { contract, rows, path }) => {
      const longest = arraysOf(contract.resource).map((key) => longestBy(rows, key));
      const chosen = [...new Set(longest.filter((row) => row !== undefined))].slice(0, 6);
      trial.need(chosen.length > 0, 'no row has an array of two items');
      const expected = sorted(chosen, contract.defaultSort);
      for (let time = 0; time < 2; time += 1) {
        const page = await askPage(trial, path, `filters[id][in]=${chosen.map(idOf).join(',')}`);
        expectShown(page, expected, 'the rows as they were, with their arrays in the same order');
      }
      for (const row of contract.get ? chosen : []) {
        const exchange = await trial.get(`${path}/${idOf(row)}`);
        const data = isObject(exchange.json) ? exchange.json['data'] : undefined;
        if (!sameJson(data, row))
          violatedBy([row], 'the arrays of the list, in the same order', differences(row, data).join(', '), exchange);
      }
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

const arraysOf = (resource: Parameters<typeof fieldTable>[0]): string[] =>
  [...fieldTable(resource).values()].filter(({ kind }) => kind === 'array').map(({ name }) => name);

function longestBy(rows: readonly Row[], key: string): Row | undefined {
  const lengthOf = (row: Row): number => valuesAt(row, `${key}[]`).length;
  const longest = rows.reduce<Row | undefined>(
    (best, row) => (best && lengthOf(best) >= lengthOf(row) ? best : row),
    undefined,
  );
  return longest && lengthOf(longest) >= 2 ? longest : undefined;
}

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
