import { type AnyCollectionContract, type Fault, type FaultCause, fieldTable } from '@resource-catalogue/contracts';
import { readId, type Row, toText } from '../json.js';
import { describeFault, faultsOf, visit } from '../kit/documented-keys.js';
import { isDangerous } from '../kit/html.js';
import { expectEveryRow } from '../kit/expect-rows.js';
import { type Checks, type CollectionCheck, onCollections } from '../kit/check.js';
import { violatedBy } from '../kit/violation.js';
import type { Subject } from '../kit/subject.js';
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

interface RowCheck extends Omit<CollectionCheck, 'run'> {
  errorOf(row: Row, contract: AnyCollectionContract): readonly [expected: string, observed: string] | null;
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

/** A check that no row has a fault of these causes. */
const noFault = (rules: Checks[string]['rules'], title: string, ...causes: readonly FaultCause[]): Checks[string] =>
  eachRow(rules, {
    title,
    errorOf: (row, { resource }) => described(faultsOf(resource, row).find(({ cause }) => causes.includes(cause))),
  });

const described = (fault: Fault | undefined) => (fault ? describeFault(fault) : null);

/** Collections whose keys every server must have; the others are decisions of each server. */
const seedKeys: readonly string[] = ['places', 'bookings'];

export const schemaChecks: Checks = {
  'rows-have-exactly-their-keys': noFault(
    ['SHAPE-2', 'SHAPE-1'],
    'every row and each of its parts has all documented keys and no others',
    ...(['missing', 'surplus'] as const),
  ),
  'only-nullable-values-are-null': noFault(
    ['SHAPE-2'],
    'only values that may be null are null, and arrays never are',
    'null',
  ),
  'values-have-their-types': noFault(
    ['SHAPE-1', 'SHAPE-3', 'SHAPE-4', 'SHAPE-5'],
    'every value has its type: uuids, instants with three fraction digits, valid dates, integers',
    'kind',
  ),
  'ids-are-in-lower-case': noFault(['SHAPE-3'], 'every uuid is in lower case', 'case'),
  'enumerations-have-their-values': noFault(
    ['SHAPE-8'],
    'a value of an enumeration is one of the documented ones',
    'values',
  ),
  'values-are-within-their-limits': noFault(
    ['SHAPE-1', 'SHAPE-2', 'SHAPE-5', 'SHAPE-6'],
    'numbers, texts and arrays are within the documented limits: minimums, choices, lengths, absolute URLs',
    'limits',
  ),
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
  'rendered-text-is-sanitised': eachRow(['SHAPE-6'], {
    title: 'no rendered text has a script, a style, an event handler or a javascript: URL',
    errorOf: (row, { resource }) => {
      const bad = [...visit(resource, row)].find(
        ({ path, value }) => path.endsWith('_rendered') && typeof value === 'string' && isDangerous(value),
      );
      return bad ? ['sanitised HTML', `${bad.path} is ${toText(bad.value)}`] : null;
    },
  }),
  'rows-keep-what-their-table-says': onCollections(['SHAPE-1', 'SHAPE-2', 'SHAPE-7', 'SHAPE-10'], {
    title: 'every row satisfies the invariants of its table: dependent values, minimums, times, the order of arrays',
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      for (const { says, holds } of listInvariants(subject))
        expectEveryRow(subject, holds, (row) => [says, `not true of ${readId(row)}`]);
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
