import { isUuid } from '@resource-catalogue/contracts';
import type { SortKind } from './list-query.js';
import { accept, type ParseResult, quoteExcerpt, reject } from './parse-result.js';

export function parseBoolean(text: string): ParseResult<boolean> {
  if (text === 'true' || text === 'false') return accept(text === 'true');
  return reject('invalid_value', `${quoteExcerpt(text)} is not a boolean. Use true or false.`);
}

const instantForm =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/;

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Parses an ISO 8601 date or date-time into `YYYY-MM-DDThh:mm:ss.sssZ` (FILT-5). */
export function parseInstant(text: string): ParseResult<string> {
  const time = toTime(text);
  if (time === null) {
    return reject(
      'invalid_value',
      `${quoteExcerpt(text)} is not an ISO 8601 date or date-time. Use 2026-03-01 or 2026-03-01T09:00:00Z, and encode the + of an offset as %2B.`,
    );
  }
  if (time < earliest || time > latest) {
    return reject('invalid_value', `${quoteExcerpt(text)} is outside the years 0001 to 9999. Use a time within them.`);
  }
  return accept(new Date(time).toISOString());
}

/** Whether the text is an instant in the exact form of the API (SHAPE-1). */
function isWireInstant(text: string): boolean {
  const result = parseInstant(text);
  return result.ok && result.value === text;
}

function toTime(text: string): number | null {
  const parts = instantForm.exec(text)?.groups;
  if (!parts) return null;
  const day = toDay(Number(parts.year), Number(parts.month), Number(parts.day));
  const minutes = toMinutes(parts.hour ?? '00', parts.minute ?? '00');
  const seconds = Number(parts.second ?? '00');
  const offset = toOffset(parts.zone ?? 'Z');
  if (day === null || minutes === null || seconds > 59 || offset === null) return null;
  // Digits after the third are cut off, not rounded.
  const milliseconds = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return day + (minutes - offset) * 60_000 + seconds * 1000 + milliseconds;
}

function toDay(year: number, month: number, day: number): number | null {
  // setUTCFullYear, because Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // An impossible date such as February 30 rolls over into another month.
  return date.getUTCMonth() === month - 1 ? date.getTime() : null;
}

function toMinutes(hour: string, minute: string): number | null {
  return Number(hour) <= 23 && Number(minute) <= 59 ? Number(hour) * 60 + Number(minute) : null;
}

function toOffset(zone: string): number | null {
  if (zone === 'Z') return 0;
  const minutes = toMinutes(zone.slice(1, 3), zone.slice(4, 6));
  return minutes !== null && zone.startsWith('-') ? -minutes : minutes;
}

// The range of PostgreSQL's integer: a value outside it would fail in the database.
const lowestInteger = -2_147_483_648;
const highestInteger = 2_147_483_647;

/** Parses an integer in its one valid form: digits without leading zeros, with `-` if it is negative (FILT-12). */
export function parseInteger(text: string): ParseResult<number> {
  if (!/^(?:0|-?[1-9][0-9]*)$/.test(text))
    return reject('invalid_value', `${quoteExcerpt(text)} is not a whole number. Use digits, such as 12.`);
  const value = Number(text);
  if (value >= lowestInteger && value <= highestInteger) return accept(value);
  return reject(
    'invalid_value',
    `${quoteExcerpt(text)} is outside the range of ${lowestInteger} to ${highestInteger}.`,
  );
}

/** Whether the text can be a value of a sort key, in its one valid form. */
export function isSortKey(text: string, kind: SortKind): boolean {
  switch (kind) {
    case 'uuid':
      return isUuid(text);
    case 'datetime':
      return isWireInstant(text);
    case 'integer':
      return parseInteger(text).ok;
    case 'text':
      return !text.includes('\0');
  }
}
