import type { Ground } from '../ground.js';
import type { Member } from '../members.js';
import type { Random, Stream } from '../random.js';
import type { Session } from '../session.js';
import { startOfFirst } from '../time/slots.js';
import { day } from '../time/clock.js';
import type { Unit } from '../units.js';
import type { Booking } from './booking.js';
import { bookingsUntil, listDays } from './demand.js';
import { MembersAt, UnitPicker } from './pickers.js';
import { sessionBookings } from './session-bookings.js';
import { chooseCourse, unitBooking, type UnitBookingsAround } from './unit-bookings.js';
import { Calendars } from './unit-calendar.js';

/** The position in the whole stream, from which the booking's random numbers are derived. */
export interface NumberedBooking extends Booking {
  readonly number: number;
}

interface BookingData {
  readonly members: readonly Member[];
  readonly units: readonly Unit[];
  /** Ordered by start. */
  readonly sessions: readonly Session[];
}

/** The clock, scale and random numbers of all bookings. */
export interface BookingGround extends Pick<Ground, 'clock' | 'root'> {
  readonly scale: Pick<Ground['scale'], 'bookings' | 'busyness'>;
}

/** Maximum share of bookings that belong to sessions. */
const sessionShare = 0.45;
/** Units tried before a booking moves to the next day. */
const attempts = 12;

/**
 * All bookings, day by day, exactly as many as requested. Only the calendar of each unit is stored between two
 * bookings, so memory does not grow with their number.
 */
export class BookingStream {
  private readonly members: MembersAt;
  private readonly picker: UnitPicker;
  private readonly sessionStream: Stream;
  private readonly dayStream: Stream;
  private readonly sessionCounts: readonly number[];

  constructor(
    private readonly ground: BookingGround,
    private readonly data: BookingData,
  ) {
    const { clock, root } = ground;
    this.members = new MembersAt(data.members);
    this.picker = new UnitPicker(clock, data.units, root.child('popularity'));
    this.sessionStream = root.child('session bookings');
    this.dayStream = root.child('unit bookings');
    this.sessionCounts = this.countSessionBookings();
  }

  *all(): Generator<NumberedBooking> {
    let number = 0;
    for (const booking of this.unnumbered()) yield { ...booking, number: number++ };
  }

  private *unnumbered(): Generator<Booking> {
    const { clock, scale } = this.ground;
    const around = { clock, members: this.members, calendars: this.heldCalendars() };
    const forUnits = scale.bookings - this.sessionCounts.reduce((sum, count) => sum + count, 0);
    const until = bookingsUntil(clock, forUnits, scale.busyness);
    let [session, made] = [0, 0];
    for (const [index, dayNumber] of listDays(clock).entries()) {
      for (; this.beginsBy(session, dayNumber); session++) yield* this.ofSession(session);
      const random = this.dayStream.at(index);
      for (let missing = (until[index] ?? 0) - made; missing > 0; missing--) {
        const booking = this.somewhere(around, dayNumber, random);
        if (!booking) continue;
        made++;
        yield booking;
      }
    }
    yield* this.leftOver(around, forUnits - made);
  }

  /** Moves bookings that found no free time to another day; as canceled bookings they always fit. */
  private *leftOver(around: UnitBookingsAround, missing: number): Generator<Booking> {
    const { firstDay, lastDay } = around.clock;
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
      const booking = unitBooking(around, unit, dayNumber, chooseCourse(unit, fraction), random);
      if (booking) return booking;
    }
    return null;
  }

  private beginsBy(index: number, dayNumber: number): boolean {
    const session = this.data.sessions[index];
    const isLastDay = dayNumber === this.ground.clock.lastDay;
    return session !== undefined && (isLastDay || startOfFirst(session.spans) < (dayNumber + 1) * day);
  }

  private *ofSession(index: number): Generator<Booking> {
    let left = this.sessionCounts[index] ?? 0;
    for (const booking of this.askedOf(index)) {
      if (left-- <= 0) return;
      yield booking;
    }
  }

  private askedOf(index: number): Iterable<Booking> {
    const session = this.data.sessions[index];
    return session ? sessionBookings(this.ground.clock, this.members, session, this.sessionStream.at(index)) : [];
  }

  /** The number of bookings of each session: the demand, reduced evenly where it exceeds the share of sessions. */
  private countSessionBookings(): number[] {
    let [asked, given] = [0, 0];
    const upTo = this.data.sessions.map((_, index) => (asked += [...this.askedOf(index)].length));
    const total = Math.min(asked, Math.floor(this.ground.scale.bookings * sessionShare));
    return upTo.map((soFar) => {
      const count = Math.floor((soFar * total) / Math.max(1, asked)) - given;
      given += count;
      return count;
    });
  }

  private heldCalendars(): Calendars {
    const calendars = new Calendars();
    for (const { state, units, spans } of this.data.sessions) {
      if (state !== 'canceled') calendars.takeAll(units, spans);
    }
    return calendars;
  }
}
