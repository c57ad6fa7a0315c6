import type { BookingState } from '@resource-catalogue/contracts';
import type { Client } from '../client.js';
import type { CallOptions } from '../http/request.js';
import type { ListCall } from '../lists/list-call.js';
import { maximumSetSize } from '../limits.js';
import type { MachineId, MachineUnitId, PlaceId, PlaceUnitId, SpaceId } from '../resources/resources.js';
import {
  type BookedSlots,
  type BusyTimes,
  computeBusyTimes,
  computeFreeTimes,
  type FreeTimes,
  holdingStates,
  type Unit,
} from './availability.js';
import { checkDuration, checkId, checkTexts, refuse } from './check-options.js';
import { type TimeWindow, toRange } from './time-range.js';

/** The units to check; of machines, places and spaces, the units that are not deleted. */
export type Units =
  | { readonly machineUnits: Iterable<MachineUnitId> }
  | { readonly placeUnits: Iterable<PlaceUnitId> }
  | { readonly machine: MachineId }
  | { readonly place: PlaceId }
  | { readonly space: SpaceId };

/** The parameters of `busyTimes`. */
export type BusyTimesQuery = Units &
  TimeWindow & {
    /** The states in which a booking holds its unit: `pending`, `confirmed` and `no_show` by default. */
    readonly states?: readonly BookingState[];
  };

/** The parameters of `freeTimes`. */
export type FreeTimesQuery = BusyTimesQuery & {
  /** Minimum length of a free time in minutes, in at least one unit. */
  readonly duration?: number;
  /** Whether a unit is free only during the opening hours of its space; false by default. */
  readonly openingHours?: boolean;
};

/** The collections that are read. */
export type AvailabilityClient = Pick<Client, 'bookings' | 'machineUnits' | 'placeUnits' | 'spaces'>;

/** Maximum number of bookings that one call reads. */
const maxBookings = 100_000;
const maxUnits = 10_000;

/**
 * Finds when units are busy: the slots of their bookings, clipped to the window and merged. A booking lasts from its first slot to
 * its last, but holds its unit only during its slots. A unit whose state is not `available` is busy all the time.
 *
 * Needs the scopes `bookings:read` and `machine_units:read` or `place_units:read`.
 *
 * @throws TypeError for an option that is missing or invalid, with its name; RangeError for more than 100,000 bookings or
 * 10,000 units; and the errors of lists.
 * @example
 * const { times, units } = await busyTimes(client, { machine: machine.id, from: '2026-03-01', to: '2026-03-08' });
 * for (const { start, end } of times) console.log(`Every unit is taken from ${start.toISOString()} to ${end.toISOString()}.`);
 */
export async function busyTimes(
  client: AvailabilityClient,
  { from, to, states = holdingStates, ...units }: BusyTimesQuery,
  options: CallOptions = {},
): Promise<BusyTimes> {
  const { start, end } = toRange({ from, to });
  if (checkTexts('states', 'booking states', states).length === 0) refuse('states', 'booking states', states);
  const found = await readUnits(client, units, options);
  const bookings = await readBookings(client, found, { start, end, states }, options);
  return computeBusyTimes(found, bookings, { from, to }, states);
}

/**
 * Finds when units are free: the window without their busy times, and without times shorter than `duration`.
 *
 * Needs the scopes of `busyTimes`, and `spaces:read` for opening hours.
 *
 * @throws TypeError and RangeError as `busyTimes` does.
 * @example
 * const saturday = dayIn('Europe/Berlin', '2026-03-07');
 * const { times } = await freeTimes(client, { machine: machine.id, ...saturday, duration: 120, openingHours: true });
 */
export async function freeTimes(
  client: AvailabilityClient,
  { duration, openingHours = false, ...query }: FreeTimesQuery,
  options: CallOptions = {},
): Promise<FreeTimes> {
  checkDuration(duration);
  const busy = await busyTimes(client, query, options);
  const ids = openingHours ? busy.units.map(({ unit }) => unit.space.id) : [];
  const spaces = (await client.spaces.getMany(ids, options)).values();
  return computeFreeTimes(busy, query, { ...(duration !== undefined && { duration }), spaces });
}

async function readUnits(client: AvailabilityClient, units: Units, options: CallOptions): Promise<readonly Unit[]> {
  const live = { soft_deleted: { eq: false } } as const;
  if ('machineUnits' in units) {
    const ids = checkTexts('machineUnits', 'ids', units.machineUnits);
    return [...(await client.machineUnits.getMany(ids, options)).values()];
  }
  if ('placeUnits' in units) {
    const ids = checkTexts('placeUnits', 'ids', units.placeUnits);
    return [...(await client.placeUnits.getMany(ids, options)).values()];
  }
  if ('machine' in units) {
    const filters = { machine_id: { in: [checkId('machine', units.machine)] }, ...live };
    return all(client.machineUnits.list({ filters }, options));
  }
  if ('place' in units) {
    const filters = { place_id: { in: [checkId('place', units.place)] }, ...live };
    return all(client.placeUnits.list({ filters }, options));
  }
  if (!('space' in units)) throw new TypeError('Name machineUnits, placeUnits, a machine, a place or a space.');
  const filters = { space_id: { in: [checkId('space', units.space)] }, ...live };
  const lists = [client.machineUnits.list({ filters }, options), client.placeUnits.list({ filters }, options)] as const;
  return [...(await all(lists[0])), ...(await all(lists[1]))];
}

async function all<Item>(list: ListCall<Item>): Promise<readonly Item[]> {
  const units = await list.toArray({ max: maxUnits + 1 });
  if (units.length > maxUnits) throw new RangeError(`More than ${maxUnits} units: ask for fewer at a time.`);
  return units;
}

async function readBookings(
  client: AvailabilityClient,
  units: readonly Unit[],
  { start, end, states }: { readonly start: Date; readonly end: Date; readonly states: readonly BookingState[] },
  options: CallOptions,
): Promise<readonly BookedSlots[]> {
  const bookings: BookedSlots[] = [];
  const read = async (key: 'machine_unit_id' | 'place_unit_id', ids: readonly string[]) => {
    for (let first = 0; first < ids.length; first += maximumSetSize) {
      const unit = { [key]: { in: ids.slice(first, first + maximumSetSize) } };
      // By overlap: a booking may start before the window and end after it.
      const filters = { ...unit, state: { in: states }, starts_at: { lt: end }, ends_at: { gt: start } };
      const list = client.bookings.list({ filters, sort: 'starts_at' }, options);
      for await (const { machine_unit, place_unit, slots, state } of list) {
        if (bookings.push({ machine_unit, place_unit, slots, state }) > maxBookings)
          throw new RangeError(`More than ${maxBookings} bookings: ask for a shorter time.`);
      }
    }
  };
  // Units that are out of order are busy regardless of bookings.
  const available = units.filter(({ state }) => state === 'available');
  await read(
    'machine_unit_id',
    available.flatMap((unit) => ('machine' in unit ? [unit.id] : [])),
  );
  await read(
    'place_unit_id',
    available.flatMap((unit) => ('place' in unit ? [unit.id] : [])),
  );
  return bookings;
}
