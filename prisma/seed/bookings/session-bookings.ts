import { within } from '../blocks/lifecycle.js';
import type { Member } from '../members.js';
import { itemAt, type Random } from '../random.js';
import type { Session } from '../session.js';
import { endOfLast, startOfFirst } from '../time/slots.js';
import { type Clock, day } from '../time/clock.js';
import type { Booking, Fate } from './booking.js';
import type { MembersAt } from './pickers.js';

/** The demand for a session: mostly small, occasionally more than there are seats. */
const demands = [0, 2, 4, 5, 3, 1, 8, 4, 14, 3, 2, 40];

/** The bookings of a session: first those that block its units, then those of its seats, up to the available number. */
export function* sessionBookings(
  clock: Clock,
  members: MembersAt,
  session: Session,
  random: Random,
): Generator<Booking> {
  if (session.state === 'draft') return;
  const { spans } = session;
  for (const unit of session.units) {
    yield { unit, session: null, heldFor: session, member: null, spans, seats: 0, ...fateOfHold(session) };
  }
  const from = session.opensAt ?? session.createdAt;
  const to = Math.min(clock.at, session.closesAt ?? startOfFirst(spans), session.canceledAt ?? Infinity);
  if (to < from) return;
  const demand = itemAt(demands, session.index);
  const there = new Set<Member>();
  let free = session.seats;
  for (let number = 0; number < demand; number++) {
    const createdAt = within(random, from, to);
    const member = random.chance(0.05) ? null : members.pick(createdAt, random);
    if (member && there.has(member)) continue;
    const seats = seatsWanted(session, random);
    const fate = drawFate(clock, session, createdAt, random);
    const taken = fate.state === 'canceled' || fate.state === 'rejected' ? 0 : seats;
    if (taken > free) continue;
    free -= taken;
    if (member) there.add(member);
    yield { unit: null, session, heldFor: null, member, spans, seats, ...fate };
  }
}

function seatsWanted({ owner }: Session, random: Random): number {
  return Math.min(owner.seatsPerBooking, random.pick([1, 1, 1, 1, 2, 2, 3, 8]));
}

function fateOfHold({ createdAt, canceledAt }: Session): Fate {
  if (canceledAt !== null) return { state: 'canceled', createdAt, updatedAt: canceledAt, canceledAt };
  return { state: 'confirmed', createdAt, updatedAt: createdAt, canceledAt };
}

function drawFate({ at }: Clock, session: Session, createdAt: number, random: Random): Fate {
  const { owner, spans, canceledAt: sessionCanceledAt } = session;
  const draw = random.fraction();
  const canceledAt = sessionCanceledAt ?? within(random, createdAt, Math.min(at, startOfFirst(spans)));
  if (sessionCanceledAt !== null || draw < 0.1)
    return { state: 'canceled', createdAt, updatedAt: canceledAt, canceledAt };
  const rest = { createdAt, canceledAt: null };
  const decidedAt = within(random, createdAt, Math.min(at, createdAt + 3 * day));
  if (owner.mustBeApproved && draw < 0.18) return { ...rest, state: 'rejected', updatedAt: decidedAt };
  const end = endOfLast(spans);
  if (end <= at && draw > 0.93)
    return { ...rest, state: 'no_show', updatedAt: within(random, end, Math.min(at, end + day)) };
  if (startOfFirst(spans) > at && owner.mustBeApproved && draw < 0.6)
    return { ...rest, state: 'pending', updatedAt: createdAt };
  return { ...rest, state: 'confirmed', updatedAt: draw < 0.5 ? createdAt : decidedAt };
}
