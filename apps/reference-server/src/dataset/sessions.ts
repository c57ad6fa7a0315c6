import { idOf, type JsonObject, type JsonValue, textAt } from '../json.js';
import { day, hour, localDate, minute, timeOf, wire, zoneOf } from './clock.js';
import type { Making } from './row-maker.js';
import { countTo } from './size.js';

/** When and where something takes place: disjoint slots in order, some until midnight of their zone (section 8, Slot). */
export function slotsIn(space: JsonValue | undefined, { index, random, rows, starts }: Making): JsonObject {
  const zone = zoneOf(rows('spaces').find(({ id }) => id === idOf(space)));
  let time = starts.take();
  const slots = countTo(1 + (index % 3)).map(() => {
    const start = time;
    const end = start + random.pick([hour, 2 * hour + 30 * minute, 26 * hour]);
    time = end + random.pick([0, hour, day]);
    const [start_date, end_date] = [localDate(start, zone), localDate(end - 1, zone)];
    return { start_date, start_time: wire(start), end_date, end_time: wire(end) };
  });
  return {
    space: space ?? null,
    starts_at: slots[0]?.start_time ?? null,
    ends_at: slots.at(-1)?.end_time ?? null,
    slots,
  };
}

/** A session of an event or training, before it is known how many seats are booked. */
export function sessions(of: 'event' | 'training', making: Making): JsonObject {
  const { index, random, rows } = making;
  const owner = random.pick(rows(`${of}s`));
  const times = slotsIn(owner['space'], making);
  const start = timeOf(textAt(times, 'starts_at'));
  return {
    [of]: owner,
    ...times,
    seats_booked: 0,
    registration_opens_at: index % 3 === 0 ? null : wire(start - 30 * day),
    registration_closes_at: index % 4 === 0 ? null : wire(start - day),
  };
}
