import {
  type BookableUnit,
  type BookedSlots,
  holdingStates,
  type SpaceHours,
} from '@resource-catalogue/client/availability';
import { isObject, type JsonObject, asList, asObject, asText } from '../interface/json.js';
import { filter } from '../request/route.js';

/** A unit and its row. */
export interface UnitRow extends BookableUnit {
  readonly row: JsonObject;
}

const idIn = (value: unknown): string => asText(asObject(value)['id']) ?? '';

/** Machine units and place units in the form for availability. */
export const unitRows = (rows: readonly JsonObject[]): UnitRow[] =>
  rows.map((row) => ({
    id: asText(row['id']) ?? '',
    state: asText(row['state']) ?? '',
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
    state: asText(row['state']) ?? '',
    machine_unit: isObject(row['machine_unit']) ? { id: idIn(row['machine_unit']) } : null,
    place_unit: isObject(row['place_unit']) ? { id: idIn(row['place_unit']) } : null,
    slots: readSlots(row),
  }));

/** The slots of a booking or a session. */
export const readSlots = (row: JsonObject): { start_time: string; end_time: string }[] =>
  asList(row['slots']).flatMap((slot) => {
    const [start_time, end_time] = [asText(asObject(slot)['start_time']), asText(asObject(slot)['end_time'])];
    return start_time !== null && end_time !== null ? [{ start_time, end_time }] : [];
  });

/** The opening hours of a space, in a time zone that the browser supports. */
export const spaceHours = (space: JsonObject, zone: string): SpaceHours & { readonly id: string } => ({
  id: asText(space['id']) ?? '',
  time_zone: zone,
  opening_hours: asList(space['opening_hours']).flatMap((entry) => {
    const { day_of_week, opens_at, closes_at } = asObject(entry);
    const isWhole = typeof day_of_week === 'number' && typeof opens_at === 'string' && typeof closes_at === 'string';
    return isWhole ? [{ day_of_week, opens_at, closes_at }] : [];
  }),
});
