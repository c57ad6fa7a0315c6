import {
  computeBusyTimes,
  computeFreeTimes,
  dayIn,
  openTimes,
  type TimeRange,
} from '@resource-catalogue/client/availability';
import { type JsonObject, asObject, asText } from '../interface/json.js';
import { isInstant, readableInstant, rowLabel } from '../interface/rows.js';
import { addDays, clock, localTime } from '../week/zone.js';
import { bookedSlots, bookedUnit, readSlots, spaceHours, type UnitRow, unitRows } from './rows.js';

/** The rows behind a day in a space. */
export interface DayRows {
  readonly space: JsonObject;
  readonly units: readonly JsonObject[];
  /** The bookings of the day and of the next one. */
  readonly bookings: readonly JsonObject[];
  /** Whether these are all bookings. */
  readonly isWhole: boolean;
}

/** A booked part of the day, as fractions of its length. */
export interface Bar {
  readonly booking: JsonObject;
  readonly left: number;
  readonly width: number;
  /** `Laser cutter LASER-07, pending 14:00–16:00` */
  readonly title: string;
}

/** One unit on one day. */
export interface Lane {
  readonly unit: JsonObject;
  readonly label: string;
  /** Whether an empty bar would look free, but the unit cannot be used or may be booked. */
  readonly isHatched: boolean;
  /** Whether the unit can be used now. */
  readonly isFree: boolean;
  /** When it is free, in words: `until 14:00`, `from 15:30`; or why it is not. */
  readonly words: string;
  readonly bars: readonly Bar[];
}

export interface Timeline {
  readonly lanes: readonly Lane[];
  /** The hours of the picture, by their position. */
  readonly hours: readonly { readonly text: string; readonly left: number }[];
  /** The position of the current time; null on other days. */
  readonly now: number | null;
  readonly isOpen: boolean;
  /** The number of units that can be used now; null if it is unknown. */
  readonly free: number | null;
}

const hour = 3_600_000;

/** A day and the next one, to tell how long a unit stays free. */
export const twoDays = (zone: string, day: string): { readonly from: Date; readonly to: Date } => ({
  from: dayIn(zone, day).from,
  to: dayIn(zone, addDays(day, 1)).to,
});

/** Lays out the day of a space: its units except retired ones, and bookings. Without all bookings, no unit is free. */
export function layOutDay(rows: DayRows, day: string, zone: string, present: number): Timeline {
  const { space, bookings, isWhole } = rows;
  const units = rows.units.filter(({ state }) => state !== 'retired');
  const window = twoDays(zone, day);
  const hours = spaceHours(space, zone);
  const busy = computeBusyTimes(unitRows(units), bookedSlots(bookings), window);
  const free = computeFreeTimes(busy, window, { spaces: [hours] });
  const today = dayIn(zone, day);
  const [start, end] = [today.from.getTime(), today.to.getTime()];
  const open = openTimes(hours, today);
  const picture = pictured(open, bookings, start, end);
  const isToday = present >= start && present < end;
  const toWords = ({ state, row }: UnitRow, times: readonly TimeRange[]): string => {
    if (state !== 'available') return stateWords(row, zone);
    if (!isWhole) return 'unknown';
    return isToday ? wordsNow(times, present, end, zone) : wordsOfDay(times, end, zone);
  };
  const lanes = free.units.map(({ unit, times }) => ({
    ...{ unit: unit.row, label: unitLabel(unit.row), bars: layOutBars(unit, bookings, picture, zone) },
    isHatched: unit.state !== 'available' || !isWhole,
    isFree: isToday && isWhole && times.some((time) => holds(time, present)),
    words: toWords(unit, times),
  }));
  return {
    lanes: lanes.sort((one, other) => Number(other.isFree) - Number(one.isFree) || compare(one.label, other.label)),
    hours: layOutHours(picture, zone),
    now: isToday ? share(present, picture) : null,
    isOpen: open.some((time) => holds(time, present)),
    free: isWhole ? lanes.filter(({ isFree }) => isFree).length : null,
  };
}

/** `Laser cutter LASER-07`, without other names of the unit. */
const unitLabel = ({ machine, place, sku }: JsonObject): string =>
  `${rowLabel(asObject(machine ?? place))} ${asText(sku) ?? ''}`;

const compare = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const holds = ({ start, end }: TimeRange, instant: number): boolean =>
  start.getTime() <= instant && instant < end.getTime();

interface Picture {
  readonly from: number;
  readonly to: number;
}

/** From the first opening or booking to the last, in whole hours. */
function pictured(open: readonly TimeRange[], bookings: readonly JsonObject[], from: number, to: number): Picture {
  const isWhole = open.length === 1 && open[0]?.start.getTime() === from && open[0].end.getTime() === to;
  const opened = isWhole ? [] : open.map(({ start, end }) => [start.getTime(), end.getTime()] as const);
  const booked = bookings
    .flatMap(readSlots)
    .map((slot) => [Date.parse(slot.start_time), Date.parse(slot.end_time)] as const);
  const within = booked.filter(([start, end]) => start < to && end > from);
  const starts = [...opened, ...within].map(([start]) => Math.max(from, start));
  const ends = [...opened, ...within].map(([, end]) => Math.min(to, end));
  const first = Math.min(from + 8 * hour, ...starts);
  const last = Math.max(from + 20 * hour, ...ends);
  return {
    from: Math.max(from, from + Math.floor((first - from) / hour) * hour),
    to: Math.min(to, from + Math.ceil((last - from) / hour) * hour),
  };
}

const share = (instant: number, { from, to }: Picture): number =>
  Math.min(1, Math.max(0, (instant - from) / (to - from)));

function layOutHours(picture: Picture, zone: string): Timeline['hours'] {
  const hours: { text: string; left: number }[] = [];
  for (let time = picture.from; time < picture.to; time += 2 * hour)
    hours.push({ text: clock(localTime(time, zone).minutes).replace(/:00$/, ''), left: share(time, picture) });
  return hours;
}

function layOutBars({ id, row }: UnitRow, bookings: readonly JsonObject[], picture: Picture, zone: string): Bar[] {
  const own = bookings.filter((booking) => bookedUnit(booking) === id);
  return own.flatMap((booking) =>
    readSlots(booking).flatMap(({ start_time, end_time }) => {
      const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
      if (!(start < picture.to && end > picture.from)) return [];
      const left = share(start, picture);
      const state = asText(booking['state']) === 'pending' ? 'pending' : 'booked';
      const title = `${unitLabel(row)}, ${state} ${formatTime(start, zone)}–${formatTime(end, zone)}`;
      return [{ booking, left, width: share(end, picture) - left, title }];
    }),
  );
}

const formatTime = (instant: number, zone: string): string => clock(localTime(instant, zone).minutes);

function wordsNow(times: readonly TimeRange[], present: number, end: number, zone: string): string {
  const next = times.find((time) => time.end.getTime() > present);
  if (!next) return 'not free today or tomorrow';
  const isFree = holds(next, present);
  const at = isFree ? next.end.getTime() : next.start.getTime();
  if (isFree && at > end) return 'all day';
  const time = `${at >= end ? 'tomorrow ' : ''}${formatTime(at, zone)}`;
  return isFree ? `until ${time === 'tomorrow 00:00' ? 'midnight' : time}` : `from ${time}`;
}

function wordsOfDay(times: readonly TimeRange[], end: number, zone: string): string {
  const today = times.filter(({ start }) => start.getTime() < end);
  const words = today.map(({ start, end: last }) => {
    const until = Math.min(last.getTime(), end);
    return `${formatTime(start.getTime(), zone)}–${until === end ? '24:00' : formatTime(until, zone)}`;
  });
  return words.join(', ') || 'not free';
}

/** `out of order since 2026-02-10: The lens is broken.` */
function stateWords({ state, state_changed_at: changed, state_note: note }: JsonObject, zone: string): string {
  const since = isInstant(changed) ? ` since ${readableInstant(changed, zone).slice(0, 10)}` : '';
  return `${(asText(state) ?? '').replaceAll('_', ' ')}${since}${asText(note) === null ? '' : `: ${asText(note)}`}`;
}

/** A session, with its slots on the day. */
export interface SessionOfDay {
  readonly row: JsonObject;
  readonly label: string;
  readonly times: string;
  readonly start: number;
  /** Null if the service does not say. */
  readonly seats: { readonly left: number; readonly total: number } | null;
}

/** The sessions of a day, by their start. */
export function sessionsOfDay(rows: readonly JsonObject[], day: string, zone: string): SessionOfDay[] {
  const { from, to } = dayIn(zone, day);
  const sessions = rows.flatMap((row) => {
    const slots = readSlots(row)
      .map((slot) => [Date.parse(slot.start_time), Date.parse(slot.end_time)] as const)
      .filter(([start, end]) => start < to.getTime() && end > from.getTime());
    const [first] = slots;
    if (!first || asText(row['state']) === 'canceled') return [];
    const times = slots.map(([start, end]) => `${formatTime(start, zone)}–${formatTime(end, zone)}`).join(', ');
    const { seats_available: left, seats_total: total } = row;
    const seats = typeof left === 'number' && typeof total === 'number' ? { left, total } : null;
    return [{ row, label: rowLabel(row), times, start: first[0], seats }];
  });
  return sessions.sort((one, other) => one.start - other.start);
}

/** The first period of at least that many minutes in which a unit is free and its space is open. */
export function nextFree(
  { space, units, bookings }: Omit<DayRows, 'isWhole'>,
  window: { readonly from: Date; readonly to: Date },
  zone: string,
  duration: number,
): { readonly unit: JsonObject; readonly time: TimeRange } | null {
  const busy = computeBusyTimes(unitRows(units), bookedSlots(bookings), window);
  const free = computeFreeTimes(busy, window, { duration, spaces: [spaceHours(space, zone)] });
  const firsts = free.units.flatMap(({ unit, times }) => times.slice(0, 1).map((time) => ({ unit: unit.row, time })));
  return firsts.sort((one, other) => one.time.start.getTime() - other.time.start.getTime())[0] ?? null;
}
