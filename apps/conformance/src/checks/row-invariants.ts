import type { CollectionName } from '@resource-catalogue/contracts';
import type { Row } from '../census/row.js';
import { type Json, valuesAt, textOf } from '../json.js';

/** Something that holds for every row which has these keys, as the tables of section 8 say it. */
export interface Invariant {
  readonly keys: readonly string[];
  /** The collection, where another one has the same keys with another meaning. */
  readonly only?: CollectionName;
  readonly says: string;
  readonly holds: (row: Row) => boolean;
}

const isSet = (value: Json | undefined): boolean => value !== null && value !== undefined;

/** A key that is set exactly when another one has a certain value. */
function exactlyWhen(key: string, other: string, value: string, only?: CollectionName): Invariant {
  return {
    keys: [key, other],
    ...(only && { only }),
    says: `${key} that is set exactly when ${other} is ${value}`,
    holds: (row) => isSet(row[key]) === (row[other] === value),
  };
}

/** A key that is null exactly when another one is. */
function nullTogether(key: string, other: string, only?: CollectionName): Invariant {
  return {
    keys: [key, other],
    ...(only && { only }),
    says: `${key} that is null exactly when ${other} is`,
    holds: (row) => isSet(row[key]) === isSet(row[other]),
  };
}

function atLeast(path: string, least: number, only?: CollectionName): Invariant {
  return {
    keys: [path.replace(/[[.].*/, '')],
    ...(only && { only }),
    says: `${path} of at least ${least}`,
    holds: (row) => valuesAt(row, path).every((value) => typeof value === 'number' && value >= least),
  };
}

function quotasOf(kind: 'place' | 'machine'): Invariant {
  return {
    keys: [`${kind}_quotas`, `${kind}_booking_duration_types`],
    says: `${kind}_quotas for duration types of this ${kind}`,
    holds: (row) => {
      const types = valuesAt(row, `${kind}_booking_duration_types[].id`);
      return valuesAt(row, `${kind}_quotas[].${kind}_booking_duration_type_id`).every((id) => types.includes(id));
    },
  };
}

function customTypesOf(kind: 'place' | 'machine'): Invariant {
  return {
    keys: [`${kind}_booking_duration_types`],
    says: 'custom_duration_type that is null unless kind is custom',
    holds: (row) =>
      valuesAt(row, `${kind}_booking_duration_types[]`).every(
        (type) => valuesAt(type, 'kind')[0] === 'custom' || valuesAt(type, 'custom_duration_type').length === 0,
      ),
  };
}

const booked = ['machine_unit', 'place_unit', 'event_session', 'training_session'];
const reserved = ['reserved_by_event_session', 'reserved_by_training_session'];
const countSet = (row: Row, keys: readonly string[]): number => keys.filter((key) => isSet(row[key])).length;

const bookingInvariants: readonly Invariant[] = [
  { keys: booked, says: `exactly one of ${booked.join(', ')}`, holds: (row) => countSet(row, booked) === 1 },
  { keys: reserved, says: `at most one of ${reserved.join(', ')}`, holds: (row) => countSet(row, reserved) <= 1 },
  {
    keys: [...reserved, 'seats', 'member', 'group'],
    says: 'no member, no group and no seats where a unit is held for a session',
    holds: (row) =>
      countSet(row, reserved) === 0 ||
      (countSet(row, ['member', 'group']) === 0 && valuesAt(row, 'seats[]').length === 0),
  },
  {
    keys: ['slots', 'starts_at', 'ends_at'],
    only: 'bookings',
    says: 'starts_at where the first slot starts and ends_at where the last one ends',
    holds: (row) =>
      valuesAt(row, 'slots[].start_time')[0] === row['starts_at'] &&
      valuesAt(row, 'slots[].end_time').at(-1) === row['ends_at'],
  },
  {
    keys: ['starts_at', 'ends_at', 'slots'],
    only: 'bookings',
    says: 'ends_at later than starts_at',
    holds: (row) => textOf(row['ends_at']) > textOf(row['starts_at']),
  },
  {
    keys: ['place_extras', 'place_unit'],
    says: 'place_extras only with a place unit',
    holds: (row) => valuesAt(row, 'place_extras[]').length === 0 || isSet(row['place_unit']),
  },
];

const spaceInvariants: readonly Invariant[] = [
  nullTogether('latitude', 'longitude'),
  {
    keys: ['opening_hours'],
    says: 'day_of_week from 1 to 7, opens_at and closes_at as HH:MM',
    holds: (row) =>
      valuesAt(row, 'opening_hours[].day_of_week').every((day) => Number(day) >= 1 && Number(day) <= 7) &&
      [...valuesAt(row, 'opening_hours[].opens_at'), ...valuesAt(row, 'opening_hours[].closes_at')].every((time) =>
        /^\d\d:\d\d$/.test(textOf(time)),
      ),
  },
];

export const rowInvariants: readonly Invariant[] = [
  {
    keys: ['publication_state', 'published_at'],
    says: 'published_at that is null if draft and set if published',
    holds: (row) =>
      row['publication_state'] === 'draft'
        ? !isSet(row['published_at'])
        : row['publication_state'] !== 'published' || isSet(row['published_at']),
  },
  exactlyWhen('buying_cta_email', 'buying_cta_kind', 'email'),
  exactlyWhen('buying_cta_url', 'buying_cta_kind', 'url'),
  exactlyWhen('buying_cta_text', 'buying_cta_kind', 'text'),
  exactlyWhen('canceled_at', 'state', 'canceled'),
  exactlyWhen('paused_at', 'state', 'paused'),
  exactlyWhen('amount_in_cents', 'pricing', 'charged', 'plans'),
  exactlyWhen('currency', 'pricing', 'charged', 'plans'),
  nullTogether('minimum_seats', 'auto_cancel_before_in_hours'),
  nullTogether('description', 'description_rendered', 'projects'),
  {
    keys: ['steps'],
    only: 'projects',
    says: 'no rendered description of a step that has no description',
    holds: (row) =>
      valuesAt(row, 'steps[]').every(
        (step) => isSet(valuesAt(step, 'description')[0]) || !isSet(valuesAt(step, 'description_rendered')[0]),
      ),
  },
  {
    keys: ['slug', 'description_rendered'],
    says: 'a slug of at most 100 characters like a-b-1',
    holds: ({ slug }) => typeof slug === 'string' && slug.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
  },
  {
    keys: ['hourly_booking_time_step_in_minutes'],
    says: 'hourly_booking_time_step_in_minutes of 5, 10, 15, 20, 30 or 60',
    holds: (row) => [5, 10, 15, 20, 30, 60].includes(Number(row['hourly_booking_time_step_in_minutes'])),
  },
  {
    keys: ['seats_total', 'seats_booked', 'seats_available'],
    says: 'seats_available of max(0, seats_total − seats_booked)',
    holds: (row) => row['seats_available'] === Math.max(0, Number(row['seats_total']) - Number(row['seats_booked'])),
  },
  { keys: ['slots'], says: 'at least one slot', holds: (row) => valuesAt(row, 'slots[]').length > 0 },
  atLeast('duration_in_minutes', 15),
  atLeast('seats_per_session', 1, 'trainings'),
  atLeast('duration_count', 1),
  ...['place_quotas', 'machine_quotas', 'place_booking_minimum_durations', 'machine_booking_minimum_durations'].map(
    (key) => atLeast(`${key}[].value`, 1),
  ),
  quotasOf('place'),
  quotasOf('machine'),
  customTypesOf('place'),
  customTypesOf('machine'),
  {
    keys: ['location_kind', 'location_name'],
    says: 'location_name that is set when location_kind is offsite',
    holds: (row) => row['location_kind'] !== 'offsite' || isSet(row['location_name']),
  },
  {
    keys: ['ends_at', 'renews_automatically'],
    says: 'ends_at that is null only if the subscription renews automatically',
    holds: (row) => isSet(row['ends_at']) || row['renews_automatically'] === true,
  },
  {
    keys: ['author', 'collaborators'],
    says: 'collaborators without the author',
    holds: (row) => !valuesAt(row, 'collaborators[].id').includes(valuesAt(row, 'author.id')[0] ?? null),
  },
  {
    keys: ['time_zone'],
    says: 'an IANA time_zone',
    holds: ({ time_zone: zone }) => !isSet(zone) || isTimeZone(textOf(zone)),
  },
  ...bookingInvariants,
  ...spaceInvariants,
];

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(zone);
  } catch {
    return false;
  }
}
