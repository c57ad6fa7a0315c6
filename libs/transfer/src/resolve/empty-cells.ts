import { isObject } from '@resource-catalogue/program';
import { type FieldLayout, type Layout, placeHeaders, usualHeader } from '../layout.js';
import type { CollectionName } from '@resource-catalogue/contracts';
import type { Values } from './names.js';

/** Timestamps that need no column. */
export const stamps: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** Places without a column in the header, except the id and the timestamps. */
export function lackingPlaces({ members }: Layout, headers: readonly string[]): Set<FieldLayout> {
  const own = members.filter(({ key }) => key !== 'id' && !stamps.has(key));
  return new Set(lacking(own, new Set(headers)));
}

function* lacking(places: readonly FieldLayout[], headers: ReadonlySet<string>): Generator<FieldLayout> {
  for (const place of places) {
    if (place.at === 'nowhere') continue;
    if (!placeHeaders(place).some((header) => headers.has(header))) yield place;
    else if (place.at === 'object' || (place.at === 'list' && !headers.has(place.path)))
      yield* lacking(place.members, headers);
  }
}

/** Columns that are missing from the header although stored rows have values for them. */
export function* unsaidHeaders(
  members: readonly FieldLayout[],
  stored: readonly unknown[],
  lacks: ReadonlySet<FieldLayout>,
): Generator<string> {
  for (const place of members) {
    const { key } = place;
    const values = stored.flatMap((object) => (isObject(object) && !isEmpty(object[key]) ? [object[key]] : []));
    if (key === 'id' || values.length === 0) continue;
    if (lacks.has(place)) yield usualHeader(place);
    else if (place.at === 'object') yield* unsaidHeaders(place.members, values, lacks);
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Undefined if there is no default. */
type Guess = string | number | ((cells: Values, now: string) => string | undefined);

const now: Guess = (_, instant) => instant;

/** A row with a price is charged. */
const pricing: Guess = (cells) =>
  [...cells.keys()].some((header) => header.startsWith('prices.') || header === 'amount_in_cents') ? 'charged' : 'free';

/** The time of the import, for new rows that are already in this state. */
const when =
  (header: string, state: string): Guess =>
  (cells, instant) =>
    cells.get(header) === state ? instant : undefined;

const publication = { published_at: when('publication_state', 'published') };
const cancellation = { canceled_at: when('state', 'canceled') };

/** Defaults of new rows beyond those of the database. The data guide lists them. */
const guesses: Partial<Readonly<Record<CollectionName, Readonly<Record<string, Guess>>>>> = {
  spaces: publication,
  users: { role: 'member', state: 'invited', locale: 'en' },
  members: { state: 'active', joined_at: now, locale: 'en' },
  machines: { ...publication, pricing, availability_mode: 'staff_only' },
  machine_units: { state: 'available', state_changed_at: now },
  places: { ...publication, pricing, availability_mode: 'staff_only' },
  place_units: { state: 'available', state_changed_at: now },
  plans: { ...publication, pricing, duration_unit: 'month', duration_count: 1, renewal_kind: 'none' },
  trainings: { ...publication, pricing, duration_in_minutes: 60, seats_per_session: 1 },
  training_sessions: { ...cancellation, state: 'scheduled', seats_total: 1 },
  events: {
    ...publication,
    pricing,
    location_kind: 'onsite',
    seats_per_session: 1,
    maximum_seats_per_booking: 1,
    seat_naming: 'anonymous',
  },
  event_sessions: { ...cancellation, state: 'scheduled', seats_total: 1 },
  bookings: { ...cancellation, state: 'confirmed' },
};

/** Values of empty cells in a row that is either stored or created at this instant. */
export function guessesFor(
  collection: string,
  cells: Values,
  instant: string,
  stored: Readonly<Record<string, unknown>> = {},
): Map<string, unknown> {
  const own = Object.entries(guesses).find(([name]) => name === collection)?.[1] ?? {};
  const values = Object.entries(own).flatMap(([key, guess]): [string, unknown][] => {
    const value = typeof guess === 'function' ? guess(cells, instant) : guess;
    return value === undefined ? [] : [[key, stored[key] ?? value]];
  });
  return new Map(values);
}
