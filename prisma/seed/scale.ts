export const defaultBookings = 5_000;
export const maxBookings = 10_000_000;
/** Maximum number of demo bookings, so that the days of the workshop never fill up. */
export const maxDemoBookings = 20_000;

/** Maximum number of bookings of one unit in the two years, so that its days never fill up. */
const bookingsPerUnit = 1_600;

/**
 * The number of rows of each kind for that many bookings. All but bookings grow slowly, since they are held in
 * memory.
 */
export function makeScale(bookings: number) {
  // Square roots are exact on every machine; powers are not.
  const growth = Math.max(1, bookings / defaultBookings);
  const fourth = Math.sqrt(Math.sqrt(growth));
  const slow = (count: number): number => Math.round(count * fourth);
  const steady = (count: number): number => Math.round(count * Math.sqrt(growth * fourth));
  const units = Math.max(slow(150), Math.ceil(bookings / bookingsPerUnit));
  const placeUnits = Math.round(units * 0.3);
  return {
    bookings,
    /** How many times as many bookings the present day has as others, so that the demo shows a full day. */
    busyness: Math.max(1, Math.floor(10 / growth)),
    spaces: Math.min(12, 6 + Math.floor(2 * (fourth - 1))),
    machines: slow(60),
    machineUnits: units - placeUnits,
    places: slow(20),
    placeUnits,
    trainings: slow(25),
    events: slow(20),
    sessions: steady(440),
    members: steady(400),
    projects: Math.round(150 * Math.sqrt(growth)),
  };
}
