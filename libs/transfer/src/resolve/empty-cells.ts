import { isObject } from '@resource-catalogue/program';
import { type FieldLayout, type Layout, placeHeaders, timestampKeys, usualHeader } from '../layout.js';
import type { CollectionName } from '@resource-catalogue/contracts';
import type { Values } from './names.js';

/** Places without a column in the header, except the id and the timestamps. */
export function lackingPlaces({ members }: Layout, headers: readonly string[]): Set<FieldLayout> {
  const own = members.filter(({ key }) => key !== 'id' && !timestampKeys.has(key));
  return new Set(lacking(own, new Set(headers)));
}

function* lacking(places: readonly FieldLayout[], headers: ReadonlySet<string>): Generator<FieldLayout> {
  for (const place of places) {
    if (place.at === 'derived') continue;
    if (!placeHeaders(place).some((header) => headers.has(header))) yield place;
    else if (place.at === 'object' || (place.at === 'list' && !headers.has(place.path)))
      yield* lacking(place.members, headers);
  }
}

/** Columns that are missing from the header although stored rows have values for them. */
export function* omittedHeaders(
  members: readonly FieldLayout[],
  stored: readonly unknown[],
  lacks: ReadonlySet<FieldLayout>,
): Generator<string> {
  for (const place of members) {
    const { key } = place;
    const values = stored.flatMap((object) => (isObject(object) && !isEmpty(object[key]) ? [object[key]] : []));
    if (key === 'id' || values.length === 0) continue;
    if (lacks.has(place)) yield usualHeader(place);
    else if (place.at === 'object') yield* omittedHeaders(place.members, values, lacks);
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** A default, or a function that returns it; undefined if there is none. */
type Default = string | number | ((cells: Values, now: string) => string | undefined);

const now: Default = (_, instant) => instant;

/** The pricing of a row: charged if it has a price. */
const pricing: Default = (cells) =>
  [...cells.keys()].some((header) => header.startsWith('prices.') || header === 'amount_in_cents') ? 'charged' : 'free';

/** The time of the import, for new rows that are already in this state. */
const when =
  (header: string, state: string): Default =>
  (cells, instant) =>
    cells.get(header) === state ? instant : undefined;

const publication = { published_at: when('publication_state', 'published') };
const cancellation = { canceled_at: when('state', 'canceled') };
const bookable = { ...publication, pricing, availability_mode: 'staff_only' };
const unit = { state: 'available', state_changed_at: now };
const session = { ...cancellation, state: 'scheduled', seats_total: 1 };
const seats = { seats_per_session: 1, maximum_seats_per_booking: 1, seat_naming: 'anonymous' };

/** Defaults of new rows beyond those of the database. docs/guides/import-reference.md lists them. */
const rowDefaults: Readonly<Record<string, Readonly<Record<string, Default>>>> = {
  spaces: publication,
  users: { role: 'member', state: 'invited', locale: 'en' },
  members: { state: 'active', joined_at: now, locale: 'en' },
  machines: bookable,
  machine_units: unit,
  places: bookable,
  place_units: unit,
  plans: { ...publication, pricing, duration_unit: 'month', duration_count: 1, renewal_kind: 'none' },
  trainings: { ...publication, pricing, duration_in_minutes: 60, seats_per_session: 1 },
  training_sessions: session,
  events: { ...publication, pricing, location_kind: 'onsite', ...seats },
  event_sessions: session,
  bookings: { ...cancellation, state: 'confirmed' },
} satisfies Partial<Record<CollectionName, unknown>>;

/** Values of empty cells in a row that is either stored or created at this instant. */
export function findDefaults(
  collection: string,
  cells: Values,
  instant: string,
  stored: Readonly<Record<string, unknown>> = {},
): Map<string, unknown> {
  const values = Object.entries(rowDefaults[collection] ?? {}).flatMap(([key, fallback]): [string, unknown][] => {
    const value = typeof fallback === 'function' ? fallback(cells, instant) : fallback;
    return value === undefined ? [] : [[key, stored[key] ?? value]];
  });
  return new Map(values);
}
