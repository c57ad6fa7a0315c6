export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The instants around which the catalogue is generated. */
export interface Clock {
  /** The present: no row was created or changed later. */
  readonly at: number;
  /** When all data was imported from an older system, at one instant. */
  readonly opening: number;
  /** When a conversion changed many rows at once. */
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

const pad = (count: number, width: number): string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(width, '0'));

const minutesOfDay = pad(24, 2).flatMap((hours) => pad(60, 2).map((minutes) => `${hours}:${minutes}`));
const [seconds, milliseconds] = [pad(60, 2), pad(1000, 3)];

/** An instant in the format of the API (SHAPE-1). Large seeds format millions, for which Date is too slow. */
export function formatInstant(instant: number): string {
  const dayNumber = Math.floor(instant / day);
  const rest = instant - dayNumber * day;
  const clock = `${minutesOfDay[Math.floor(rest / minute)]}:${seconds[Math.floor(rest / 1000) % 60]}.${milliseconds[rest % 1000]}`;
  return `${dayText(dayNumber)}T${clock}Z`;
}

export function formatInstantOrNull(instant: number | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

/** A day, given in days since 1970-01-01, in the format of the API. */
export function dayText(dayNumber: number): string {
  const known = dayTexts.get(dayNumber);
  if (known !== undefined) return known;
  const text = new Date(dayNumber * day).toISOString().slice(0, 10);
  dayTexts.set(dayNumber, text);
  return text;
}

const dayTexts = new Map<number, string>();

/** The day of the week; 1 is Monday. 1970-01-01 was a Thursday. */
export function toWeekday(dayNumber: number): number {
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

/** The same day and time that many months later, or the last day of a shorter month. */
export function addMonths(instant: number, months: number): number {
  const date = new Date(instant);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (((instant % day) + day) % day);
}

export function monthStart(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
