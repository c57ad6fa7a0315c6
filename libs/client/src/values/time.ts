/**
 * A moment as a filter takes it: a `Date`, a day (`2026-03-01`, its first millisecond in UTC), or an instant
 * (`2026-03-01T09:00:00.000Z`, `2026-03-01T10:00+01:00`). The service cuts what is finer than a millisecond (FILT-5).
 */
export type Time = Date | string;

/**
 * Reads a time of an answer as a `Date`. Answers hold milliseconds and no more, so nothing is lost (SHAPE-4).
 *
 * @throws TypeError if the text is no time.
 * @example
 * toDate(booking.starts_at).getTime() - Date.now(); // milliseconds until it starts
 */
export function toDate(instant: Time): Date {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) throw new TypeError(`${JSON.stringify(instant)} is no time.`);
  return date;
}
