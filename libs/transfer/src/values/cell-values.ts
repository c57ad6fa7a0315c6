import type { Field } from '@resource-catalogue/contracts';
import type { TimeZone } from './local-times.js';

/** Options for reading the cells of one row. */
export interface CellReading {
  /** Whether commas are decimal commas, because they do not separate columns. */
  readonly decimalComma: boolean;
  /** Time zone of times without an offset; null if unknown. */
  readonly zone: TimeZone | null;
}

/** The value of a cell, or the rule that it violates and why. */
export type CellValue = { readonly value: unknown } | { readonly problem: string; readonly why?: string };

/** Parses a cell as people write it. Limits of the field are checked later, as in every import. */
export function cellValue(
  { kind, name, limits }: Pick<Field, 'kind' | 'name' | 'limits'>,
  text: string,
  reading: CellReading,
): CellValue {
  const bare = text.trim();
  switch (kind) {
    case 'text':
      return { value: limits?.format === undefined ? text : bare };
    case 'uuid':
      return { value: bare.toLowerCase() };
    case 'enum':
      return { value: bare };
    case 'integer':
      return /^[+-]?\d+$/.test(bare)
        ? { value: Number(bare) }
        : { problem: 'must be a whole number like 20, digits only' };
    case 'number':
      return parseNumber(bare, reading);
    case 'boolean':
      return parseBoolean(bare);
    case 'date':
      return parseDate(bare);
    case 'datetime':
      return parseInstant(bare, reading.zone, ends.has(name));
    case 'object':
    case 'array':
      return parseJson(bare);
  }
}

function parseNumber(text: string, { decimalComma }: CellReading): CellValue {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return { value: Number(text) };
  if (!/^[+-]?\d+,\d+$/.test(text)) return { problem: 'must be a number like 53.5438' };
  if (decimalComma) return { value: Number(text.replace(',', '.')) };
  return {
    problem: 'must be a number like 53.5438',
    why: ': where commas separate columns, a comma in a number is ambiguous',
  };
}

const flags = new Map(Object.entries({ true: true, yes: true, 1: true, false: false, no: false, 0: false }));

function parseBoolean(text: string): CellValue {
  const value = flags.get(text.toLowerCase());
  return value === undefined ? { problem: 'must be true, yes or 1, or false, no or 0' } : { value };
}

function parseJson(text: string): CellValue {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return { problem: 'must be JSON, as in an export' };
  }
}

const isoDay = /^(\d{4})-(\d\d)-(\d\d)$/;
const dottedDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** Explains why a day in a spreadsheet format is rejected. */
function whyNoDay(text: string): { readonly why?: string } {
  if (/^\d{1,2}\/\d{1,2}\/\d{2,4}\b/.test(text)) return { why: ', which could be day/month or month/day' };
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) {
    return { why: ', which is a day number, and spreadsheet programs count from different days' };
  }
  if (/^\d{1,2}\.\d{1,2}\.\d{2}$/.test(text)) return { why: ', whose year has two digits' };
  if (isoDay.test(text) || dottedDay.test(text)) return { why: ', which is not in the calendar' };
  return {};
}

/** Midnight of a day in UTC; null for other texts. */
function parseDay(text: string): number | null {
  const iso = isoDay.exec(text);
  const dotted = dottedDay.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : (dotted?.slice(1).reverse() ?? []);
  if (year === undefined || month === undefined || day === undefined) return null;
  const clock = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const found = new Date(clock);
  return found.getUTCMonth() === Number(month) - 1 && found.getUTCDate() === Number(day) ? clock : null;
}

/** Whether a cell has a day without a time. */
export const isWholeDay = (text: string): boolean => parseDay(text.trim()) !== null;

function parseDate(text: string): CellValue {
  const day = parseDay(text);
  if (day !== null) return { value: new Date(day).toISOString().slice(0, 10) };
  return { problem: 'must be a day like 2026-03-01 or 1.3.2026', ...whyNoDay(text) };
}

const timeOfDay =
  /^(\S+?)(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(?: ?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d))?$/;
const timeLike = 'must be a time like 2026-03-01 09:00 or 2026-03-01T09:00:00Z';

/** Fields in which a day without a time means the end of that day. */
const ends: ReadonlySet<string> = new Set(['ends_at', 'end_time', 'expires_at', 'registration_closes_at']);

function parseInstant(text: string, zone: TimeZone | null, isEnd: boolean): CellValue {
  const whole = parseDay(text);
  if (whole !== null) return dayInstant(whole, zone, isEnd);
  const [, day = '', hours = '0', minutes = '0', seconds = '0', fraction = '', offset] = timeOfDay.exec(text) ?? [];
  const midnight = parseDay(day);
  if (midnight === null || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
    return { problem: timeLike, ...whyNoDay(text) };
  }
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const clock = midnight + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const instant = offset === undefined ? localInstant(clock, zone) : clock - parseOffset(offset);
  if (typeof instant === 'object') return instant;
  return { value: new Date(instant + milliseconds).toISOString() };
}

/** The instant at which a day begins in a zone, or ends (when the next one begins). */
function dayInstant(midnight: number, zone: TimeZone | null, isEnd: boolean): CellValue {
  if (zone === null) return noZone;
  const instants = zone.instantsAt(isEnd ? midnight + day : midnight);
  const instant = isEnd ? Math.max(...instants) : Math.min(...instants);
  const begin = Number.isFinite(instant) ? instant : zone.firstInstant(isEnd ? midnight + day : midnight);
  return { value: new Date(begin).toISOString() };
}

const day = 24 * 60 * 60_000;
const noZone = {
  problem: 'must have an offset, like 2026-03-01T09:00Z',
  why: ': the space of the row has no valid time zone, or the spaces have several',
};

function parseOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function localInstant(
  clock: number,
  zone: TimeZone | null,
): number | { readonly problem: string; readonly why: string } {
  if (zone === null) return noZone;
  const [instant, other] = zone.instantsAt(clock);
  if (instant === undefined) {
    return { problem: 'must be a time that exists', why: `: clocks in ${zone.name} skip this one` };
  }
  if (other !== undefined) {
    return { problem: 'must have an offset', why: `: clocks in ${zone.name} show this time twice` };
  }
  return instant;
}
