import {
  type BookableUnit,
  type BookedSlots,
  holdingStates,
  type SpaceHours,
} from '@resource-catalogue/client/availability';
import { idOf, isObject, type JsonObject, asList, asObject, asText, asTexts } from '../api/json.js';
import { filter } from '../request/route.js';

/** A unit and its row. */
export interface UnitRow extends BookableUnit {
  readonly row: JsonObject;
}

const idIn = (value: unknown): string => idOf(asObject(value));

/** Machine units and place units in the form for availability. */
export const unitRows = (rows: readonly JsonObject[]): UnitRow[] =>
  rows.map((row) => ({
    id: idOf(row),
    state: asText(row['state']) ?? '',
    space: { id: idIn(row['space']) },
    row,
  }));

/** Keeps the bookings that hold their unit. */
export const holdingFilter = filter('state', 'in', holdingStates.join(','));

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

/** The slots of a booking or a session, also in milliseconds since 1970. */
export const readSlots = (row: JsonObject) =>
  asList(row['slots']).flatMap((slot) => {
    const [start_time = '', end_time = ''] = asTexts([asObject(slot)['start_time'], asObject(slot)['end_time']]);
    const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
    return start < end ? [{ start_time, end_time, start, end }] : [];
  });

/** The opening hours of a space, in a time zone that the browser supports. */
export const spaceHours = (space: JsonObject, zone: string): SpaceHours & { readonly id: string } => ({
  id: idOf(space),
  time_zone: zone,
  opening_hours: asList(space['opening_hours']).flatMap((entry) => {
    const { day_of_week, opens_at, closes_at } = asObject(entry);
    const isWhole = typeof day_of_week === 'number' && typeof opens_at === 'string' && typeof closes_at === 'string';
    return isWhole ? [{ day_of_week, opens_at, closes_at }] : [];
  }),
  opening_exceptions: asList(space['opening_exceptions']).flatMap((entry) => {
    const { date, closed, opens_at, closes_at, note } = asObject(entry);
    if (typeof date !== 'string') return [];
    const [opens, closes] = [asText(opens_at), asText(closes_at)];
    return [{ date, closed: closed === true, opens_at: opens, closes_at: closes, note: asText(note) }];
  }),
});
