/** The states of a booking. */
export const bookingStates = ['pending', 'confirmed', 'rejected', 'canceled', 'no_show'] as const;
/** One of `bookingStates`. */
export type BookingState = (typeof bookingStates)[number];
/** The states in which a booking of a session holds its seats: `seats_booked` counts these bookings. */
export const seatHoldingStates = ['pending', 'confirmed', 'no_show'] as const satisfies readonly BookingState[];
