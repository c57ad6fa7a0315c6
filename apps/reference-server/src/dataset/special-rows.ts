import {
  categoryTypes,
  type CollectionName,
  seatHoldingStates,
  subscriptionStates,
} from '@resource-catalogue/contracts';
import { type JsonObject, type JsonValue, objectsAt, readId, type Row, summarize, textAt } from '../json.js';
import { renderMarkdown } from '../write/markdown.js';
import { day, hour, localDate, minute, toTime, formatInstant } from './clock.js';
import { countTo, inTurn } from './random.js';
import type { MadeRows, RowContext, SpecialValues } from './row-maker.js';

/** Values of rows that their contract does not determine. */
export const specialRows: Readonly<Partial<Record<CollectionName, SpecialValues>>> = {
  spaces: ({ index }) => ({
    opening_hours: openingHours.slice(0, index % 4),
    opening_exceptions: openingExceptions.slice(0, index % 5),
  }),
  categories: ({ index }) => ({ type: inTurn(categoryTypes, index) }),
  machines: (context) => quotas('machine', context),
  places: (context) => quotas('place', context),
  machine_units: (context) => makeUnit('machine', context),
  place_units: (context) => makeUnit('place', context),
  trainings: (context) => ({
    ...prices(context),
    // Trainings share machines, so that many match two values of a filter (FILT-4).
    machines: context.random.sample(context.rows('machines').slice(0, 12), 4),
  }),
  events: prices,
  users: ({ index, updated_at }) => {
    const isDeleted = index % 6 === 4;
    return {
      // A deleted account may have the address of a live one (section 8, users).
      email: `${index % 3 === 0 ? 'User' : 'user'}.${isDeleted ? index - 1 : index}@example.org`,
      soft_deleted_at: isDeleted ? updated_at : null,
    };
  },
  members: ({ index, rows }) => ({ user: isAccount(index) ? (rows('users')[index] ?? null) : null }),
  subscriptions,
  event_sessions: (context) => session('event', context),
  training_sessions: (context) => session('training', context),
  projects,
  bookings,
};

/** Of every four users, the first two are linked to the member with the same index. */
const isAccount = (index: number): boolean => index % 4 < 2;

const openingHours = [
  { day_of_week: 1, opens_at: '09:00', closes_at: '12:30' },
  { day_of_week: 1, opens_at: '14:00', closes_at: '21:30' },
  { day_of_week: 2, opens_at: '09:00', closes_at: '12:30' },
];

const openingExceptions = [
  { date: '2026-12-24', closed: true },
  { date: '2026-12-25', closed: false, opens_at: '10:00', closes_at: '12:30' },
  { date: '2026-12-25', closed: false, opens_at: '18:00', closes_at: '01:00' },
  { date: '2026-12-26', closed: true },
];

/** Quotas refer to duration types of the same row. */
function quotas(of: 'machine' | 'place', { index, random }: RowContext): JsonObject {
  const durations = countTo(1 + (index % 4)).map(() => ({ id: random.uuid() }));
  return {
    [`${of}_booking_duration_types`]: durations,
    [`${of}_quotas`]: durations.slice(0, index % 3).map(({ id }) => ({ [`${of}_booking_duration_type_id`]: id })),
  };
}

/** Each of the first rows has a unit, some have many; a unit is in the space of its machine or place. */
function makeUnit(of: 'machine' | 'place', { index, random, rows }: RowContext): JsonObject {
  const owner = index % 2 === 0 ? inTurn(rows(`${of}s`), index / 2) : random.pick(rows(`${of}s`));
  return { [of]: owner, space: owner['space'] ?? null };
}

function prices({ random, rows }: RowContext): JsonObject {
  const categories = rows('categories').filter(({ type }) => type === 'price');
  return { prices: random.sample(categories, 3).map((category) => ({ category })) };
}

/** A member has at most one active subscription (section 8, members). */
function subscriptions({ index, random, rows, created_at }: RowContext): JsonObject {
  const member = random.pick(rows('members'));
  const isSubscribed = rows('subscriptions').some(
    (row) => row['state'] === 'active' && readId(row['member']) === member.id,
  );
  const state = inTurn(subscriptionStates, index);
  const renews = index % 2 === 0;
  return {
    member,
    state: state === 'active' && isSubscribed ? 'expired' : state,
    starts_at: created_at,
    ends_at: renews && index % 3 !== 0 ? null : formatInstant(toTime(created_at) + (30 + (index % 5)) * day),
    renews_automatically: renews,
  };
}

const describe = (markdown: string | null): JsonObject => ({
  description: markdown,
  description_rendered: markdown === null ? null : renderMarkdown(markdown),
});

function projects({ index, random, rows }: RowContext): JsonObject {
  const author = random.pick(rows('members'));
  return {
    author,
    collaborators: random.sample(rows('members'), 3).filter(({ id }) => id !== author.id),
    ...describe(index % 5 === 3 ? null : `All about **number ${index}**.`),
    tags: ['plywood', 'Furniture', 'beginner'].slice(0, index % 4),
    steps: countTo(index % 4).map((at) => ({ position: at + 1, ...describe(at % 2 === 0 ? 'With a *saw*.' : null) })),
  };
}

/** Times and places: disjoint slots in order, some until midnight of their zone (section 8, Slot). */
function slotsIn(space: JsonValue | undefined, { index, random, rows, starts }: RowContext): JsonObject {
  const zone = rows('spaces').find(({ id }) => id === readId(space))?.['time_zone'];
  let time = random.pick(starts);
  const slots = countTo(1 + (index % 3)).map(() => {
    const start = time;
    const end = start + random.pick([hour, 2 * hour + 30 * minute, 26 * hour]);
    time = end + random.pick([0, hour, day]);
    const [start_date, end_date] = [localDate(start, zone), localDate(end - 1, zone)];
    return { start_date, start_time: formatInstant(start), end_date, end_time: formatInstant(end) };
  });
  return {
    space: space ?? null,
    starts_at: slots[0]?.start_time ?? null,
    ends_at: slots.at(-1)?.end_time ?? null,
    slots,
  };
}

/** A session of an event or training, before its booked seats are counted. */
function session(of: 'event' | 'training', context: RowContext): JsonObject {
  const { index, random, rows } = context;
  const owner = random.pick(rows(`${of}s`));
  const times = slotsIn(owner['space'], context);
  const start = toTime(textAt(times, 'starts_at'));
  return {
    [of]: owner,
    ...times,
    registration_opens_at: index % 3 === 0 ? null : formatInstant(start - 30 * day),
    registration_closes_at: index % 4 === 0 ? null : formatInstant(start - day),
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
function bookings(context: RowContext): JsonObject {
  const { index, random, rows } = context;
  const [target, of] = inTurn(bookable, index);
  const booked = random.pick(rows(`${target}s`));
  const owner = rows(`${of}s`).find(({ id }) => id === readId(booked[of])) ?? {};
  const isUnit = target.endsWith('_unit');
  const holder = isUnit && index % 5 === 0 ? inTurn(['event_session', 'training_session'] as const, index) : null;
  // The first seat has no names.
  const seats = countTo(isUnit ? 0 : 1 + (index % 3)).map((at) => ({
    ...(at === 0 && { first_name: null, last_name: null }),
    price: random.sample(objectsAt(owner, 'prices'), 1)[0] ?? null,
  }));
  return {
    ...nothingBooked,
    [target]: booked,
    ...(holder !== null && { [`reserved_by_${holder}`]: random.pick(rows(`${holder}s`)) }),
    ...((holder !== null || index % 7 === 3) && { member: null, group: null }),
    ...slotsIn(booked['space'], context),
    seats,
    place_extras: random.sample(objectsAt(owner, 'place_extras'), target === 'place_unit' ? 2 : 0),
  };
}

const seatHolding: readonly unknown[] = seatHoldingStates;

const seats =
  (key: 'event_session' | 'training_session') =>
  ({ id, seats_total: total }: Row, _: number, { bookings: all = [] }: MadeRows): JsonObject => {
    const taking = all.filter((booking) => readId(booking[key]) === id && seatHolding.includes(booking['state']));
    const booked = taking.flatMap((booking) => objectsAt(booking, 'seats')).length;
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
