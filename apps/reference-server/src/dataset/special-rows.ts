import { categoryTypes, type CollectionName, subscriptionStates } from '@resource-catalogue/contracts';
import { idOf, type JsonObject, type Row } from '../json.js';
import { day, timeOf, wire } from './clock.js';
import { inTurn } from './random.js';
import type { Making, Special } from './row-maker.js';
import { bookings } from './bookings.js';
import { sessions } from './sessions.js';
import { countTo } from './size.js';

/** What rows have that their contract does not say. */
export const specialRows: Readonly<Partial<Record<CollectionName, Special>>> = {
  spaces: ({ index }) => ({ opening_hours: countTo(index % 4).map(openingHours) }),
  categories: ({ index }) => ({
    type: inTurn(categoryTypes, index),
    slug: `category-${Math.floor(index / categoryTypes.length) + 1}`,
  }),
  machines: (making) => quotas('machine', making),
  places: (making) => quotas('place', making),
  machine_units: (making) => unitOf('machine', making),
  place_units: (making) => unitOf('place', making),
  trainings: (making) => ({
    ...prices(making),
    // Trainings share machines, so that many of them meet two values of a filter (FILT-4).
    machines: making.random.some(making.rows('machines').slice(0, 12), 4),
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
  members: (making) => ({
    user: isAccount(making.index) ? (making.rows('users')[making.index] ?? null) : null,
    email: making.index % 3 === 0 ? null : `member.${making.index % 20}@example.org`,
  }),
  subscriptions,
  event_sessions: (making) => sessions('event', making),
  training_sessions: (making) => sessions('training', making),
  projects,
  bookings,
};

/** Every other pair of users has members with the same index. */
export const isAccount = (index: number): boolean => index % 4 < 2;

const openingHours = (at: number): JsonObject => ({
  day_of_week: 1 + Math.floor(at / 2),
  opens_at: at % 2 === 0 ? '09:00' : '14:00',
  closes_at: at % 2 === 0 ? '12:30' : '21:30',
});

/** Quotas name duration types of the same row. */
function quotas(of: 'machine' | 'place', { index, random }: Making): JsonObject {
  const durations = countTo(1 + (index % 4)).map(() => ({ id: random.uuid() }));
  return {
    [`${of}_booking_duration_types`]: durations,
    [`${of}_quotas`]: durations.slice(0, index % 3).map(({ id }) => ({ [`${of}_booking_duration_type_id`]: id })),
  };
}

/** The first rows have a unit for sure, some of them have many; a unit stands in the space of what it is one of. */
function unitOf(of: 'machine' | 'place', { index, random, rows }: Making): JsonObject {
  const owners = rows(`${of}s`);
  const owner = index % 2 === 0 ? inTurn(owners, index / 2) : random.pick(owners);
  return { [of]: owner, space: owner['space'] ?? null };
}

function prices({ random, rows }: Making): JsonObject {
  const categories = rows('categories').filter(({ type }) => type === 'price');
  return { prices: random.some(categories, 3).map((category) => ({ category })) };
}

/** A member has at most one active subscription (section 8, members). */
function subscriptions({ index, random, rows, created_at }: Making): JsonObject {
  const member = random.pick(rows('members'));
  const isSubscribed = (row: Row): boolean => row['state'] === 'active' && idOf(row['member']) === member.id;
  const wished = inTurn(subscriptionStates, index);
  const renews = index % 2 === 0;
  return {
    member,
    state: wished === 'active' && rows('subscriptions').some(isSubscribed) ? 'expired' : wished,
    starts_at: created_at,
    ends_at: renews && index % 3 !== 0 ? null : wire(timeOf(created_at) + (30 + (index % 5)) * day),
    renews_automatically: renews,
  };
}

function projects({ index, random, rows }: Making): JsonObject {
  const author = random.pick(rows('members'));
  const described = index % 5 !== 3;
  return {
    author,
    collaborators: random.some(rows('members'), 3).filter(({ id }) => id !== author.id),
    description_rendered: described ? `<p>All about <strong>number ${index}</strong>.</p>\n` : null,
    description: described ? `All about **number ${index}**.` : null,
    tags: ['plywood', 'Furniture', 'beginner'].slice(0, index % 4),
    steps: countTo(index % 4).map(step),
  };
}

const step = (at: number): JsonObject => ({
  position: at + 1,
  title: `Step ${at + 1}`,
  description: at % 2 === 0 ? 'With a *saw*.' : null,
  description_rendered: at % 2 === 0 ? '<p>With a <em>saw</em>.</p>\n' : null,
});
