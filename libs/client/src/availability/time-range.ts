import { parseTime, type Time } from '../resources/shapes.js';

/** A time range: `start` is included, `end` is not. */
export interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

/** The time window of a call; a day without a time is its first millisecond in UTC (FILT-5). */
export interface TimeWindow {
  readonly from: Time;
  /** Later than `from`; not included. */
  readonly to: Time;
}

/** Converts a window to a range. Throws a TypeError if it has no length. */
export function toRange({ from, to }: TimeWindow): TimeRange {
  const [start, end] = [parseTime('`from`', from), parseTime('`to`', to)];
  if (!(start < end)) throw new TypeError('`from` must be earlier than `to`.');
  return { start, end };
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
