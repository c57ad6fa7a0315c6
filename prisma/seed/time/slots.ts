import type { Random } from '../random.js';
import { dayText, formatInstant } from './clock.js';
import type { Zone } from './zone.js';

/** A period between two instants. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** At least one, in order. */
export type Spans = readonly [Span, ...Span[]];

export function startOfFirst(spans: Spans): number {
  return spans[0].start;
}

export function endOfLast(spans: Spans): number {
  return (spans.at(-1) ?? spans[0]).end;
}

export function toSpans(list: readonly Span[]): Spans | null {
  const [first, ...others] = list;
  return first ? [first, ...others] : null;
}

/** Slots as they are stored: compact, in the order of the contract; the end date is that of the last millisecond. */
function slotsJson(spans: Spans, zone: Zone, createdAt: number, random: Random): string {
  const slots = spans.map(({ start, end }) => {
    const [id, startDay, endDay] = [random.uuidV7(createdAt), dayText(zone.dayOf(start)), dayText(zone.dayOf(end - 1))];
    return `{"id":"${id}","start_date":"${startDay}","start_time":"${formatInstant(start)}","end_date":"${endDay}","end_time":"${formatInstant(end)}"}`;
  });
  return `[${slots.join(',')}]`;
}

export function columnsOfSpans(spans: Spans, zone: Zone, createdAt: number, random: Random) {
  return {
    starts_at: formatInstant(startOfFirst(spans)),
    ends_at: formatInstant(endOfLast(spans)),
    slots: slotsJson(spans, zone, createdAt, random),
  };
}
