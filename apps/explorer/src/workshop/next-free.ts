import { computeBusyTimes, computeFreeTimes, type TimeRange } from '@resource-catalogue/client/availability';
import type { JsonObject } from '../interface/json.js';
import { bookedSlots, spaceHours, unitRows } from './rows.js';
import type { DayRows } from './timeline.js';

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
