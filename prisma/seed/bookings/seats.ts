import { latinOrigins, nameOf, otherOrigins } from '../people.js';
import type { Price } from '../prices.js';
import type { Random } from '../random/prng.js';
import { uuidV7 } from '../random/uuid-v7.js';
import type { Session } from '../sessions.js';
import type { Booking } from './booking.js';

type Names = readonly [first: string | null, last: string | null];

const origins = [...latinOrigins, ...latinOrigins, ...otherOrigins];
const nobody: Names = [null, null];

/** The seats of a booking; each costs one of the prices of what it is a seat of. */
export function* seatRows({ target, member, seats, createdAt }: Booking, bookingId: string, random: Random) {
  const prices: readonly Price[] = target.session?.owner.prices ?? [];
  for (let seat = 0; seat < seats; seat++) {
    const [first_name, last_name] = target.session
      ? namesOf(target.session, seat === 0 ? member?.person : undefined, random)
      : nobody;
    const price_id = prices.length > 0 ? random.pick(prices).id : null;
    yield { id: uuidV7(createdAt, random), booking_id: bookingId, first_name, last_name, price_id };
  }
}

/** Nominative events name everyone, anonymous ones nobody; trainings name those whose names are known. */
function namesOf(
  { owner }: Session,
  person: { readonly first: string; readonly last: string } | undefined,
  random: Random,
): Names {
  const naming = owner.kind === 'event' ? owner.words.naming : null;
  if (naming === 'anonymous') return nobody;
  if (person) return [person.first, person.last];
  const known = random.fraction();
  const origin = random.pick(origins);
  const [first, last] = [nameOf(random.pick(origin.first)), nameOf(random.pick(origin.last))];
  if (naming === 'nominative' || known < 0.6) return [first, last];
  return known < 0.8 ? [first, null] : nobody;
}
