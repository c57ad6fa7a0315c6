import { day, hour } from './units.js';

/** The instants that the whole catalogue is told around. */
export interface Clock {
  /** Now: nothing was made or changed later. */
  readonly at: number;
  /** When the catalogue was filled from an older system, all of it in one instant. */
  readonly opening: number;
  /** When a conversion touched many rows at once. */
  readonly conversion: number;
  /** The first and the last day of bookings and sessions. */
  readonly firstDay: number;
  readonly lastDay: number;
}

const pastDays = 548;
const futureDays = 91;

export function clockAt(at: number): Clock {
  const today = Math.floor(at / day);
  return {
    at,
    opening: (today - pastDays - 12) * day + 8 * hour,
    conversion: (today - 61) * day + 2 * hour + 30,
    firstDay: today - pastDays,
    lastDay: today + futureDays,
  };
}
