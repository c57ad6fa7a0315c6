import type { Random } from './random.js';
import type { Space } from './spaces.js';
import { type Span, type Spans, toSpans } from './time/slots.js';
import { minute, toWeekday } from './time/clock.js';

const eveningStarts = [18 * 60, 18 * 60, 17 * 60, 18 * 60 + 30, 16 * 60];
const weekendStarts = [10 * 60, 11 * 60, 14 * 60];
/** Every space opens at least once in this many days. */
const daysAhead = 10;

/** The slots of a session: after work or at the weekend, within opening hours, one day for each part. */
export function sessionSpans(
  space: Space,
  firstDay: number,
  minutes: number,
  parts: number,
  random: Random,
): Spans | null {
  const spans: Span[] = [];
  const gap = random.chance(0.5) ? 1 : 7;
  let dayNumber = firstDay;
  for (let part = 0; part < parts; part++) {
    const lastTry = dayNumber + daysAhead;
    let span = openSpan(space, dayNumber, minutes / parts, random);
    while (!span && ++dayNumber < lastTry) span = openSpan(space, dayNumber, minutes / parts, random);
    if (!span) return null;
    spans.push(span);
    dayNumber += gap;
  }
  return toSpans(spans);
}

/** The slot of a session on the day when all workshops open at the same minute. */
export function openDoorsSpans(space: Space, dayNumber: number, minutes: number): Spans {
  const start = space.zone.instantOf(dayNumber, 15 * 60);
  return [{ start, end: start + minutes * minute }];
}

function openSpan({ zone, hours }: Space, dayNumber: number, minutes: number, random: Random): Span | null {
  const starts = toWeekday(dayNumber) < 6 ? eveningStarts : weekendStarts;
  const wanted = random.pick(starts);
  const last = hours.on(dayNumber).findLast(([opens, closes]) => closes - opens >= minutes);
  if (!last) return null;
  const [opens, closes] = last;
  // Whole and half hours fit every time step: 5, 10, 15 and 30 minutes.
  const from = Math.max(opens, Math.floor(Math.min(wanted, closes - minutes) / 30) * 30);
  return { start: zone.instantOf(dayNumber, from), end: zone.instantOf(dayNumber, from + minutes) };
}
