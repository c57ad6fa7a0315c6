import type { BookingState } from '@resource-catalogue/contracts';
import type { Member } from '../members.js';
import type { Session } from '../session.js';
import type { Spans } from '../time/slots.js';
import type { Unit } from '../units.js';

/** State and times of a booking. */
export interface Fate {
  readonly state: BookingState;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly canceledAt: number | null;
}

/** A booking before it becomes a row: cheap enough to be recreated for each table that needs it. */
export interface Booking extends Fate {
  /** The booked unit, or null for seats of a session. */
  readonly unit: Unit | null;
  readonly session: Session | null;
  /** The session for which the unit is blocked. */
  readonly heldFor: Session | null;
  readonly member: Member | null;
  readonly spans: Spans;
  readonly seats: number;
}
