import { accept, quoted, refuse, type Reading } from './reading.js';

const form =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/;

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Reads an ISO 8601 date or datetime into `YYYY-MM-DDThh:mm:ss.sssZ` (FILT-5). */
export function readInstant(text: string): Reading<string> {
  const time = timeOf(text);
  if (time === null) {
    return refuse(
      'invalid_value',
      `${quoted(text)} is not an ISO 8601 date or datetime; write 2026-03-01 or 2026-03-01T09:00:00Z (the + of an offset as %2B).`,
    );
  }
  if (time < earliest || time > latest) {
    return refuse('invalid_value', `${quoted(text)} is outside the years 0001 to 9999; use an instant within them.`);
  }
  return accept(new Date(time).toISOString());
}

/** Whether the text is an instant exactly as the wire shows it (SHAPE-1). */
export function isWireInstant(text: string): boolean {
  const reading = readInstant(text);
  return reading.ok && reading.value === text;
}

function timeOf(text: string): number | null {
  const parts = form.exec(text)?.groups;
  if (!parts) return null;
  const day = dayOf(Number(parts.year), Number(parts.month), Number(parts.day));
  const minutes = minutesOf(parts.hour ?? '00', parts.minute ?? '00');
  const seconds = Number(parts.second ?? '00');
  const offset = offsetOf(parts.zone ?? 'Z');
  if (day === null || minutes === null || seconds > 59 || offset === null) return null;
  // Digits beyond the third are cut off, not rounded.
  const milliseconds = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return day + (minutes - offset) * 60_000 + seconds * 1000 + milliseconds;
}

function dayOf(year: number, month: number, day: number): number | null {
  // setUTCFullYear, since Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // An unreal date such as February 30 rolls over into another month.
  return date.getUTCMonth() === month - 1 ? date.getTime() : null;
}

function minutesOf(hour: string, minute: string): number | null {
  return Number(hour) <= 23 && Number(minute) <= 59 ? Number(hour) * 60 + Number(minute) : null;
}

function offsetOf(zone: string): number | null {
  if (zone === 'Z') return 0;
  const minutes = minutesOf(zone.slice(1, 3), zone.slice(4, 6));
  return minutes !== null && zone.startsWith('-') ? -minutes : minutes;
}
