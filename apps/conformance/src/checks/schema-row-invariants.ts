import {
  type CollectionName,
  collections,
  fieldTable,
  keepsSetWhen,
  setWhenWords,
} from '@resource-catalogue/contracts';
import { isObject, type Json, type Row, toText, valuesAt } from '../json.js';

export type Invariant = ReturnType<typeof rule>;

/**
 * A condition on every row that has these keys; `only` limits it if the keys have another meaning in other
 * collections.
 */
const rule = (keys: readonly string[], says: string, holds: (row: Row) => boolean, only?: CollectionName) => ({
  keys,
  says,
  holds,
  only,
});

const isSet = (value: Json | undefined): boolean => value !== null && value !== undefined;

const setWhenInvariants = collections.flatMap(({ name: only, resource }) =>
  [...fieldTable(resource).values()].flatMap((field) => {
    if (field.setWhen) {
      const says = `${field.name} that is ${setWhenWords(field.setWhen)}`;
      return [rule([field.name, field.setWhen.key], says, (row) => keepsSetWhen(field, row), only)];
    }
    const parts = field.kind === 'array' && field.dto ? [...fieldTable(field.dto()).values()] : [];
    return parts.flatMap((part) => {
      const says = part.setWhen && `${part.name} of ${field.name} that is ${setWhenWords(part.setWhen)}`;
      const keeps = (row: Row): boolean =>
        valuesAt(row, `${field.name}[]`).every((item) => isObject(item) && keepsSetWhen(part, item));
      return says ? [rule([field.name], says, keeps, only)] : [];
    });
  }),
);

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

const textsAt = (row: Row, path: string): string[] => valuesAt(row, path).map(String);

const isAscending = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key);

const booked = ['machine_unit', 'place_unit', 'event_session', 'training_session'];
const reserved = ['reserved_by_event_session', 'reserved_by_training_session'];
const countSet = (row: Row, keys: readonly string[]): number => keys.filter((key) => isSet(row[key])).length;

export const rowInvariants: readonly Invariant[] = [
  rule(['publication_state', 'published_at'], 'published_at that is null if draft and set if published', (row) =>
    row['publication_state'] === 'draft'
      ? !isSet(row['published_at'])
      : row['publication_state'] !== 'published' || isSet(row['published_at']),
  ),
  ...setWhenInvariants,
  rule(
    ['steps'],
    'no rendered description for a step without a description',
    (row) =>
      valuesAt(row, 'steps[]').every(
        (step) => isSet(valuesAt(step, 'description')[0]) || !isSet(valuesAt(step, 'description_rendered')[0]),
      ),
    'projects',
  ),
  rule(
    ['seats_total', 'seats_booked', 'seats_available'],
    'seats_available of max(0, seats_total − seats_booked)',
    (row) => row['seats_available'] === Math.max(0, Number(row['seats_total']) - Number(row['seats_booked'])),
  ),
  rule(['opening_exceptions'], 'opening_exceptions ordered by date and time', (row) =>
    isAscending(
      valuesAt(row, 'opening_exceptions[]').map((entry) =>
        ['date', 'opens_at'].map((key) => toText(valuesAt(entry, key)[0])).join(' '),
      ),
    ),
  ),
  rule(['opening_exceptions'], 'one opening exception for a date that is closed', (row) => {
    const dates = valuesAt(row, 'opening_exceptions[].date');
    const isClosed = valuesAt(row, 'opening_exceptions[].closed');
    return isClosed.every(
      (closed, at) => closed === false || dates.indexOf(dates[at] ?? null) === dates.lastIndexOf(dates[at] ?? null),
    );
  }),
  ...checkDurations('place'),
  ...checkDurations('machine'),
  rule(
    ['location_kind', 'location_name'],
    'location_name that is set when location_kind is offsite',
    (row) => row['location_kind'] !== 'offsite' || isSet(row['location_name']),
  ),
  rule(
    ['created_at', 'updated_at'],
    'updated_at that is not before created_at',
    (row) => toText(row['updated_at']) >= toText(row['created_at']),
  ),
  rule(['slots'], 'slots ordered by start_time', (row) => isAscending(textsAt(row, 'slots[].start_time'))),
  rule(['slots'], 'slots that do not overlap', (row) => {
    const [, ...starts] = textsAt(row, 'slots[].start_time');
    const ends = textsAt(row, 'slots[].end_time');
    return starts.every((start, index) => (ends[index] ?? '') <= start);
  }),
  rule(['steps'], 'steps with the positions 1 to n, in order', (row) =>
    valuesAt(row, 'steps[].position').every((position, index) => position === index + 1),
  ),
  rule(['opening_hours'], 'opening_hours ordered by day and time', (row) => {
    const opens = textsAt(row, 'opening_hours[].opens_at');
    return isAscending(textsAt(row, 'opening_hours[].day_of_week').map((day, index) => `${day} ${opens[index] ?? ''}`));
  }),
  rule(
    ['ends_at', 'renews_automatically'],
    'ends_at that is null only if the subscription renews automatically',
    (row) => isSet(row['ends_at']) || row['renews_automatically'] === true,
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
      countSet(row, reserved) === 0 ||
      (countSet(row, ['member', 'group']) === 0 && valuesAt(row, 'seats[]').length === 0),
  ),
  rule(
    ['slots', 'starts_at', 'ends_at'],
    'starts_at equal to the start of the first slot and ends_at to the end of the last',
    (row) =>
      valuesAt(row, 'slots[].start_time')[0] === row['starts_at'] &&
      valuesAt(row, 'slots[].end_time').at(-1) === row['ends_at'],
    'bookings',
  ),
  rule(
    ['starts_at', 'ends_at', 'slots'],
    'ends_at later than starts_at',
    (row) => toText(row['ends_at']) > toText(row['starts_at']),
    'bookings',
  ),
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
