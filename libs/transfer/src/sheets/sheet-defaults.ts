import type { CollectionName } from '@resource-catalogue/contracts';
import type { SheetRow } from './read-sheet.js';

/** Undefined where nothing is to be guessed. */
type Guess = string | number | ((cells: SheetRow['cells'], now: string) => string | undefined);

const now: Guess = (_, instant) => instant;

/** Whoever names a price asks for it. */
const pricing: Guess = (cells) =>
  [...cells.keys()].some((header) => header.startsWith('prices.') || header === 'amount_in_cents') ? 'charged' : 'free';

/** The time of what a row says has happened. */
const when =
  (header: string, state: string): Guess =>
  (cells, instant) =>
    cells.get(header)?.trim() === state ? instant : undefined;

const publication = { published_at: when('publication_state', 'published') };
const cancellation = { canceled_at: when('state', 'canceled') };

/** What a new row has where its sheet does not say it, and the database has no default. The guide lists it. */
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

const guessesOf = (collection: string): Readonly<Record<string, Guess>> =>
  Object.entries(guesses).find(([name]) => name === collection)?.[1] ?? {};

/** The keys of a collection that a new row need not say. */
export const guessedKeys = (collection: string): ReadonlySet<string> => new Set(Object.keys(guessesOf(collection)));

/** The values of a row that is new at this instant. */
export function guessesFor(collection: string, cells: SheetRow['cells'], instant: string): Map<string, unknown> {
  const all = Object.entries(guessesOf(collection)).map(([key, guess]): [string, unknown] => [
    key,
    typeof guess === 'function' ? guess(cells, instant) : guess,
  ]);
  return new Map(all.filter(([, value]) => value !== undefined));
}
