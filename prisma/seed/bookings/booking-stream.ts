import type { Member } from '../members.js';
import type { Random, Stream } from '../random/prng.js';
import type { Session } from '../sessions.js';
import type { Clock } from '../time/clock.js';
import { startOf } from '../time/slots.js';
import { day } from '../time/units.js';
import type { Unit } from '../units.js';
import type { Booking, NumberedBooking } from './booking.js';
import { bookingsUntil, daysOf } from './demand.js';
import { MembersAt } from './members-at.js';
import { sessionBookings } from './session-bookings.js';
import { Calendars } from './unit-calendar.js';
import { courseOf, unitBooking, type UnitBookingsAround } from './unit-bookings.js';
import { UnitPicker } from './unit-picker.js';

interface BookingData {
  readonly clock: Clock;
  readonly bookings: number;
  readonly members: readonly Member[];
  readonly units: readonly Unit[];
  /** In the order of their beginning. */
  readonly sessions: readonly Session[];
}

/** Sessions make at most this part of all bookings. */
const sessionShare = 0.45;
/** Units that are asked in vain before a booking waits for the next day. */
const attempts = 12;

/**
 * All bookings, day by day, exactly as many as were asked for. What is kept between two of them is the calendar of each
 * unit and nothing that grows with their number.
 */
export class BookingStream {
  private readonly members: MembersAt;
  private readonly picker: UnitPicker;
  private readonly sessionStream: Stream;
  private readonly dayStream: Stream;
  private readonly sessionCounts: readonly number[];

  constructor(
    private readonly dataset: BookingData,
    root: Stream,
  ) {
    this.members = new MembersAt(dataset.members);
    this.picker = new UnitPicker(dataset.clock, dataset.units, root.child('popularity'));
    this.sessionStream = root.child('session bookings');
    this.dayStream = root.child('unit bookings');
    this.sessionCounts = this.countSessionBookings();
  }

  *all(): Generator<NumberedBooking> {
    let number = 0;
    for (const booking of this.unnumbered()) yield { ...booking, number: number++ };
  }

  private *unnumbered(): Generator<Booking> {
    const { clock, bookings, units } = this.dataset;
    const calendars = this.heldCalendars();
    const around = { clock, members: this.members, calendars };
    const forUnits = bookings - this.sessionCounts.reduce((sum, count) => sum + count, 0);
    const until = bookingsUntil(clock, forUnits);
    let [session, made] = [0, 0];
    for (const [index, dayNumber] of daysOf(clock).entries()) {
      for (; this.beginsBy(session, dayNumber); session++) yield* this.ofSession(session);
      const random = this.dayStream.at(index);
      for (let missing = (until[index] ?? 0) - made; missing > 0 && units.length > 0; missing--) {
        const booking = this.somewhere(around, dayNumber, random);
        if (!booking) continue;
        made++;
        yield booking;
      }
    }
    yield* this.leftOver(around, forUnits - made);
  }

  /** What found no free time on its day is tried on the next one; the last ones become cancellations, for which there always is time. */
  private *leftOver(around: UnitBookingsAround, missing: number): Generator<Booking> {
    const { firstDay, lastDay } = this.dataset.clock;
    const random = this.dayStream.at(lastDay, 1);
    for (let left = missing; left > 0;) {
      const dayNumber = random.between(firstDay, lastDay);
      const booking = unitBooking(around, this.picker.pick(random), dayNumber, 'canceled', random);
      if (!booking) continue;
      left--;
      yield booking;
    }
  }

  private somewhere(around: UnitBookingsAround, dayNumber: number, random: Random): Booking | null {
    const fraction = random.fraction();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const unit = this.picker.pick(random);
      const booking = unitBooking(around, unit, dayNumber, courseOf(unit, fraction), random);
      if (booking) return booking;
    }
    return null;
  }

  private beginsBy(index: number, dayNumber: number): boolean {
    const session = this.dataset.sessions[index];
    return (
      session !== undefined &&
      (startOf(session.spans) < (dayNumber + 1) * day || dayNumber === this.dataset.clock.lastDay)
    );
  }

  private *ofSession(index: number): Generator<Booking> {
    const session = this.dataset.sessions[index];
    if (!session) return;
    let left = this.sessionCounts[index] ?? 0;
    for (const booking of sessionBookings(this.dataset.clock, this.members, session, this.sessionStream.at(index))) {
      if (left-- <= 0) return;
      yield booking;
    }
  }

  /** How many bookings each session has: what people ask for, cut evenly where it would be too large a part of all. */
  private countSessionBookings(): number[] {
    const { clock, sessions, bookings } = this.dataset;
    let [asked, given] = [0, 0];
    const upTo = sessions.map((session, index) => {
      asked += [...sessionBookings(clock, this.members, session, this.sessionStream.at(index))].length;
      return asked;
    });
    const most = Math.min(asked, Math.floor(bookings * sessionShare));
    return upTo.map((soFar) => {
      const count = Math.floor((soFar * most) / Math.max(1, asked)) - given;
      given += count;
      return count;
    });
  }

  private heldCalendars(): Calendars<Unit> {
    const calendars = new Calendars<Unit>();
    for (const { state, units, spans } of this.dataset.sessions) {
      if (state === 'canceled') continue;
      for (const unit of units) for (const span of spans) calendars.of(unit).take(span);
    }
    return calendars;
  }
}
