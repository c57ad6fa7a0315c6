import {
  categoryTypes,
  type CollectionName,
  seatHoldingStates,
  subscriptionStates,
} from '@resource-catalogue/contracts';
import { readId, type JsonObject, type JsonValue, objectsAt, type Row, summarize, textAt } from '../json.js';
import { day, hour, localDate, minute, toTime, wire, findZone } from './clock.js';
import { countTo, inTurn } from './random.js';
import type { MadeRows, Making, Special } from './row-maker.js';

/** Values of rows that their contract does not determine. */
export const specialRows: Readonly<Partial<Record<CollectionName, Special>>> = {
  spaces: ({ index }) => ({
    opening_hours: countTo(index % 4).map(openingHours),
    opening_exceptions: countTo(index % 5).map(openingException),
  }),
  categories: ({ index }) => ({
    type: inTurn(categoryTypes, index),
    slug: `category-${Math.floor(index / categoryTypes.length) + 1}`,
  }),
  machines: (making) => quotas('machine', making),
  places: (making) => quotas('place', making),
  machine_units: (making) => makeUnit('machine', making),
  place_units: (making) => makeUnit('place', making),
  trainings: (making) => ({
    ...prices(making),
    // Trainings share machines, so that many match two values of a filter (FILT-4).
    machines: making.random.sample(making.rows('machines').slice(0, 12), 4),
  }),
  events: prices,
  users: ({ index, updated_at }) => {
    const isDeleted = index % 6 === 4;
    // A deleted account may have the address of a live one (section 8, users).
    const address = isDeleted ? index - 1 : index;
    return {
      email: `${index % 3 === 0 ? 'User' : 'user'}.${address}@example.org`,
      soft_deleted_at: isDeleted ? updated_at : null,
    };
  },
  members: ({ index, rows }) => ({
    user: isAccount(index) ? (rows('users')[index] ?? null) : null,
    email: index % 3 === 0 ? null : `member.${index % 20}@example.org`,
  }),
  subscriptions,
  event_sessions: (making) => session('event', making),
  training_sessions: (making) => session('training', making),
  projects,
  bookings,
};

/** Every other pair of users has the members with the same index. */
const isAccount = (index: number): boolean => index % 4 < 2;

const openingHours = (at: number): JsonObject => ({
  day_of_week: 1 + Math.floor(at / 2),
  opens_at: at % 2 === 0 ? '09:00' : '14:00',
  closes_at: at % 2 === 0 ? '12:30' : '21:30',
});

/** Two periods on one date, then a date on which the space is closed. */
const openingException = (at: number): JsonObject => ({
  date: `2026-12-${24 + Math.floor((at + 1) / 2)}`,
  closed: at % 3 === 0,
  ...(at % 3 !== 0 && { opens_at: at % 3 === 1 ? '10:00' : '18:00', closes_at: at % 3 === 1 ? '12:30' : '01:00' }),
});

/** Quotas refer to duration types of the same row. */
function quotas(of: 'machine' | 'place', { index, random }: Making): JsonObject {
  const durations = countTo(1 + (index % 4)).map(() => ({ id: random.uuid() }));
  return {
    [`${of}_booking_duration_types`]: durations,
    [`${of}_quotas`]: durations.slice(0, index % 3).map(({ id }) => ({ [`${of}_booking_duration_type_id`]: id })),
  };
}

/** Each of the first rows has a unit, some have many; a unit is in the space of its machine or place. */
function makeUnit(of: 'machine' | 'place', { index, random, rows }: Making): JsonObject {
  const owners = rows(`${of}s`);
  const owner = index % 2 === 0 ? inTurn(owners, index / 2) : random.pick(owners);
  return { [of]: owner, space: owner['space'] ?? null };
}

function prices({ random, rows }: Making): JsonObject {
  const categories = rows('categories').filter(({ type }) => type === 'price');
  return { prices: random.sample(categories, 3).map((category) => ({ category })) };
}

/** A member has at most one active subscription (section 8, members). */
function subscriptions({ index, random, rows, created_at }: Making): JsonObject {
  const member = random.pick(rows('members'));
  const isSubscribed = (row: Row): boolean => row['state'] === 'active' && readId(row['member']) === member.id;
  const drawn = inTurn(subscriptionStates, index);
  const renews = index % 2 === 0;
  return {
    member,
    state: drawn === 'active' && rows('subscriptions').some(isSubscribed) ? 'expired' : drawn,
    starts_at: created_at,
    ends_at: renews && index % 3 !== 0 ? null : wire(toTime(created_at) + (30 + (index % 5)) * day),
    renews_automatically: renews,
  };
}

function projects({ index, random, rows }: Making): JsonObject {
  const author = random.pick(rows('members'));
  const described = index % 5 !== 3;
  return {
    author,
    collaborators: random.sample(rows('members'), 3).filter(({ id }) => id !== author.id),
    description_rendered: described ? `<p>All about <strong>number ${index}</strong>.</p>\n` : null,
    description: described ? `All about **number ${index}**.` : null,
    tags: ['plywood', 'Furniture', 'beginner'].slice(0, index % 4),
    steps: countTo(index % 4).map((at) => ({
      position: at + 1,
      title: `Step ${at + 1}`,
      description: at % 2 === 0 ? 'With a *saw*.' : null,
      description_rendered: at % 2 === 0 ? '<p>With a <em>saw</em>.</p>\n' : null,
    })),
  };
}

/** Times and places: disjoint slots in order, some until midnight of their zone (section 8, Slot). */
function slotsIn(space: JsonValue | undefined, { index, random, rows, starts }: Making): JsonObject {
  const zone = findZone(rows('spaces').find(({ id }) => id === readId(space)));
  let time = starts.take();
  const slots = countTo(1 + (index % 3)).map(() => {
    const start = time;
    const end = start + random.pick([hour, 2 * hour + 30 * minute, 26 * hour]);
    time = end + random.pick([0, hour, day]);
    const [start_date, end_date] = [localDate(start, zone), localDate(end - 1, zone)];
    return { start_date, start_time: wire(start), end_date, end_time: wire(end) };
  });
  return {
    space: space ?? null,
    starts_at: slots[0]?.start_time ?? null,
    ends_at: slots.at(-1)?.end_time ?? null,
    slots,
  };
}

/** A session of an event or training, before its booked seats are counted. */
function session(of: 'event' | 'training', making: Making): JsonObject {
  const { index, random, rows } = making;
  const owner = random.pick(rows(`${of}s`));
  const times = slotsIn(owner['space'], making);
  const start = toTime(textAt(times, 'starts_at'));
  return {
    [of]: owner,
    ...times,
    seats_booked: 0,
    registration_opens_at: index % 3 === 0 ? null : wire(start - 30 * day),
    registration_closes_at: index % 4 === 0 ? null : wire(start - day),
  };
}

/** Bookable units and sessions, with their parents. */
const bookable = [
  ['machine_unit', 'machine'],
  ['place_unit', 'place'],
  ['event_session', 'event'],
  ['training_session', 'training'],
] as const;

const nothingBooked: JsonObject = {
  ...{ machine_unit: null, place_unit: null, event_session: null, training_session: null },
  ...{ reserved_by_event_session: null, reserved_by_training_session: null },
};

/** A booking of a unit or session by a member or staff, or of a unit for a session (section 8, bookings). */
function bookings(making: Making): JsonObject {
  const { index, random, rows } = making;
  const [target, of] = inTurn(bookable, index);
  const booked = random.pick(rows(`${target}s`));
  const owner = rows(`${of}s`).find(({ id }) => id === readId(booked[of]));
  const isUnit = target.endsWith('_unit');
  const holder = isUnit && index % 5 === 0 ? inTurn(['event_session', 'training_session'] as const, index) : null;
  return {
    ...nothingBooked,
    [target]: booked,
    ...(holder !== null && { [`reserved_by_${holder}`]: random.pick(rows(`${holder}s`)) }),
    ...((holder !== null || index % 7 === 3) && { member: null, group: null }),
    ...slotsIn(booked['space'], making),
    seats: isUnit || owner === undefined ? [] : makeSeats(owner, making),
    place_extras:
      target === 'place_unit' && owner !== undefined ? random.sample(objectsAt(owner, 'place_extras'), 2) : [],
  };
}

/** The first seat has no names. */
function makeSeats(owner: Row, { index, random }: Making): JsonObject[] {
  return countTo(1 + (index % 3)).map((at) => ({
    ...(at === 0 && { first_name: null, last_name: null }),
    price: random.pickOrNull(objectsAt(owner, 'prices'), 0.7),
  }));
}

const seatHolding: readonly unknown[] = seatHoldingStates;

const seats =
  (key: 'event_session' | 'training_session') =>
  ({ id, seats_total: total }: Row, _: number, { bookings: all = [] }: MadeRows): JsonObject => {
    const taking = all.filter((booking) => readId(booking[key]) === id && seatHolding.includes(booking['state']));
    const booked = taking.reduce((sum, booking) => sum + objectsAt(booking, 'seats').length, 0);
    return { seats_booked: booked, seats_available: Math.max(0, Number(total) - booked) };
  };

/** Values that depend on rows made later. */
export const derivedValues: Readonly<
  Partial<Record<CollectionName, (row: Row, index: number, made: MadeRows) => JsonObject>>
> = {
  users: (_, index, { members = [] }) => {
    const member = isAccount(index) ? members[index] : undefined;
    return { member: member === undefined ? null : summarize(member, 'first_name', 'last_name') };
  },
  members: ({ id }, _, { subscriptions: all = [] }) => {
    const active = all.find((row) => row['state'] === 'active' && readId(row['member']) === id);
    return { current_subscription: active === undefined ? null : summarize(active, 'plan') };
  },
  event_sessions: seats('event_session'),
  training_sessions: seats('training_session'),
};
