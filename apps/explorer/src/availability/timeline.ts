import {
  computeBusyTimes,
  computeFreeTimes,
  dayIn,
  openTimes,
  type TimeRange,
} from '@resource-catalogue/client/availability';
import { type JsonObject, asObject, asText } from '../api/json.js';
import { findHolder, isInstant, rowLabel } from '../api/rows.js';
import { hourWords, nearDay, timeWords } from '../time/words.js';
import { addDays, localTime } from '../time/zone.js';
import { stateNow, type FreeState, stateOn, holds, notFree } from './free-state.js';
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

/** A part of the day, as fractions of its length. */
export interface Part {
  readonly left: number;
  readonly width: number;
}

/** A booked part of the day. */
export interface Bar extends Part {
  readonly booking: JsonObject;
  /** `14:00–16:00` */
  readonly times: string;
  /** The member or session; empty if the service does not say. */
  readonly holder: string;
  readonly isPending: boolean;
  /** `Laser cutter LASER-07, requested 14:00–16:00, Noor Haddad` */
  readonly title: string;
}

/** One unit on one day. */
export interface Lane extends FreeState {
  readonly unit: JsonObject;
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Why it cannot be used; empty without a note. */
  readonly note: string;
}

export interface Timeline {
  readonly lanes: readonly Lane[];
  /** The parts in which the space is open. */
  readonly open: readonly Part[];
  /** The hours to write above the lanes, with their positions. */
  readonly hours: readonly { readonly text: string; readonly left: number }[];
  /** The position of the current time; null on other days. */
  readonly now: number | null;
  /** The current or next opening of the day; null if it stays closed. */
  readonly opening: { readonly isOpen: boolean; readonly at: string } | null;
  /** The number of units that can be used now; null if it is unknown. */
  readonly free: number | null;
}

const hour = 3_600_000;

/** A day and the next one, to tell how long a unit stays free. */
export const twoDays = (zone: string, day: string): TimeRange => ({
  start: dayIn(zone, day).start,
  end: dayIn(zone, addDays(day, 1)).end,
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
  const [start, end] = [today.start.getTime(), today.end.getTime()];
  const open = openTimes(hours, today);
  const picture = hoursToShow(open, bookings, start, end);
  const isToday = present >= start && present < end;
  const isOpen = open.some((time) => holds(time, present));
  const toFreeState = ({ state, row }: UnitRow, times: readonly TimeRange[]): FreeState => {
    if (state !== 'available') return { ...notFree, kind: 'out', words: stateWords(row, zone, present) };
    if (!isWhole) return { ...notFree, kind: 'unknown', words: 'unknown' };
    return isToday ? stateNow(times, { present, end, zone, isOpen }) : stateOn(times, end, zone);
  };
  const lanes = free.units.map(({ unit, times }): Lane => ({
    ...toFreeState(unit, times),
    ...{ unit: unit.row, label: unitLabel(unit.row), bars: layOutBars(unit, bookings, picture, zone) },
    note: unit.state === 'available' ? '' : (asText(unit.row['state_note']) ?? ''),
  }));
  return {
    lanes: lanes.sort((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true })),
    open: open.map(({ start, end }) => toPart(start.getTime(), end.getTime(), picture)),
    hours: layOutHours(picture, zone),
    now: isToday ? share(present, picture) : null,
    opening: nextOpening(open, present, isToday, zone),
    free: isWhole ? lanes.filter(({ isFree }) => isFree).length : null,
  };
}

/** The first period of at least that many minutes in which a unit is free and its space is open. */
export function nextFree(
  { space, units, bookings }: Omit<DayRows, 'isWhole'>,
  window: TimeRange,
  zone: string,
  duration: number,
): { readonly unit: JsonObject; readonly time: TimeRange } | null {
  const busy = computeBusyTimes(unitRows(units), bookedSlots(bookings), window);
  const free = computeFreeTimes(busy, window, { duration, spaces: [spaceHours(space, zone)] });
  const firsts = free.units.flatMap(({ unit, times }) => times.slice(0, 1).map((time) => ({ unit: unit.row, time })));
  return firsts.sort((one, other) => one.time.start.getTime() - other.time.start.getTime())[0] ?? null;
}

/** `Laser cutter LASER-07`, without other names of the unit. */
const unitLabel = ({ machine, place, sku }: JsonObject): string =>
  `${rowLabel(asObject(machine ?? place))} ${asText(sku) ?? ''}`;

function nextOpening(open: readonly TimeRange[], present: number, isToday: boolean, zone: string): Timeline['opening'] {
  const next = isToday ? open.find(({ end }) => end.getTime() > present) : undefined;
  if (!next) return null;
  const isOpen = holds(next, present);
  return { isOpen, at: timeWords((isOpen ? next.end : next.start).getTime(), zone) };
}

interface Picture {
  readonly from: number;
  readonly to: number;
}

/** From the first opening or booking to the last, in whole hours. */
function hoursToShow(open: readonly TimeRange[], bookings: readonly JsonObject[], from: number, to: number): Picture {
  const isWhole = open.length === 1 && open[0]?.start.getTime() === from && open[0].end.getTime() === to;
  const opened = isWhole ? [] : open.map(({ start, end }) => [start.getTime(), end.getTime()] as const);
  const booked = bookings.flatMap(readSlots).map(({ start, end }) => [start, end] as const);
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

function toPart(start: number, end: number, picture: Picture): Part {
  const left = share(start, picture);
  return { left, width: share(end, picture) - left };
}

function layOutHours(picture: Picture, zone: string): Timeline['hours'] {
  const hours: { text: string; left: number }[] = [];
  for (let time = picture.from; time < picture.to; time += 2 * hour)
    hours.push({ text: hourWords(Math.floor(localTime(time, zone).minutes / 60)), left: share(time, picture) });
  return hours;
}

function layOutBars({ id, row }: UnitRow, bookings: readonly JsonObject[], picture: Picture, zone: string): Bar[] {
  const own = bookings.filter((booking) => bookedUnit(booking) === id);
  return own.flatMap((booking) =>
    readSlots(booking).flatMap(({ start, end }) => {
      if (!(start < picture.to && end > picture.from)) return [];
      const isPending = booking['state'] === 'pending';
      const times = `${timeWords(start, zone)}–${timeWords(end, zone)}`;
      const holder = findHolder(booking);
      const name = holder ? rowLabel(holder) : '';
      const title = `${unitLabel(row)}, ${isPending ? 'requested' : 'booked'} ${times}${name && `, ${name}`}`;
      return [{ booking, ...toPart(start, end, picture), times, holder: name, isPending, title }];
    }),
  );
}

/** `out of order since Tuesday` */
export function stateWords({ state, state_changed_at: changed }: JsonObject, zone: string, present: number): string {
  const words = (asText(state) ?? '').replaceAll('_', ' ');
  if (!isInstant(changed)) return words;
  return `${words} since ${nearDay(localTime(Date.parse(changed), zone).day, localTime(present, zone).day)}`;
}
