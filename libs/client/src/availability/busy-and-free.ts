import type { BookingState } from '@resource-catalogue/contracts';
import type { Client } from '../client.js';
import type { Collection } from '../collection.js';
import type { CallOptions } from '../http/request.js';
import type { ListCall } from '../lists/list-call.js';
import { maximumSetSize } from '../limits.js';
import type { IdOf } from '../resources/resource.js';
import type { MachineId, MachineUnitId, PlaceId, PlaceUnitId, Space, SpaceId } from '../resources/resources.js';
import {
  type BookedSlots,
  type BusyTimes,
  computeBusyTimes,
  computeFreeTimes,
  type FreeTimes,
  holdingStates,
  type Unit,
} from './availability.js';
import { checkDuration, checkId, checkTexts, reject } from './check-options.js';
import { isLocal, type TimeRange, type TimeWindow, toRange } from './time-range.js';
import { readOffsets } from './zone.js';

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
export type AvailabilityClient = Pick<
  Client,
  'bookings' | 'machines' | 'machineUnits' | 'places' | 'placeUnits' | 'spaces'
>;

/** Maximum number of bookings that one call reads. */
const maxBookings = 100_000;
const maxUnits = 10_000;

/**
 * Finds when units are busy: the slots of their bookings, clipped to the window and merged. A booking lasts from its first slot to
 * its last, but holds its unit only during its slots. A unit whose state is not `available` is busy all the time.
 *
 * Texts without an offset are local times of the units' space. Needs the scopes `bookings:read` and `machine_units:read` or
 * `place_units:read`, `spaces:read` for local times, and the scope of a machine or place that has no units, to read whether
 * it exists.
 *
 * @throws TypeError for an option that is missing or invalid, with its name, and for local times of units in different time
 * zones; RangeError for an id that is not a unit, for more than 100,000 bookings or 10,000 units, and if Intl does not know the time
 * zone; and the errors of lists, such as `not_found` for another id.
 * @example
 * const { times, units } = await busyTimes(client, { machine: machine.id, start: '2026-03-07 10:00', end: '2026-03-08' });
 * for (const { start, end } of times) console.log(`Every unit is taken from ${start.toISOString()} to ${end.toISOString()}.`);
 */
export async function busyTimes(
  client: AvailabilityClient,
  query: BusyTimesQuery,
  options: CallOptions = {},
): Promise<BusyTimes> {
  return (await find(client, query, isLocal(query), options)).busy;
}

/**
 * Finds when units are free: the window without their busy times, and without times shorter than `duration`.
 *
 * Needs the scopes of `busyTimes`, and `spaces:read` for opening hours.
 *
 * @throws TypeError and RangeError as `busyTimes` does.
 * @example
 * const saturday = { start: '2026-03-07', end: '2026-03-08' }; // from midnight to midnight in the space
 * const { times } = await freeTimes(client, { machine: machine.id, ...saturday, duration: 120, openingHours: true });
 */
export async function freeTimes(
  client: AvailabilityClient,
  { duration, openingHours = false, ...query }: FreeTimesQuery,
  options: CallOptions = {},
): Promise<FreeTimes> {
  checkDuration(duration);
  const { busy, range, spaces } = await find(client, query, openingHours || isLocal(query), options);
  return computeFreeTimes(busy, range, {
    ...(duration !== undefined && { duration }),
    ...(openingHours && { spaces }),
  });
}

async function find(
  client: AvailabilityClient,
  { states = holdingStates, ...query }: BusyTimesQuery,
  needsSpaces: boolean,
  options: CallOptions,
) {
  if (checkTexts('states', 'booking states', states).length === 0) reject('states', 'booking states', states);
  if (!isLocal(query)) toRange(query);
  const { units, home } = await readUnits(client, query, options);
  const ids = needsSpaces ? (home ?? units.map(({ space }) => space.id)) : [];
  const spaces = [...(await client.spaces.getMany(ids, options)).values()];
  const range = rangeIn(spaces, query);
  const bookings = await readBookings(client, units, { ...range, states }, options);
  return { busy: computeBusyTimes(units, bookings, range, states), range, spaces };
}

/** Resolves local times in the zone of the spaces; in several zones they must mean the same instants. */
function rangeIn(spaces: readonly Space[], window: TimeWindow): TimeRange {
  if (!isLocal(window)) return toRange(window);
  const zones = [...new Set(spaces.map(({ time_zone: zone }) => zone))].sort();
  const [range, ...others] = zones.map((zone) => toRange(window, () => readOffsets('time_zone', zone)));
  const isSame = ({ start, end }: TimeRange): boolean => +start === Number(range?.start) && +end === Number(range?.end);
  if (range && others.every(isSame)) return range;
  throw new TypeError(
    `\`start\` and \`end\` must have an offset, like 2026-03-07T10:00Z: the units are in the time zones ${zones.join(', ')}.`,
  );
}

/** The units; if there are none, the spaces of the machine or place. */
interface FoundUnits {
  readonly units: readonly Unit[];
  readonly home?: readonly SpaceId[];
}

async function readUnits(client: AvailabilityClient, units: Units, options: CallOptions): Promise<FoundUnits> {
  const live = { soft_deleted: { eq: false } } as const;
  if ('machineUnits' in units)
    return { units: await readByIds('machineUnits', client.machineUnits, units.machineUnits, options) };
  if ('placeUnits' in units)
    return { units: await readByIds('placeUnits', client.placeUnits, units.placeUnits, options) };
  if ('machine' in units) {
    const id = checkId('machine', units.machine);
    const found = await all(client.machineUnits.list({ filters: { machine_id: { in: [id] }, ...live } }, options));
    if (found.length > 0) return { units: found };
    return { units: [], home: [(await client.machines.get(id, options)).data.space.id] };
  }
  if ('place' in units) {
    const id = checkId('place', units.place);
    const found = await all(client.placeUnits.list({ filters: { place_id: { in: [id] }, ...live } }, options));
    if (found.length > 0) return { units: found };
    return { units: [], home: [(await client.places.get(id, options)).data.space.id] };
  }
  if (!('space' in units)) throw new TypeError('Pass machineUnits, placeUnits, a machine, a place or a space.');
  const id = checkId('space', units.space);
  const filters = { space_id: { in: [id] }, ...live };
  const lists = [client.machineUnits.list({ filters }, options), client.placeUnits.list({ filters }, options)] as const;
  const found = [...(await all(lists[0])), ...(await all(lists[1]))];
  if (found.length === 0) await client.spaces.get(id, options);
  return { units: found, home: [id] };
}

async function readByIds<Item extends Unit>(
  name: 'machineUnits' | 'placeUnits',
  collection: Pick<Collection<Item, object, string>, 'getMany'>,
  given: Iterable<IdOf<Item>>,
  options: CallOptions,
): Promise<readonly Item[]> {
  const ids = checkTexts(name, 'ids', given);
  if (ids.length === 0) reject(name, 'at least one id', ids);
  const found = await collection.getMany(ids, options);
  const unknown = ids.filter((id) => !found.has(id));
  if (unknown.length > 0)
    throw new RangeError(`\`${name}\` has ids that are not units: ${unknown.slice(0, 5).join(', ')}.`);
  return [...found.values()];
}

async function all<Item>(list: ListCall<Item>): Promise<readonly Item[]> {
  const units = await list.toArray({ max: maxUnits + 1 });
  if (units.length > maxUnits) throw new RangeError(`More than ${maxUnits} units: pass fewer at a time.`);
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
          throw new RangeError(`More than ${maxBookings} bookings: use a shorter window.`);
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
