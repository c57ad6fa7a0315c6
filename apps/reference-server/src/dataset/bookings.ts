import { idOf, type JsonObject, objectsAt, type Row } from '../json.js';
import { inTurn } from './random.js';
import type { Making } from './row-maker.js';
import { slotsIn } from './sessions.js';
import { countTo } from './size.js';

/** What can be booked, and what it belongs to. */
const bookable = [
  ['machine_unit', 'machine'],
  ['place_unit', 'place'],
  ['event_session', 'event'],
  ['training_session', 'training'],
] as const;

const nothingBooked: JsonObject = {
  machine_unit: null,
  place_unit: null,
  event_session: null,
  training_session: null,
  reserved_by_event_session: null,
  reserved_by_training_session: null,
};

/** A booking of one unit or session, by a member, by staff, or for a session that holds a unit (section 8, bookings). */
export function bookings(making: Making): JsonObject {
  const { index, random, rows } = making;
  const [target, of] = inTurn(bookable, index);
  const booked = random.pick(rows(`${target}s`));
  const owner = rows(`${of}s`).find(({ id }) => id === idOf(booked[of]));
  const isUnit = target.endsWith('_unit');
  const holder = isUnit && index % 5 === 0 ? inTurn(['event_session', 'training_session'] as const, index) : null;
  return {
    ...nothingBooked,
    [target]: booked,
    ...(holder !== null && { [`reserved_by_${holder}`]: random.pick(rows(`${holder}s`)) }),
    ...((holder !== null || index % 7 === 3) && { member: null, group: null }),
    ...slotsIn(booked['space'], making),
    seats: isUnit || owner === undefined ? [] : seatsOf(owner, making),
    place_extras:
      target === 'place_unit' && owner !== undefined ? random.some(objectsAt(owner, 'place_extras'), 2) : [],
  };
}

/** The first seat has no names. */
function seatsOf(owner: Row, { index, random }: Making): JsonObject[] {
  return countTo(1 + (index % 3)).map((at) => ({
    ...(at === 0 && { first_name: null, last_name: null }),
    price: random.pickOrNull(objectsAt(owner, 'prices'), 0.7),
  }));
}
