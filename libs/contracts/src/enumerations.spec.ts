import { describe, expect, it } from '@jest/globals';
import { collections } from './collections.js';
import { fieldTable } from './field-table.js';
import type { DtoClass, Field } from './field-table.js';

// Every enumeration of section 8, copied by hand: path of the key, then its values.
const unitState = 'available unavailable maintenance out_of_order retired';
const publicationState = 'draft published archived';
const availabilityMode = 'self_service scheduled staff_only not_bookable';
const sessionState = 'draft scheduled completed canceled';
const accessibility = 'visual hearing motor mental';
const durationKind = 'half_hour hour half_day day week month custom';
const minimumUnit = 'minute hour day week month';
const quotaUnit = `hours_per_day hours_per_week hours_per_month days_per_week days_per_month bookings_per_day
  bookings_per_week bookings_per_month`;
const buying = (collection: string) => ({
  [`${collection}.pricing`]: 'free charged on_request',
  [`${collection}.buying_cta_kind`]: 'none email url text',
});

const enumerations: Record<string, string> = {
  'users.role': 'admin manager trainer member partner',
  'users.state': 'invited active locked',
  'members.state': 'pending active suspended left',
  'machines.publication_state': publicationState,
  ...buying('machines'),
  'machines.availability_mode': availabilityMode,
  'machines.machine_booking_duration_types.kind': durationKind,
  'machines.machine_quotas.unit': quotaUnit,
  'machines.machine_booking_minimum_durations.unit': minimumUnit,
  'machine_units.state': unitState,
  'trainings.accessibility': accessibility,
  'trainings.publication_state': publicationState,
  ...buying('trainings'),
  'training_sessions.state': sessionState,
  'places.accessibility': accessibility,
  'places.publication_state': publicationState,
  ...buying('places'),
  'places.availability_mode': availabilityMode,
  'places.place_booking_duration_types.kind': durationKind,
  'places.place_quotas.unit': quotaUnit,
  'places.place_booking_minimum_durations.unit': minimumUnit,
  'places.place_extras.pricing': 'free per_booking per_hour per_day per_person',
  'place_units.state': unitState,
  'plans.publication_state': publicationState,
  ...buying('plans'),
  'plans.duration_unit': 'day week month year',
  'plans.renewal_kind': 'none automatic',
  'events.accessibility': accessibility,
  'events.publication_state': publicationState,
  ...buying('events'),
  'events.location_kind': 'onsite offsite online',
  'events.seat_naming': 'anonymous nominative',
  'event_sessions.state': sessionState,
  'projects.publication_state': publicationState,
  'subscriptions.state': 'pending active paused canceled expired',
  'bookings.machine_unit.state': unitState,
  'bookings.place_unit.state': unitState,
  'bookings.state': 'pending confirmed rejected canceled no_show',
  'categories.type': 'machine place training event plan price',
  'spaces.publication_state': publicationState,
  'spaces.accessibility': accessibility,
};

function enumerationsOf(path: string, dto: DtoClass): [string, readonly string[]][] {
  return [...fieldTable(dto).values()].flatMap((field) => enumerationsAt(`${path}.${field.name}`, field));
}

function enumerationsAt(path: string, { values, dto }: Field): [string, readonly string[]][] {
  return values ? [[path, values]] : dto ? enumerationsOf(path, dto()) : [];
}

const collectionOf = (path: string): string => path.split('.', 1)[0] ?? '';

const found = new Map(collections.flatMap(({ name, resource }) => enumerationsOf(name, resource)));

describe('the enumerations of section 8', () => {
  // A collection that came after the first version needs no entry here.
  it('are those of the interface and no others', () => {
    const first = new Set(Object.keys(enumerations).map(collectionOf));
    const paths = [...found.keys()].filter((path) => first.has(collectionOf(path)));
    expect(paths).toEqual(Object.keys(enumerations));
  });

  it.each(Object.entries(enumerations))('%s', (path, values) => {
    expect(found.get(path)).toEqual(values.split(/\s+/));
  });
});
