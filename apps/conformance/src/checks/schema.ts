import {
  type AnyCollectionContract,
  type Fault,
  type FaultCause,
  fieldTable,
  textFormats,
} from '@resource-catalogue/contracts';
import { readId, isObject, type Json, type Row, toText, valueDifferences, valuesAt } from '../json.js';
import { sorted, within } from '../oracle.js';
import { describeFault, faultsOf, visit, type Visited } from '../kit/documented-keys.js';
import { isDangerous } from '../kit/html.js';
import { expectEveryRow } from '../kit/expect-rows.js';
import { type Checks, type CollectionCheck, onCollections } from '../kit/check.js';
import { violatedBy } from '../kit/violation.js';
import type { Subject } from '../kit/subject.js';
import { differenceNotes } from '../kit/differences.js';
import { readOne } from '../kit/ask-client.js';
import { askPage, expectShown } from '../kit/ask.js';
import { type Invariant, rowInvariants } from './schema-row-invariants.js';

function listInvariants({ contract }: Subject): Invariant[] {
  const keys = fieldTable(contract.resource);
  return rowInvariants.filter(
    ({ keys: needed, only }) => needed.every((key) => keys.has(key)) && (!only || only === contract.name),
  );
}

/** The value of a row under keys that are unique together, without the case of addresses; null if it has none. */
function uniqueValue({ resource }: AnyCollectionContract, keys: readonly string[], row: Row): string | null {
  if (typeof row['soft_deleted_at'] === 'string' || keys.some((key) => (row[key] ?? null) === null)) return null;
  const isAddress = (key: string): boolean => fieldTable(resource).get(key)?.limits?.format === 'email';
  return keys.map((key) => (isAddress(key) ? toText(row[key]).toLowerCase() : toText(row[key]))).join(' ');
}

const ordered = ['slots', 'steps', 'opening_hours', 'opening_exceptions'];

function expectOfAll(subject: Subject, says: string, holds: (row: Row) => boolean): void {
  expectEveryRow(subject, holds, (row) => [says, `not true of ${readId(row)}`]);
}

const listArrays = (resource: Parameters<typeof fieldTable>[0]): string[] =>
  [...fieldTable(resource).values()].filter(({ kind }) => kind === 'array').map(({ name }) => name);

function longestBy(rows: readonly Row[], key: string): Row | undefined {
  const lengths = rows.map((row) => valuesAt(row, `${key}[]`).length);
  const most = lengths.reduce((a, b) => Math.max(a, b), 0);
  return most >= 2 ? rows[lengths.indexOf(most)] : undefined;
}

const isAscending = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key);

const textsAt = (row: Json, path: string): string[] => valuesAt(row, path).map(String);

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
  'opening_exceptions ordered by date and time': (row) =>
    isAscending(
      valuesAt(row, 'opening_exceptions[]').map(
        (entry) => `${textsAt(entry, 'date')[0] ?? ''} ${textsAt(entry, 'opens_at')[0] ?? ''}`,
      ),
    ),
};

interface RowCheck extends Omit<CollectionCheck, 'run'> {
  errorOf(row: Row, contract: AnyCollectionContract): readonly [expected: string, observed: string] | null;
}

interface FaultCheck extends Omit<CollectionCheck, 'run'> {
  readonly causes: readonly FaultCause[];
}

interface ValueCheck extends Omit<CollectionCheck, 'run'> {
  expectedOf(visited: Visited): string | null;
}

function eachRow(rules: Checks[string]['rules'], { errorOf, ...check }: RowCheck): Checks[string] {
  return onCollections(rules, {
    ...check,
    run: (context, subject) => {
      const { contract, rows } = subject;
      context.need(rows.length > 0, 'the collection is empty');
      const isRight = (row: Row): boolean => errorOf(row, contract) === null;
      expectEveryRow(subject, isRight, (row) => {
        const [expected = '', observed = ''] = errorOf(row, contract) ?? [];
        return [expected, `${observed} in ${toText(row['id'])}`];
      });
    },
  });
}

/** A check of every documented value of every row; `wrong` returns the expectation that a value violates, or null. */
function eachValue(rules: Checks[string]['rules'], { expectedOf, ...check }: ValueCheck): Checks[string] {
  return eachRow(rules, {
    ...check,
    errorOf: (row, { resource }) => {
      for (const visited of visit(resource, row)) {
        const expected = expectedOf(visited);
        if (expected !== null) return [expected, `${visited.path} is ${toText(visited.value)}`];
      }
      return null;
    },
  });
}

/** A check that no row has a fault of these causes. */
function eachFault(rules: Checks[string]['rules'], { causes, ...check }: FaultCheck): Checks[string] {
  return eachRow(rules, {
    ...check,
    errorOf: (row, { resource }) => described(faultsOf(resource, row).find(({ cause }) => causes.includes(cause))),
  });
}

const described = (fault: Fault | undefined) => (fault ? describeFault(fault) : null);

/** Collections whose keys every server must have; the others are decisions of each server. */
const seedKeys: readonly string[] = ['places', 'bookings'];

export const schemaChecks: Checks = {
  'rows-have-exactly-their-keys': eachFault(['SHAPE-2', 'SHAPE-1'], {
    title: 'every row and each of its parts has all documented keys and no others',
    causes: ['missing', 'surplus'],
  }),
  'only-nullable-values-are-null': eachFault(['SHAPE-2'], {
    title: 'only values that may be null are null, and arrays never are',
    causes: ['null'],
  }),
  'values-have-their-types': eachFault(['SHAPE-1', 'SHAPE-3', 'SHAPE-4', 'SHAPE-5'], {
    title: 'every value has its type: uuids, instants with three fraction digits, valid dates, integers',
    causes: ['kind'],
  }),
  'keys-of-every-server-have-their-types': eachRow(['SHAPE-1'], {
    layer: 'seed',
    applies: ({ name }) => seedKeys.includes(name),
    title: 'the keys required of every server have their types',
    errorOf: (row, { resource }) => {
      const isRequired = ({ pointer, field }: Fault) => pointer.lastIndexOf('/') === 0 && field?.nullable === false;
      const isWrong = (fault: Fault) => fault.cause === 'kind' || (fault.cause === 'missing' && isRequired(fault));
      return described(faultsOf(resource, row).find(isWrong));
    },
  }),
  'ids-are-in-lower-case': eachFault(['SHAPE-3'], {
    title: 'every uuid is in lower case',
    causes: ['case'],
  }),
  'enumerations-have-their-values': eachFault(['SHAPE-8'], {
    title: 'a value of an enumeration is one of the documented ones',
    causes: ['values'],
  }),
  'values-are-within-their-limits': eachFault(['SHAPE-1', 'SHAPE-2', 'SHAPE-5'], {
    title: 'numbers, texts and arrays are within the documented limits: minimums, choices, lengths, forms',
    causes: ['limits'],
  }),
  'rendered-text-is-sanitised': eachValue(['SHAPE-6'], {
    title: 'no rendered text has a script, a style, an event handler or a javascript: URL',
    expectedOf: ({ path, value }) =>
      path.endsWith('_rendered') && typeof value === 'string' && isDangerous(value) ? 'sanitised HTML' : null,
  }),
  'images-have-absolute-urls': eachRow(['SHAPE-6'], {
    applies: ({ resource }) => fieldTable(resource).has('image'),
    title: 'an image is null or has sm, md and lg, each an absolute URL',
    errorOf: ({ image = null }) => {
      const urls = isObject(image) ? ['sm', 'md', 'lg'].map((key) => toText(image[key])) : [''];
      const absolute = urls.every(textFormats.uri.holds);
      return image === null || absolute ? null : ['sm, md and lg, each an absolute URL', toText(image)];
    },
  }),
  'rows-keep-what-their-table-says': onCollections(['SHAPE-2', 'SHAPE-1'], {
    title: 'every row satisfies the invariants of its table: dependent values, minimums, choices, order',
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      for (const { says, holds } of listInvariants(subject)) expectOfAll(subject, says, holds);
    },
  }),
  'updated-at-is-not-before-created-at': onCollections(['SHAPE-7'], {
    title: 'updated_at is never earlier than created_at',
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      const isInOrder = (row: Row): boolean => toText(row['updated_at']) >= toText(row['created_at']);
      expectOfAll(subject, 'updated_at not before created_at', isInOrder);
    },
  }),
  'arrays-are-in-their-order': onCollections(['SHAPE-10'], {
    applies: ({ resource }) => ordered.some((key) => fieldTable(resource).has(key)),
    title:
      'slots are ordered by start_time and do not overlap, steps by position, hours and exceptions by day and time',
    run: (context, subject) => {
      const hasTwo = (row: Row): boolean => ordered.some((key) => valuesAt(row, `${key}[]`).length > 1);
      context.need(subject.rows.some(hasTwo), 'needs a row whose array has two items');
      for (const [says, holds] of Object.entries(orders)) expectOfAll(subject, says, holds);
    },
  }),
  'arrays-keep-their-order': onCollections(['SHAPE-10', 'GET-1'], {
    applies: ({ resource }) => listArrays(resource).length > 0,
    title: 'the longest arrays of a collection have the same order in every list and every get',
    run: async (context, { contract, rows, path }) => {
      const longest = listArrays(contract.resource).map((key) => longestBy(rows, key));
      const chosen = [...new Set(longest.filter((row) => row !== undefined))].slice(0, 6);
      context.need(chosen.length > 0, 'no row has an array of two items');
      const expected = sorted(chosen, contract.defaultSort);
      for (let time = 0; time < 2; time += 1) {
        const page = await askPage(context, path, within(chosen));
        expectShown(page, expected, 'the same rows, with their arrays in the same order');
      }
      for (const row of contract.get ? chosen : []) {
        const why = 'the get of a row that the list shows';
        const { exchange, data } = await readOne(context, contract.name, readId(row), why);
        const values = valueDifferences(row, data);
        const notes = differenceNotes(values, 'in the list', 'in the get');
        if (values.length > 0)
          violatedBy([row], 'the arrays of the list, in the same order', 'different arrays', exchange, notes);
      }
    },
  }),
  'unique-values-are-unique': onCollections(['SHAPE-2'], {
    title: 'no two live rows share the values of unique keys, such as slugs, numbers, codes and e-mail addresses',
    run: (context, { contract, rows }) => {
      context.need(rows.length >= 2, 'needs two rows');
      for (const keys of [['id'], ...contract.unique]) {
        const seen = new Map<string, Row>();
        for (const row of rows) {
          const value = uniqueValue(contract, keys, row);
          if (value === null) continue;
          const other = seen.get(value);
          if (other) violatedBy([other, row], `unique values of ${keys.join(', ')}`, `${value} twice`);
          seen.set(value, row);
        }
      }
    },
  }),
};
