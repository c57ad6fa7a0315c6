import type { ValueKind } from './column-kind.js';
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
  /** Required roles, at least one of each list; `sheet` means the name of the sheet or the file. */
  readonly needs: readonly (readonly string[])[];
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
const space = role(1, ['space', 'room', 'location'], words);
const category = role(1, ['category'], words);
const address = {
  street: role(2, ['street'], ['text']),
  postal_code: role(2, ['postal_code']),
  city: role(2, ['city'], ['text']),
  country_code: role(1, ['country_code'], ['text']),
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
  state: role(0.5, ['state']),
  trainers: role(2, ['trainers'], ['email']),
  category,
  summary: role(0.5, ['summary']),
  description,
};

/** Kinds of tables and the roles of their columns. On equal scores the first one wins. */
export const tableKinds = {
  inventory: {
    needs: [['name', 'model']],
    roles: {
      sku: role(3, ['sku', 'number']),
      serial_number: role(4, ['serial_number']),
      brand: role(3, ['brand'], ['text', 'number', 'integer']),
      name: role(3, ['machine', 'name'], ['text', 'integer', 'number']),
      model: role(3, ['model'], words),
      category,
      space,
      state: role(1, ['state']),
      state_note: role(1, ['state_note'], ['text']),
      commissioned_on: role(3, ['commissioned_on', 'date'], dates),
      quantity: role(1, ['quantity'], counts),
      required_accreditations: role(2, ['required_accreditations'], ['text']),
      summary: role(0.5, ['summary']),
      specifications: role(1, ['specifications'], ['text']),
      description,
    },
  },
  members: {
    needs: [['first_name', 'last_name', 'full_name']],
    roles: {
      number: role(2, ['member_number', 'number']),
      ...person,
      email,
      phone: role(1, ['phone']),
      birthdate: role(3, ['birthdate'], dates),
      joined_at: role(3, ['joined_at', 'date'], dates),
      group: role(2, ['group', 'category'], words),
      left_at: role(2, ['left_at'], dates),
      state: role(0.5, ['state']),
      ...address,
      organization_name: role(1, ['organization_name'], ['text']),
      job_title: role(1, ['job_title'], ['text']),
      accreditations: role(2, ['accreditations', 'required_accreditations'], ['text']),
      space: role(0.5, ['space'], words),
      locale: role(0.5, ['locale'], ['text']),
    },
  },
  users: {
    needs: [['email'], ['first_name', 'last_name', 'full_name']],
    roles: {
      ...person,
      email,
      role: role(5, ['role'], ['text']),
      last_sign_in_at: role(3, ['last_sign_in_at'], dates),
      state: role(0.5, ['state']),
      locale: role(0.5, ['locale'], ['text']),
      space: role(0.5, ['space'], words),
    },
  },
  bookings: {
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
      number: role(3, ['member_number'], words),
      person: role(3, ['person', 'full_name'], ['text']),
      email,
      all_day: role(3, ['all_day'], ['boolean']),
      state: role(0.5, ['state']),
    },
  },
  events: {
    needs: [['name'], ['start_day', 'span']],
    roles: {
      name: role(4, ['event', 'name', 'training'], ['text']),
      location_name: role(1, ['location', 'room', 'space'], words),
      age_min: role(1, ['age_min'], counts),
      ...session,
    },
  },
  trainings: {
    needs: [['name'], ['start_day', 'span', 'duration', 'seats', 'sheet']],
    roles: {
      name: role(4, ['training', 'event', 'name'], ['text']),
      space,
      duration: role(1, ['duration'], counts),
      prerequisites: role(1, ['prerequisites'], ['text']),
      ...session,
    },
  },
  places: {
    needs: [['name'], ['capacity', 'floor', 'equipments', 'sheet']],
    roles: {
      name: role(3, ['room', 'name', 'location'], words),
      capacity: role(4, ['capacity', 'seats'], counts),
      floor: role(3, ['floor'], words),
      equipments: role(3, ['equipments'], ['text']),
      sku: role(1, ['sku', 'number']),
      category,
      space: role(1, ['space', 'location'], words),
      state: role(0.5, ['state']),
      summary: role(0.5, ['summary']),
      description,
    },
  },
  spaces: {
    needs: [['name'], ['street', 'city', 'time_zone', 'latitude']],
    roles: {
      name: role(3, ['space', 'name', 'location'], words),
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
    needs: [['name'], ['price']],
    roles: {
      name: role(4, ['plan', 'name'], ['text']),
      price,
      period: role(3, ['period'], ['text']),
      currency: role(1, ['currency'], ['text']),
      category,
      summary: role(0.5, ['summary']),
      description,
    },
  },
} satisfies Readonly<Record<string, TableKind>>;

export type KindName = keyof typeof tableKinds;
