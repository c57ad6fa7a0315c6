import {
  type BookableUnit,
  type BookedSlots,
  holdingStates,
  type SpaceHours,
} from '@resource-catalogue/client/availability';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../interface/json.js';
import { filter } from '../request/route.js';

/** A unit and its row. */
export interface UnitRow extends BookableUnit {
  readonly row: JsonObject;
}

const idIn = (value: unknown): string => textOf(objectOf(value)['id']) ?? '';

/** Machine units and place units in the form for availability. */
export const unitRows = (rows: readonly JsonObject[]): UnitRow[] =>
  rows.map((row) => ({
    id: textOf(row['id']) ?? '',
    state: textOf(row['state']) ?? '',
    space: { id: idIn(row['space']) },
    row,
  }));

/** Keeps the bookings that hold their unit. */
export const held = filter('state', 'in', holdingStates.join(','));

/** The id of a booking's unit; of a session, none. */
export const bookedUnit = ({ machine_unit, place_unit }: JsonObject): string => idIn(machine_unit ?? place_unit);

/** Bookings in the form for availability. */
export const bookedSlots = (rows: readonly JsonObject[]): BookedSlots[] =>
  rows.map((row) => ({
    state: textOf(row['state']) ?? '',
    machine_unit: isObject(row['machine_unit']) ? { id: idIn(row['machine_unit']) } : null,
    place_unit: isObject(row['place_unit']) ? { id: idIn(row['place_unit']) } : null,
    slots: slotsOf(row),
  }));

/** The slots of a booking or a session. */
export const slotsOf = (row: JsonObject): { start_time: string; end_time: string }[] =>
  listOf(row['slots']).flatMap((slot) => {
    const [start_time, end_time] = [textOf(objectOf(slot)['start_time']), textOf(objectOf(slot)['end_time'])];
    return start_time !== null && end_time !== null ? [{ start_time, end_time }] : [];
  });

/** The opening hours of a space, in a time zone that the browser supports. */
export const spaceHours = (space: JsonObject, zone: string): SpaceHours & { readonly id: string } => ({
  id: textOf(space['id']) ?? '',
  time_zone: zone,
  opening_hours: listOf(space['opening_hours']).flatMap((entry) => {
    const { day_of_week, opens_at, closes_at } = objectOf(entry);
    const isWhole = typeof day_of_week === 'number' && typeof opens_at === 'string' && typeof closes_at === 'string';
    return isWhole ? [{ day_of_week, opens_at, closes_at }] : [];
  }),
});
