import type { PlaceExtra } from '../place-extras.js';
import type { Random, Stream } from '../random/prng.js';
import { uuidV7 } from '../random/uuid-v7.js';
import type { SessionOwner } from '../session-owner.js';
import type { Session } from '../sessions.js';
import { type SeedTable, streamedTable } from '../table.js';
import { columnsOfSpans } from '../time/slots.js';
import { instantText, instantTextOrNull } from '../time/units.js';
import type { NumberedBooking } from './booking.js';
import type { BookingStream } from './booking-stream.js';
import { seatRows } from './seats.js';

const bookingColumns = [
  'id',
  'member_id',
  'group_id',
  'space_id',
  'machine_unit_id',
  'place_unit_id',
  'event_session_id',
  'training_session_id',
  'reserved_by_event_session_id',
  'reserved_by_training_session_id',
  'state',
  'starts_at',
  'ends_at',
  'canceled_at',
  'slots',
  'updated_at',
  'created_at',
] as const;

/** Each table makes the bookings anew and keeps none of them. */
export function bookingTables(bookings: BookingStream, root: Stream): SeedTable[] {
  const [ids, slots, seats, extras] = [
    root.child('booking ids'),
    root.child('slots'),
    root.child('seats'),
    root.child('extras'),
  ];
  const bookingId = ({ createdAt, number }: NumberedBooking) => uuidV7(createdAt, ids.at(number));
  return [
    streamedTable('bookings', bookingColumns, function* () {
      for (const booking of bookings.all())
        yield { id: bookingId(booking), ...bookingRow(booking, slots.at(booking.number)) };
    }),
    streamedTable('booking_seats', ['id', 'booking_id', 'first_name', 'last_name', 'price_id'], function* () {
      for (const booking of bookings.all()) {
        if (booking.seats > 0) yield* seatRows(booking, bookingId(booking), seats.at(booking.number));
      }
    }),
    streamedTable('booking_place_extras', ['booking_id', 'place_extra_id'], function* () {
      for (const booking of bookings.all()) {
        for (const { id } of extrasOf(booking, extras)) yield { booking_id: bookingId(booking), place_extra_id: id };
      }
    }),
  ];
}

function bookingRow(
  { target, heldFor, member, state, spans, canceledAt, updatedAt, createdAt }: NumberedBooking,
  random: Random,
) {
  const { space } = target.unit ?? target.session;
  const { unit, session } = target;
  return {
    member_id: member?.id ?? null,
    group_id: member?.group?.id ?? null,
    space_id: space.id,
    machine_unit_id: unit?.owner.kind === 'machine' ? unit.id : null,
    place_unit_id: unit?.owner.kind === 'place' ? unit.id : null,
    event_session_id: idOf('event', session),
    training_session_id: idOf('training', session),
    reserved_by_event_session_id: idOf('event', heldFor),
    reserved_by_training_session_id: idOf('training', heldFor),
    state,
    ...columnsOfSpans(spans, space.zone, createdAt, random),
    canceled_at: instantTextOrNull(canceledAt),
    updated_at: instantText(updatedAt),
    created_at: instantText(createdAt),
  };
}

function idOf(kind: SessionOwner['kind'], session: Session | null | undefined): string | null {
  return session?.owner.kind === kind ? session.id : null;
}

/** What a third of the bookings of a place take along, as far as it was still offered then. */
function extrasOf({ target, heldFor, createdAt, number }: NumberedBooking, extras: Stream): readonly PlaceExtra[] {
  const owner = target.unit?.owner;
  if (owner?.kind !== 'place' || heldFor !== null) return [];
  const random = extras.at(number);
  const offered = owner.extras.filter(({ deletedAt }) => deletedAt === null || deletedAt > createdAt);
  return random.chance(0.35) ? random.sample(offered, random.between(1, 4)) : [];
}
