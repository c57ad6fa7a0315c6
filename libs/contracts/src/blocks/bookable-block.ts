import { Flag, Integer, OneOf } from '../fields.js';

/** How a place or machine can be booked. */
export const availabilityModes = ['self_service', 'scheduled', 'staff_only', 'not_bookable'] as const;
/** One of `availabilityModes`. */
export type AvailabilityMode = (typeof availabilityModes)[number];

/** How the units of a place or machine are booked. */
export class BookableBlock {
  @OneOf(availabilityModes, 'Who can book the units, and whether at any time or at scheduled times only.')
  availability_mode!: AvailabilityMode;

  @Flag('Whether staff must confirm each booking.')
  booking_must_be_approved!: boolean;

  @Integer('Grid in minutes for the start and end of hourly bookings.', {
    values: [5, 10, 15, 20, 30, 60],
    example: 30,
  })
  hourly_booking_time_step_in_minutes!: number;
}
