import type { BookingState } from '@resource-catalogue/contracts';
import type { Member } from '../members.js';
import type { Session } from '../sessions.js';
import type { Spans } from '../time/slots.js';
import type { Unit } from '../units.js';

/** What is booked: a unit, or seats of a session. */
export type Target =
  | { readonly unit: Unit; readonly session?: never }
  | { readonly session: Session; readonly unit?: never };

/** When a booking was made, and what became of it. */
export interface Fate {
  readonly state: BookingState;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly canceledAt: number | null;
}

/** A booking before it is a row: cheap enough to be made once for each table that tells of it. */
export interface Booking extends Fate {
  readonly target: Target;
  /** The session for which it holds the unit. */
  readonly heldFor: Session | null;
  readonly member: Member | null;
  readonly spans: Spans;
  readonly seats: number;
}

/** Its number in the whole stream, by which its own random numbers are found again. */
export interface NumberedBooking extends Booking {
  readonly number: number;
}
