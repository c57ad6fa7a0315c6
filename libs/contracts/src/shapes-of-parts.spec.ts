import { describe, expect, it } from '@jest/globals';
import { collections } from './collections.js';
import type { CollectionName } from './collections.js';
import { fieldTable } from './field-table.js';
import type { DtoClass, Field } from './field-table.js';

// The objects inside the resources of the first version, said a second time so that no key is lost (VER-1). `?` may be null;
// a nested object stands in braces. A collection that came later needs no entry here.
const ref = 'id name';
const person = 'id first_name last_name';
const image = 'sm md lg';
const slot = 'id start_date start_time end_date end_time';
const durationType = 'id kind soft_deleted_at? custom_duration_type?{name soft_deleted_at?}';
const minimumDuration = 'id unit value';
const price = `id category{${ref}} amount_in_cents currency`;
const machineUnit = `id sku state machine{${ref}}`;
const placeUnit = `id sku state place{${ref}}`;
const eventSession = `id event{${ref}}`;
const trainingSession = `id training{${ref}}`;
const requirements = { required_accreditations: ref, required_plans: ref };
const page = { image };

const parts: Partial<Record<CollectionName, Record<string, string>>> = {
  users: { member: person, spaces: ref },
  members: {
    user: 'id email',
    group: ref,
    space: ref,
    address: 'street? postal_code? city? country_code?',
    image,
    accreditations: 'id name obtained_at expires_at?',
    current_subscription: `id plan{${ref}}`,
  },
  machines: {
    space: ref,
    category: ref,
    ...page,
    ...requirements,
    machine_booking_duration_types: durationType,
    machine_quotas: 'id machine_booking_duration_type_id unit value',
    machine_booking_minimum_durations: minimumDuration,
  },
  machine_units: { machine: ref, space: ref },
  trainings: {
    space: ref,
    category: ref,
    ...page,
    ...requirements,
    granted_accreditations: ref,
    machines: ref,
    prices: price,
  },
  training_sessions: { training: ref, space: ref, slots: slot, trainers: person },
  places: {
    space: ref,
    category: ref,
    ...page,
    equipments: ref,
    ...requirements,
    place_booking_duration_types: durationType,
    place_quotas: 'id place_booking_duration_type_id unit value',
    place_booking_minimum_durations: minimumDuration,
    place_extras: 'id name description? sku pricing soft_deleted_at?',
  },
  place_units: { place: ref, space: ref },
  plans: { category: ref, ...page, groups: ref, spaces: ref },
  events: { space: ref, category: ref, ...page, ...requirements, prices: price },
  event_sessions: { event: ref, space: ref, slots: slot, hosts: person },
  projects: {
    space: ref,
    author: person,
    collaborators: person,
    ...page,
    license: ref,
    thematics: ref,
    machines: ref,
    steps: 'id position title description? description_rendered?',
  },
  project_licenses: {},
  project_thematics: {},
  subscriptions: { member: person, group: ref, plan: ref },
  bookings: {
    member: person,
    group: ref,
    space: ref,
    machine_unit: machineUnit,
    place_unit: placeUnit,
    event_session: eventSession,
    training_session: trainingSession,
    reserved_by_event_session: eventSession,
    reserved_by_training_session: trainingSession,
    slots: slot,
    seats: `id first_name? last_name? price?{id category{${ref}}}`,
    place_extras: 'id name sku',
  },
  categories: {},
  spaces: {
    parent: ref,
    ...page,
    address: 'street? postal_code? city? region? country_code?',
    opening_hours: 'day_of_week opens_at closes_at',
  },
};

function keysOf(dto: DtoClass): string {
  return [...fieldTable(dto).values()].map(keyOf).join(' ');
}

function keyOf({ name, nullable, dto }: Field): string {
  return `${name}${nullable ? '?' : ''}${dto ? `{${keysOf(dto())}}` : ''}`;
}

describe('SHAPE-1, SHAPE-2: the objects inside each resource', () => {
  it.each(collections.filter(({ name }) => name in parts))('$name', ({ name, resource }) => {
    const found = [...fieldTable(resource).values()].flatMap((field) =>
      field.dto ? [[field.name, keysOf(field.dto())]] : [],
    );
    expect(found).toEqual(Object.entries(parts[name] ?? {}));
  });

  it('leaves only rich text, tags and accessibility without a class', () => {
    const opaque = collections.flatMap(({ resource }) =>
      [...fieldTable(resource).values()].filter(({ kind, dto }) => (kind === 'object' || kind === 'array') && !dto),
    );
    expect(new Set(opaque.map(({ name }) => name))).toEqual(new Set(['buying_cta_text', 'tags', 'accessibility']));
  });
});
