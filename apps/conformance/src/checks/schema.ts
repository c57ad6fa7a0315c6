import { type AnyCollectionContract, type Fault, type FaultCause, fieldTable } from '@resource-catalogue/contracts';
import { type Checks, type CollectionCheck, onCollections } from '../kit/check.js';
import { describeFault, findFaults, visit } from '../kit/documented-keys.js';
import { expectEveryRow } from '../kit/expect-rows.js';
import { isDangerous } from '../kit/html.js';
import { failRows } from '../kit/violation.js';
import { type Json, readId, type Row, sameJson, toText, valuesAt } from '../json.js';

/** A condition on every row that has these keys. */
const rule = (keys: readonly string[], says: string, holds: (row: Row) => boolean) => ({ keys, says, holds });

const isSet = (value: Json | undefined): boolean => (value ?? null) !== null;

function checkDurations(kind: 'place' | 'machine') {
  const types = `${kind}_booking_duration_types`;
  const isKnown = (row: Row): boolean =>
    valuesAt(row, `${kind}_quotas[].${kind}_booking_duration_type_id`).every((id) =>
      valuesAt(row, `${types}[].id`).includes(id),
    );
  const isCustom = (type: Json): boolean =>
    valuesAt(type, 'kind')[0] === 'custom' || valuesAt(type, 'custom_duration_type').length === 0;
  return [
    rule([`${kind}_quotas`, types], `${kind}_quotas for duration types of this ${kind}`, isKnown),
    rule([types], 'custom_duration_type that is null unless kind is custom', (row) =>
      valuesAt(row, `${types}[]`).every(isCustom),
    ),
  ];
}

const textsAt = (value: Json, path: string): string[] => valuesAt(value, path).map(String);

const isAscending = (texts: readonly string[]): boolean => sameJson([...texts], [...texts].sort());

/** Arrays, and the keys of their items that order them. */
const orderingKeys = {
  opening_hours: ['day_of_week', 'opens_at'],
  opening_exceptions: ['date', 'opens_at'],
  slots: ['start_time'],
} as const;

const orderRules = Object.entries(orderingKeys).map(([array, keys]) =>
  rule([array], `${array} ordered by ${keys.join(' and ')}`, (row) => {
    const items = valuesAt(row, `${array}[]`);
    return isAscending(items.map((item) => keys.map((key) => toText(valuesAt(item, key)[0])).join(' ')));
  }),
);

const booked = ['machine_unit', 'place_unit', 'event_session', 'training_session'];
const reserved = ['reserved_by_event_session', 'reserved_by_training_session'];
const countSet = (row: Json, keys: readonly string[]): number => keys.flatMap((key) => valuesAt(row, key)).length;

export const rowInvariants = [
  rule(['publication_state', 'published_at'], 'published_at that is null if draft and set if published', (row) => {
    const { publication_state: state = null, published_at: at = null } = row;
    return state === 'archived' || (at !== null) === (state === 'published');
  }),
  rule(['steps'], 'no rendered description for a step without a description', (row) =>
    valuesAt(row, 'steps[]').every((step) => countSet(step, ['description', 'description_rendered']) !== 1),
  ),
  rule(['seats_total', 'seats_booked', 'seats_available'], 'seats_available of max(0, total − booked)', (row) =>
    sameJson(row['seats_available'], Math.max(0, Number(row['seats_total']) - Number(row['seats_booked']))),
  ),
  rule(['opening_exceptions'], 'one opening exception for a date that is closed', (row) => {
    const dates = textsAt(row, 'opening_exceptions[].date');
    const closed = textsAt(row, 'opening_exceptions[].closed');
    return dates.every((date, at) => closed[at] === 'false' || dates.filter((other) => other === date).length === 1);
  }),
  ...checkDurations('place'),
  ...checkDurations('machine'),
  rule(['location_kind', 'location_name'], 'location_name that is set if location_kind is offsite', (row) =>
    row['location_kind'] === 'offsite' ? isSet(row['location_name']) : true,
  ),
  rule(['created_at', 'updated_at'], 'updated_at that is not before created_at', (row) =>
    isAscending(['created_at', 'updated_at'].map((key) => toText(row[key]))),
  ),
  ...orderRules,
  rule(['slots'], 'slots that do not overlap', (row) =>
    isAscending(
      valuesAt(row, 'slots[]').flatMap((slot) => ['start_time', 'end_time'].flatMap((key) => textsAt(slot, key))),
    ),
  ),
  rule(['steps'], 'steps with the positions 1 to n, in order', (row) =>
    valuesAt(row, 'steps[].position').every((position, index) => position === index + 1),
  ),
  rule(['ends_at', 'renews_automatically'], 'ends_at that is set unless renews_automatically', (row) =>
    row['renews_automatically'] === true ? true : isSet(row['ends_at']),
  ),
  rule(
    ['author', 'collaborators'],
    'collaborators without the author',
    (row) => !valuesAt(row, 'collaborators[].id').includes(valuesAt(row, 'author.id')[0] ?? null),
  ),
  rule(['time_zone'], 'an IANA time_zone', ({ time_zone: zone }) => !isSet(zone) || isTimeZone(toText(zone))),
  rule(booked, `exactly one of ${booked.join(', ')}`, (row) => countSet(row, booked) === 1),
  rule(reserved, `at most one of ${reserved.join(', ')}`, (row) => countSet(row, reserved) <= 1),
  rule(
    [...reserved, 'seats', 'member', 'group'],
    'no member, group or seats if a session holds the unit',
    (row) =>
      countSet(row, reserved) === 0 || countSet(row, ['member', 'group']) + valuesAt(row, 'seats[]').length === 0,
  ),
  rule([...booked, 'slots'], 'starts_at and ends_at, the ends of the slots, in order', (row) => {
    const ends = [valuesAt(row, 'slots[].start_time')[0], valuesAt(row, 'slots[].end_time').at(-1)].map(toText);
    return sameJson([row['starts_at'], row['ends_at']].map(toText), ends) && (ends[0] ?? '') < (ends[1] ?? '');
  }),
  rule(
    ['place_extras', 'place_unit'],
    'place_extras only with a place unit',
    (row) => valuesAt(row, 'place_extras[]').length === 0 || isSet(row['place_unit']),
  ),
];

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(zone);
  } catch {
    return false;
  }
}

/** The values of keys that are unique together, with e-mail addresses in lower case; null if one is missing or the row is deleted. */
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
  (applies: (fault: Fault) => boolean): ErrorOf =>
  (row, { resource }) => {
    const fault = findFaults(resource, row).find(applies);
    return fault ? describeFault(fault) : null;
  };

/** A check that no row has a fault of these causes. */
const noFault = (rules: Checks[string]['rules'], title: string, ...causes: readonly FaultCause[]): Checks[string] =>
  eachRow(rules, { title, errorOf: firstFault(({ cause }) => causes.includes(cause)) });

const togetherFault = firstFault(({ cause }) => cause === 'together');

/** Collections whose keys every server must have; the others are decisions of each server. */
const coreCollections: readonly string[] = ['places', 'bookings'];

export const schemaChecks: Checks = {
  'rows-have-exactly-the-documented-keys': noFault(
    ['SHAPE-2', 'SHAPE-1'],
    'every row and each of its parts has all documented keys and no others',
    'missing',
    'surplus',
  ),
  'only-nullable-values-are-null': noFault(['SHAPE-2'], 'only values that may be null are null', 'null'),
  'values-have-their-types': noFault(
    ['SHAPE-1', 'SHAPE-3', 'SHAPE-4', 'SHAPE-5'],
    'every value has its type: uuids, instants with three fraction digits, valid dates, integers',
    'kind',
  ),
  'ids-are-in-lower-case': noFault(['SHAPE-3'], 'every uuid is in lower case', 'case'),
  'enumerations-have-documented-values': noFault(['SHAPE-8'], 'enumerations have their documented values', 'values'),
  'values-are-within-their-limits': noFault(
    ['SHAPE-1', 'SHAPE-2', 'SHAPE-5', 'SHAPE-6'],
    'numbers, texts and arrays are within the documented limits: minimums, choices, lengths, absolute URLs',
    'limits',
  ),
  'required-keys-have-their-types': eachRow(['SHAPE-1'], {
    layer: 'core',
    applies: ({ name }) => coreCollections.includes(name),
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
  'rows-satisfy-their-invariants': eachRow(['SHAPE-1', 'SHAPE-2', 'SHAPE-7', 'SHAPE-10'], {
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
          if (other) failRows([other, row], `unique values of ${keys.join(', ')}`, `${value} twice`);
          seen.set(value, row);
        }
      }
    },
  }),
};
