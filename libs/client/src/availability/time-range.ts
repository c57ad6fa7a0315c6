import type { Time } from '../resources/shapes.js';
import { reject } from './check-options.js';
import { firstInstant, type OffsetAt } from './zone.js';

/** A time range: `start` is included, `end` is not. */
export interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The time window of a call. `2026-03-07 10:00` and `2026-03-07`, which is midnight, are local times where a time zone is
 * known; one that the clocks skip is the instant after it, one that they show twice the first of the two. A `Date` and a
 * text with an offset, such as `2026-03-07T10:00Z`, do not depend on a zone.
 */
export interface TimeWindow {
  readonly start: Time;
  /** Later than `start`; not included. */
  readonly end: Time;
}

/** Whether the window depends on a time zone. Throws a TypeError for times of another form. */
export const isLocal = ({ start, end }: TimeWindow): boolean =>
  [parseMoment('start', start), parseMoment('end', end)].some((moment) => typeof moment === 'number');

/** Converts a window to a range, if need be with the offsets of a zone. Throws a TypeError if it has no length. */
export function toRange(window: TimeWindow, zone?: () => OffsetAt): TimeRange {
  const resolve = (name: 'start' | 'end'): Date => {
    const moment = parseMoment(name, window[name]);
    if (typeof moment !== 'number') return moment;
    return zone
      ? firstInstant(zone(), moment)
      : reject(name, 'a Date or have an offset, like 2026-03-07T10:00Z', window[name]);
  };
  const [start, end] = [resolve('start'), resolve('end')];
  if (!(start < end)) throw new TypeError('`start` must be earlier than `end`.');
  return { start, end };
}

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/** The instant, or the milliseconds of a local time as if it were UTC. */
function parseMoment(name: string, time: Time): Date | number {
  const [, date = '', clock = '00:00', offset] = (typeof time === 'string' ? written.exec(time) : null) ?? [];
  const local = parseDay(date) === null ? NaN : Date.parse(`${date}T${clock}Z`);
  const isTime = !Number.isNaN(local) && clock < '24';
  if (isTime && offset === undefined) return local;
  const instant = isTime ? new Date(`${date}T${clock}${offset}`) : new Date(typeof time === 'string' ? NaN : time);
  if (time !== null && !Number.isNaN(instant.getTime())) return instant;
  throw new TypeError(
    `\`${name}\` must be a time such as 2026-03-07 10:00 or 2026-03-07T10:00Z, not ${typeof time === 'string' ? JSON.stringify(time) : String(time)}.`,
  );
}

/** The midnight of a day such as `2026-03-07`, as if it were UTC; null for another text or a day that does not exist. */
export function parseDay(date: string): number | null {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) === date ? midnight : null;
}

/** Orders ranges, joins those that overlap or touch, and drops the parts outside the window. */
export function mergeRanges(ranges: Iterable<TimeRange>, window: TimeRange): TimeRange[] {
  const merged: { start: Date; end: Date }[] = [];
  const inOrder = [...ranges].sort((one, other) => one.start.getTime() - other.start.getTime());
  for (const range of inOrder) {
    const start = range.start < window.start ? window.start : range.start;
    const end = range.end > window.end ? window.end : range.end;
    if (!(start < end)) continue;
    const last = merged.at(-1);
    if (!last || last.end < start) merged.push({ start, end });
    else if (last.end < end) last.end = end;
  }
  return merged;
}

/** The window minus the merged ranges. */
export function invertRanges(merged: readonly TimeRange[], window: TimeRange): TimeRange[] {
  const starts = [window.start, ...merged.map(({ end }) => end)];
  const ends = [...merged.map(({ start }) => start), window.end];
  return starts.flatMap((start, index) => {
    const end = ends[index];
    return end && start < end ? [{ start, end }] : [];
  });
}
