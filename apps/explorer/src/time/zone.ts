import { idOf, type JsonObject, asObject, asText } from '../api/json.js';

const dayLength = 86_400_000;

/** A local time of the workshop. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Since midnight in local time. */
  readonly minutes: number;
}

/** A time zone that this browser supports; UTC replaces others. */
export function knownZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** The time zone of each space, by its id. */
export const zonesOf = (spaces: readonly JsonObject[]): ReadonlyMap<string, string> =>
  new Map(spaces.map((row) => [idOf(row), knownZone(asText(row['time_zone']) ?? 'UTC')]));

/** The time zone of a row's space; UTC without one. */
export const zoneIn = (zones: ReadonlyMap<string, string> | null, row: JsonObject): string =>
  zones?.get(asText(asObject(row['space'])['id']) ?? '') ?? 'UTC';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish times are those of ISO 8601: `2026-03-04 10:00`. */
export function localTime(instant: number, zone: string): LocalTime {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  const [day = '', time = ''] = format.format(instant).split(' ');
  return { day, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);
}

/** The Monday on or before a day. */
export const startOfWeek = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Whether a text is a calendar date. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
