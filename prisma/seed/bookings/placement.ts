import type { Random } from '../random.js';
import type { Stretch } from '../time/opening-hours.js';
import { type Span, type Spans, toSpans } from '../time/slots.js';
import { minute } from '../time/clock.js';
import type { Unit } from '../units.js';
import { drawDuration, drawHour } from './demand.js';
import type { UnitCalendar } from './unit-calendar.js';

/** A range of minutes of a local day; in spaces that never close it may end on the next day. */
type Minutes = readonly [from: number, to: number];

interface Asked {
  readonly unit: Unit;
  readonly dayNumber: number;
  /** The last day of the catalogue. */
  readonly lastDay: number;
  /** Null for canceled and rejected bookings, which take no time. */
  readonly calendar: UnitCalendar | null;
}

/**
 * Finds free slots of the unit from that day on, aligned to its time step and within opening hours; null if none was
 * found.
 */
export function findSlots(asked: Asked, random: Random): Spans | null {
  const minutes = firstMinutes(asked, random);
  if (!minutes) return null;
  const days = [asked.dayNumber, ...furtherDays(asked, random)];
  return toSpans(
    days
      .filter((dayNumber, index) => index === 0 || isOpen(asked, dayNumber, minutes))
      .flatMap((dayNumber) => {
        const span = toSpan(asked, dayNumber, minutes);
        return isFree(asked, span) ? [span] : [];
      }),
  );
}

/** Further days of a booking: mostly none; otherwise the next days, the next weeks, or every day for weeks. */
function furtherDays({ dayNumber, lastDay }: Asked, random: Random): number[] {
  const kind = random.fraction();
  const series = (count: number, gap: number) =>
    Array.from({ length: count }, (_, index) => dayNumber + (index + 1) * gap);
  const days =
    kind < 0.9
      ? []
      : kind < 0.95
        ? series(random.between(1, 3), 1)
        : kind < 0.99
          ? series(random.between(1, 5), 7)
          : series(random.between(7, 20), 1);
  return days.filter((further) => further <= lastDay);
}

function firstMinutes(asked: Asked, random: Random): Minutes | null {
  const { unit, dayNumber } = asked;
  if (unit.space.hours.alwaysOpen && random.chance(0.15)) {
    const night = overnight(unit, random);
    return isFree(asked, toSpan(asked, dayNumber, night)) ? night : null;
  }
  const stretches = unit.space.hours.on(dayNumber);
  if (stretches.length === 0) return null;
  for (let attempt = 0; attempt < 3; attempt++) {
    const minutes = chooseMinutes(unit, dayNumber, random.pick(stretches), random);
    if (minutes && isFree(asked, toSpan(asked, dayNumber, minutes))) return minutes;
  }
  return null;
}

/** A time from the evening to midnight or into the morning, in whole hours, which fit every time step. */
function overnight({ owner }: Unit, random: Random): Minutes {
  const from = random.pick([18, 19, 20, 21, 22, 24, 25]) * 60;
  const minimum = Math.ceil(owner.minutes / 60) * 60;
  return [
    from,
    random.chance(0.4) && 24 * 60 - from >= minimum ? 24 * 60 : from + Math.max(minimum, random.between(8, 12) * 60),
  ];
}

function chooseMinutes(
  { owner: { step, minutes } }: Unit,
  dayNumber: number,
  [opens, closes]: Stretch,
  random: Random,
): Minutes | null {
  const first = upTo(step, opens);
  const wanted = upTo(step, Math.max(minutes, random.chance(0.02) ? closes - opens : drawDuration(random)));
  const length = wanted > closes - first ? upTo(step, minutes) : wanted;
  const last = closes - length;
  if (last < first) return null;
  const from = drawHour(dayNumber, random) * 60 + random.below(60 / step) * step;
  const fitting =
    from >= first && from <= last ? from : first + random.below(Math.floor((last - first) / step) + 1) * step;
  return [fitting, fitting + length];
}

function isOpen({ unit }: Asked, dayNumber: number, [from, to]: Minutes): boolean {
  const { hours } = unit.space;
  return hours.alwaysOpen || hours.on(dayNumber).some(([opens, closes]) => opens <= from && to <= closes);
}

function isFree({ unit, calendar }: Asked, span: Span): boolean {
  // When clocks go forward, a local hour may have no duration.
  const longEnough = span.end - span.start >= unit.owner.minutes * minute;
  const inUse = span.start >= unit.from && span.end <= unit.until;
  return longEnough && inUse && (calendar === null || calendar.isFree(span));
}

function toSpan({ unit }: Asked, dayNumber: number, [from, to]: Minutes): Span {
  const { zone } = unit.space;
  return { start: zone.instantOf(dayNumber, from), end: zone.instantOf(dayNumber, to) };
}

const upTo = (step: number, minutes: number): number => Math.ceil(minutes / step) * step;
