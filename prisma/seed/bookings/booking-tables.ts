import { fullName, type Origin } from '../people.js';
import type { Random, Stream } from '../random.js';
import type { Session } from '../session.js';
import { type SeedTable, streamedTable } from '../table.js';
import { columnsOfSpans } from '../time/slots.js';
import { formatInstant, formatInstantOrNull } from '../time/clock.js';
import type { BookingStream, NumberedBooking } from './booking-stream.js';

const bookingColumns = [
  ...(['id', 'member_id', 'group_id', 'space_id', 'machine_unit_id', 'place_unit_id'] as const),
  ...(['event_session_id', 'training_session_id'] as const),
  ...(['reserved_by_event_session_id', 'reserved_by_training_session_id'] as const),
  ...(['state', 'starts_at', 'ends_at', 'canceled_at', 'slots', 'updated_at', 'created_at'] as const),
];

/** Each table recreates the bookings and stores none of them; names of seats come from the origins. */
export function bookingTables(bookings: BookingStream, root: Stream, origins: readonly Origin[]): SeedTable[] {
  const [ids, slots] = [root.child('booking ids'), root.child('slots')];
  const [seats, extras] = [root.child('seats'), root.child('extras')];
  const bookingId = ({ createdAt, number }: NumberedBooking) => ids.at(number).uuidV7(createdAt);
  return [
    streamedTable('bookings', bookingColumns, function* () {
      for (const booking of bookings.all())
        yield { id: bookingId(booking), ...bookingRow(booking, slots.at(booking.number)) };
    }),
    streamedTable('booking_seats', ['id', 'booking_id', 'first_name', 'last_name', 'price_id'], function* () {
      for (const booking of bookings.all()) {
        if (booking.seats > 0) yield* seatRows(booking, bookingId(booking), origins, seats.at(booking.number));
      }
    }),
    streamedTable('booking_place_extras', ['booking_id', 'place_extra_id'], function* () {
      for (const booking of bookings.all()) {
        for (const { id } of drawExtras(booking, extras)) yield { booking_id: bookingId(booking), place_extra_id: id };
      }
    }),
  ];
}

function bookingRow(booking: NumberedBooking, random: Random) {
  const { unit, session, heldFor, member, spans, createdAt } = booking;
  const space = (unit ?? session)?.space;
  if (!space) throw new RangeError('A booking must have a unit or a session.');
  return {
    member_id: member?.id ?? null,
    group_id: member?.group?.id ?? null,
    space_id: space.id,
    machine_unit_id: readUnitId('machine', unit),
    place_unit_id: readUnitId('place', unit),
    event_session_id: readUnitId('event', session),
    training_session_id: readUnitId('training', session),
    reserved_by_event_session_id: readUnitId('event', heldFor),
    reserved_by_training_session_id: readUnitId('training', heldFor),
    state: booking.state,
    ...columnsOfSpans(spans, space.zone, createdAt, random),
    canceled_at: formatInstantOrNull(booking.canceledAt),
    updated_at: formatInstant(booking.updatedAt),
    created_at: formatInstant(createdAt),
  };
}

/** The id of the resource if its owner is of that kind. */
function readUnitId(kind: string, part: { readonly id: string; readonly owner: { readonly kind: string } } | null) {
  return part?.owner.kind === kind ? part.id : null;
}

/** The extras of about a third of the bookings of places, of those offered when the booking was made. */
function drawExtras({ unit, heldFor, createdAt, number }: NumberedBooking, extras: Stream) {
  if (unit?.owner.kind !== 'place' || heldFor) return [];
  const random = extras.at(number);
  const offered = unit.owner.extras.filter(({ deletedAt }) => deletedAt === null || deletedAt > createdAt);
  return random.chance(0.35) ? random.sample(offered, random.between(1, 4)) : [];
}

/** The seats of a booking, each at one of the prices of its training or event. */
function* seatRows(
  { session, member, seats, createdAt }: NumberedBooking,
  bookingId: string,
  origins: readonly Origin[],
  random: Random,
) {
  const prices = session?.owner.prices ?? [];
  for (let seat = 0; seat < seats; seat++) {
    const [first_name, last_name] = session
      ? drawNames(session, seat === 0 ? member?.person : undefined, origins, random)
      : unnamed;
    const price_id = prices.length > 0 ? random.pick(prices).id : null;
    yield { id: random.uuidV7(createdAt), booking_id: bookingId, first_name, last_name, price_id };
  }
}

type Names = readonly [first: string | null, last: string | null];

const unnamed: Names = [null, null];

/**
 * Nominative events name every seat, anonymous ones none; in trainings, members are named and other seats have a full
 * name, a first name or none.
 */
function drawNames(
  { owner: { naming } }: Session,
  person: { readonly first: string; readonly last: string } | undefined,
  origins: readonly Origin[],
  random: Random,
): Names {
  if (naming === 'anonymous') return unnamed;
  if (person) return [person.first, person.last];
  const known = random.fraction();
  const origin = random.pick(origins);
  const [first, last] = [fullName(random.pick(origin.first)), fullName(random.pick(origin.last))];
  if (naming === 'nominative' || known < 0.6) return [first, last];
  return known < 0.8 ? [first, null] : unnamed;
}
