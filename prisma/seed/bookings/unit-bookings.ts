import { within } from '../blocks/lifecycle.js';
import type { Member } from '../members.js';
import type { Random } from '../random.js';
import { endOfLast, type Spans, startOfFirst } from '../time/slots.js';
import { type Clock, day } from '../time/clock.js';
import type { Unit } from '../units.js';
import type { Booking, Fate } from './booking.js';
import { drawLead, nightBefore, weeklyJobAfter } from './demand.js';
import type { MembersAt } from './pickers.js';
import { findSlots } from './placement.js';
import type { Calendars } from './unit-calendar.js';

export interface UnitBookingsAround {
  readonly clock: Clock;
  readonly members: MembersAt;
  readonly calendars: Calendars;
}

/** The outcome of a booking, drawn before its time is known. */
type Course = 'held' | 'canceled' | 'rejected';

/** A booking of the unit that begins on that day; null if there is no free time. */
export function unitBooking(
  around: UnitBookingsAround,
  unit: Unit,
  dayNumber: number,
  course: Course,
  random: Random,
): Booking | null {
  const { clock, calendars, members } = around;
  const calendar = course === 'held' ? calendars.of(unit) : null;
  calendar?.forgetUntil((dayNumber - 2) * day);
  const spans = findSlots({ unit, dayNumber, lastDay: clock.lastDay, calendar }, random);
  if (!spans) return null;
  for (const span of spans) calendar?.take(span);
  const createdAt = drawCreation(clock, unit, spans, random);
  const member = unit.owner.mode === 'staff_only' || random.chance(0.06) ? null : members.pick(createdAt, random);
  return {
    unit,
    session: null,
    heldFor: null,
    member,
    spans,
    seats: drawPeople(unit, member, random),
    ...drawFate(clock, unit, spans, course, createdAt, random),
  };
}

/** Derives the outcome from a fraction that is drawn once, so that a booking keeps it when it moves to another unit. */
export function chooseCourse(unit: Unit, fraction: number): Course {
  if (fraction < 0.1) return 'canceled';
  return unit.owner.mustBeApproved && fraction < 0.16 ? 'rejected' : 'held';
}

function drawCreation({ at, opening }: Clock, unit: Unit, spans: Spans, random: Random): number {
  const earliest = Math.max(unit.from, opening);
  const latest = Math.min(at, startOfFirst(spans));
  const wanted = startOfFirst(spans) - drawLead(random);
  const createdAt =
    wanted <= latest ? Math.max(wanted, earliest) : within(random, Math.max(earliest, at - 21 * day), latest);
  const night = nightBefore(createdAt);
  return random.chance(0.1) && night >= earliest ? night : createdAt;
}

/** The number of people, each with a seat without a name; 0 for staff, and if bookings do not state it. */
function drawPeople({ owner }: Unit, member: Member | null, random: Random): number {
  return owner.people === 0 || member === null ? 0 : random.between(1, owner.people);
}

function drawFate(clock: Clock, unit: Unit, spans: Spans, course: Course, createdAt: number, random: Random): Fate {
  const { at } = clock;
  const end = endOfLast(spans);
  const latest = Math.min(at, startOfFirst(spans));
  if (course === 'canceled') {
    const canceledAt = within(random, createdAt, latest);
    return { state: 'canceled', createdAt, updatedAt: canceledAt, canceledAt };
  }
  const rest = { createdAt, canceledAt: null };
  if (course === 'rejected')
    return { ...rest, state: 'rejected', updatedAt: within(random, createdAt, Math.min(at, createdAt + 3 * day)) };
  const draw = random.fraction();
  if (end <= at && draw < 0.05)
    return { ...rest, state: 'no_show', updatedAt: within(random, end, Math.min(at, end + day)) };
  if (startOfFirst(spans) > at && unit.owner.mustBeApproved && draw < 0.45)
    return { ...rest, state: 'pending', updatedAt: createdAt };
  return { ...rest, state: 'confirmed', updatedAt: confirmedAt(clock, end, createdAt, random) };
}

function confirmedAt({ at }: Clock, end: number, createdAt: number, random: Random): number {
  const draw = random.fraction();
  const job = weeklyJobAfter(end);
  if (draw < 0.3 && job <= at) return job;
  return draw < 0.5 ? within(random, createdAt, Math.min(at, createdAt + 2 * day)) : createdAt;
}
