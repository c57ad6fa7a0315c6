import { type AnyCollectionContract, type Fault, type FaultCause, fieldTable } from '@resource-catalogue/contracts';
import { readId, type Row, toText } from '../json.js';
import { describeFault, faultsOf, visit } from '../kit/documented-keys.js';
import { isDangerous } from '../kit/html.js';
import { expectEveryRow } from '../kit/expect-rows.js';
import { type Checks, type CollectionCheck, onCollections } from '../kit/check.js';
import { violatedBy } from '../kit/violation.js';
import { rowInvariants } from './schema-row-invariants.js';

/** The value of a row under keys that are unique together, without the case of addresses; null if it has none. */
function uniqueValue({ resource }: AnyCollectionContract, keys: readonly string[], row: Row): string | null {
  if (typeof row['soft_deleted_at'] === 'string' || keys.some((key) => (row[key] ?? null) === null)) return null;
  const isAddress = (key: string): boolean => fieldTable(resource).get(key)?.limits?.format === 'email';
  return keys.map((key) => (isAddress(key) ? toText(row[key]).toLowerCase() : toText(row[key]))).join(' ');
}

type ErrorOf = (row: Row, contract: AnyCollectionContract) => readonly [expected: string, observed: string] | null;

/** A check of every row. */
const eachRow = (
  rules: Checks[string]['rules'],
  { errorOf, ...check }: Omit<CollectionCheck, 'run'> & { readonly errorOf: ErrorOf },
): Checks[string] =>
  onCollections(rules, {
    ...check,
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      const { contract } = subject;
      const isRight = (row: Row): boolean => errorOf(row, contract) === null;
      expectEveryRow(subject, isRight, (row) => {
        const [expected = '', observed = ''] = errorOf(row, contract) ?? [];
        return [expected, `${observed} in ${readId(row)}`];
      });
    },
  });

const firstFault =
  (isMeant: (fault: Fault) => boolean): ErrorOf =>
  (row, { resource }) => {
    const fault = faultsOf(resource, row).find(isMeant);
    return fault ? describeFault(fault) : null;
  };

/** A check that no row has a fault of these causes. */
const noFault = (rules: Checks[string]['rules'], title: string, ...causes: readonly FaultCause[]): Checks[string] =>
  eachRow(rules, { title, errorOf: firstFault(({ cause }) => causes.includes(cause)) });

const togetherFault = firstFault(({ cause }) => cause === 'together');

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
    errorOf: firstFault(({ cause, pointer, field }) => {
      const isRequired = pointer.lastIndexOf('/') === 0 && field?.nullable === false;
      return cause === 'kind' || (cause === 'missing' && isRequired);
    }),
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
  'rows-keep-what-their-table-says': eachRow(['SHAPE-1', 'SHAPE-2', 'SHAPE-7', 'SHAPE-10'], {
    title: 'every row satisfies the invariants of its table: dependent values, minimums, times, the order of arrays',
    errorOf: (row, contract) => {
      const broken = rowInvariants.find(({ keys, holds }) => keys.every((key) => key in row) && !holds(row));
      return broken ? [broken.says, 'not true'] : togetherFault(row, contract);
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
