import type { Scalar } from '../map/mapping.js';
import type { ValueKind } from './inspect-table.js';
import type { Concept } from './words.js';

/** The role of a column in tables of one kind. */
export interface Role {
  /** Concepts that its header may express, the clearest first. */
  readonly concepts: readonly Concept[];
  /** Weight of the column as evidence for this kind of table. */
  readonly weight: number;
  readonly kinds?: readonly ValueKind[];
  /** A kind of values that identifies the column without a matching header. */
  readonly byValues?: ValueKind;
}

export interface TableKind {
  /** The collections that it fills, besides spaces and categories. */
  readonly fills: readonly string[];
  /** Required roles, at least one of each list; `sheet` means the name of the sheet or the file. */
  readonly needs: readonly (readonly string[])[];
  /** Roles by name; one that is named like a field of these collections fills it. */
  readonly roles: Readonly<Record<string, Role>>;
}

const dates = ['date', 'datetime'] as const;
const counts = ['integer'] as const;
const words = ['text', 'boolean', 'integer', 'number'] as const;

const role = (weight: number, concepts: readonly Concept[], kinds?: readonly ValueKind[]): Role =>
  kinds ? { weight, concepts, kinds } : { weight, concepts };

const email: Role = { ...role(1, ['email'], ['email', 'text']), byValues: 'email' };
const price: Role = { ...role(3, ['price'], ['money', 'number', 'integer']), byValues: 'money' };
const description = role(0.5, ['description']);
const state = role(0.5, ['state']);
const texts = { summary: role(0.5, ['summary']), description };
const space = role(1, ['space', 'room', 'location'], words);
const category = role(1, ['category'], words);
const address = {
  'address.street': role(2, ['street'], ['text']),
  'address.postal_code': role(2, ['postal_code']),
  'address.city': role(2, ['city'], ['text']),
  'address.country_code': role(1, ['country_code'], ['text']),
  postal_code_and_city: role(2, ['postal_code_and_city'], ['text']),
};
const person = {
  first_name: role(2, ['first_name'], ['text']),
  last_name: role(2, ['last_name'], ['text']),
  full_name: role(2, ['full_name', 'name'], ['text']),
};
const span = {
  start_day: role(3, ['start', 'date'], dates),
  start_time: role(2, ['start'], ['time']),
  end_day: role(2, ['end'], dates),
  end_time: role(2, ['end'], ['time']),
  times: role(4, ['start', 'date', 'period'], ['time-span']),
  span: role(6, ['start', 'date', 'period'], ['span']),
};
const session = {
  ...span,
  seats: role(2, ['seats'], counts),
  price: { ...price, weight: 1 },
  state,
  trainers: role(2, ['trainers'], ['email']),
  category,
  ...texts,
};

/** Kinds of tables and the roles of their columns. On equal scores the first one wins. */
export const tableKinds = {
  machines: {
    fills: ['machines', 'machine_units'],
    needs: [['title', 'model']],
    roles: {
      sku: role(3, ['sku', 'number']),
      serial_number: role(4, ['serial_number']),
      brand: role(3, ['brand'], ['text', 'number', 'integer']),
      title: role(4, ['machine', 'name'], ['text', 'integer', 'number']),
      model: role(3, ['model'], words),
      category,
      space,
      state: role(1, ['state']),
      state_note: role(1, ['state_note'], ['text']),
      commissioned_on: role(3, ['commissioned_on', 'date'], dates),
      quantity: role(1, ['quantity'], counts),
      'required_accreditations.name': role(2, ['required_accreditations'], ['text']),
      specifications: role(1, ['specifications'], ['text']),
      ...texts,
    },
  },
  members: {
    fills: ['members'],
    needs: [['first_name', 'last_name', 'full_name']],
    roles: {
      number: role(2, ['member_number', 'number']),
      ...person,
      email,
      phone: role(1, ['phone']),
      birthdate: role(3, ['birthdate'], dates),
      joined_at: role(3, ['joined_at', 'date'], dates),
      'group.name': role(2, ['group', 'category'], words),
      left_at: role(2, ['left_at'], dates),
      state,
      ...address,
      organization_name: role(1, ['organization_name'], ['text']),
      job_title: role(1, ['job_title'], ['text']),
      'accreditations.name': role(2, ['accreditations', 'required_accreditations'], ['text']),
      space: role(0.5, ['space'], words),
      locale: role(0.5, ['locale'], ['text']),
    },
  },
  users: {
    fills: ['users'],
    needs: [['email'], ['first_name', 'last_name', 'full_name']],
    roles: {
      ...person,
      email,
      role: role(5, ['role'], ['text']),
      last_sign_in_at: role(3, ['last_sign_in_at'], dates),
      state,
      locale: role(0.5, ['locale'], ['text']),
      space: role(0.5, ['space'], words),
    },
  },
  bookings: {
    fills: ['bookings'],
    needs: [
      ['start_day', 'span'],
      ['end_day', 'end_time', 'times', 'span'],
      ['machine', 'place', 'person', 'email', 'all_day'],
    ],
    roles: {
      ...span,
      key: role(0.5, ['number'], words),
      machine: role(4, ['resource', 'machine', 'sku'], words),
      place: role(3, ['room', 'location'], words),
      'member.number': role(3, ['member_number'], words),
      person: role(3, ['person', 'full_name'], ['text']),
      email,
      all_day: role(3, ['all_day'], ['boolean']),
      state,
    },
  },
  events: {
    fills: ['events', 'event_sessions'],
    needs: [['title'], ['start_day', 'span']],
    roles: {
      title: role(4, ['event', 'name', 'training'], ['text']),
      location_name: role(1, ['location', 'room', 'space'], words),
      age_min: role(1, ['age_min'], counts),
      ...session,
    },
  },
  trainings: {
    fills: ['trainings', 'training_sessions'],
    needs: [['title'], ['start_day', 'span', 'duration_in_minutes', 'seats', 'sheet']],
    roles: {
      title: role(4, ['training', 'event', 'name'], ['text']),
      space,
      duration_in_minutes: role(1, ['duration'], counts),
      prerequisites: role(1, ['prerequisites'], ['text']),
      ...session,
    },
  },
  places: {
    fills: ['places', 'place_units'],
    needs: [['title'], ['capacity_per_unit', 'floor', 'equipments.name', 'building', 'sheet']],
    roles: {
      title: role(3, ['room', 'name', 'location'], words),
      building: role(3, ['building'], words),
      common_name: role(1, ['name'], ['text']),
      capacity_per_unit: role(4, ['capacity', 'seats'], counts),
      floor: role(3, ['floor'], words),
      'equipments.name': role(3, ['equipments'], ['text']),
      sku: role(1, ['sku', 'number']),
      category,
      space: role(1, ['space', 'location'], words),
      state,
      ...texts,
    },
  },
  spaces: {
    fills: ['spaces'],
    needs: [['title'], ['address.street', 'address.city', 'time_zone', 'latitude']],
    roles: {
      title: role(3, ['space', 'name', 'location'], words),
      ...address,
      time_zone: role(4, ['time_zone'], ['text']),
      latitude: role(3, ['latitude'], ['number', 'text']),
      longitude: role(3, ['longitude'], ['number', 'text']),
      email,
      phone: role(1, ['phone']),
      website_url: { ...role(2, ['website_url'], ['url']), byValues: 'url' },
      description,
    },
  },
  plans: {
    fills: ['plans'],
    needs: [['title'], ['price']],
    roles: {
      title: role(4, ['plan', 'name'], ['text']),
      price: { ...price, ...role(3, ['price'], ['money', 'number', 'integer', 'text']) },
      duration_unit: role(3, ['period'], ['text']),
      currency: role(1, ['currency'], ['text']),
      category,
      ...texts,
    },
  },
} satisfies Readonly<Record<string, TableKind>>;

export type KindName = keyof typeof tableKinds;

export const isKind = (name: string): name is KindName => Object.hasOwn(tableKinds, name);

export const kindNames: readonly KindName[] = Object.keys(tableKinds).filter(isKind);

const page = { publication_state: 'published' };
const bookable = { ...page, pricing: 'free', availability_mode: 'self_service' };
const sessions = { ...page, pricing: 'free', seats_per_session: 10 };

/** Suggested values of fields without a column, where the import has no default or a different one. */
export const constants: Readonly<Record<string, Readonly<Record<string, Scalar>>>> = {
  machines: bookable,
  places: bookable,
  plans: { ...page, renewal_kind: 'automatic' },
  events: sessions,
  trainings: { ...sessions, duration_in_minutes: 120 },
  event_sessions: { seats_total: 10 },
  training_sessions: { seats_total: 10 },
  users: { state: 'active' },
};
