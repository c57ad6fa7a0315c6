import type { BookingState, seatHoldingStates } from '@resource-catalogue/contracts';
import type { Booking, MachineUnit, PlaceUnit, Space } from '../resources/resources.js';
import { parseTime } from '../resources/shapes.js';
import { checkDuration } from './check-options.js';
import { openTimes, type SpaceHours } from './opening-hours.js';
import { invertRanges, mergeRanges, type TimeRange, type TimeWindow, toRange } from './time-range.js';

/** A machine unit or a place unit. */
export type Unit = MachineUnit | PlaceUnit;

/** The states in which a booking holds its unit by default. */
export const holdingStates = ['pending', 'confirmed', 'no_show'] as const satisfies typeof seatHoldingStates;

/** The parts of a unit that availability depends on. */
export type BookableUnit = Pick<Unit, 'id' | 'state'> & { readonly space: { readonly id: string } };

/** The parts of a booking that say which unit it holds, and when. */
export interface BookedSlots extends Pick<Booking, 'state'> {
  readonly machine_unit: { readonly id: string } | null;
  readonly place_unit: { readonly id: string } | null;
  readonly slots: readonly { readonly start_time: string; readonly end_time: string }[];
}

/** The busy or free times of one unit, depending on the function that returned it. */
export interface UnitTimes<Of = Unit> {
  readonly unit: Of;
  /** In order, without overlaps; touching times are merged. */
  readonly times: readonly TimeRange[];
}

/** When units are busy. */
export interface BusyTimes<Of = Unit> {
  /** The times at which no unit is free. */
  readonly times: readonly TimeRange[];
  /** The times at which each unit is busy. */
  readonly units: readonly UnitTimes<Of>[];
}

/** When units are free. */
export interface FreeTimes<Of = Unit> {
  /** The times at which at least one unit is free. */
  readonly times: readonly TimeRange[];
  /** The times at which each unit is free. */
  readonly units: readonly UnitTimes<Of>[];
}

/** Conditions for a free time. */
export interface FreeTimeOptions {
  /** Minimum length in minutes, in at least one unit. */
  readonly duration?: number;
  /** Spaces whose opening hours count: a unit in one of them is free only while it is open. */
  readonly spaces?: Iterable<SpaceHours & Pick<Space, 'id'>>;
}

/**
 * Computes busy times from given bookings: the slots of a unit's bookings, and the whole window if its state is not
 * `available`. A booking that holds a unit for a session counts like any other.
 *
 * @throws TypeError if the window has no length.
 */
export function computeBusyTimes<Of extends BookableUnit>(
  units: Iterable<Of>,
  bookings: Iterable<BookedSlots>,
  window: TimeWindow,
  states: readonly BookingState[] = holdingStates,
): BusyTimes<Of> {
  const range = toRange(window);
  const taken = new Map<string, TimeRange[]>();
  for (const { machine_unit, place_unit, state, slots } of bookings) {
    const unit = machine_unit ?? place_unit;
    if (!unit || !states.some((holding) => holding === state)) continue;
    const known = taken.get(unit.id) ?? [];
    for (const { start_time, end_time } of slots)
      known.push({ start: parseTime('`start_time`', start_time), end: parseTime('`end_time`', end_time) });
    taken.set(unit.id, known);
  }
  const busy = [...units].map((unit) => ({
    unit,
    times: unit.state === 'available' ? mergeRanges(taken.get(unit.id) ?? [], range) : [range],
  }));
  return {
    times: invertRanges(
      union(
        busy.map(({ times }) => invertRanges(times, range)),
        range,
      ),
      range,
    ),
    units: busy,
  };
}

/**
 * Computes the free times that busy times leave, in the same window.
 *
 * @throws TypeError if the window has no length, or the duration is not above 0.
 */
export function computeFreeTimes<Of extends BookableUnit>(
  busy: BusyTimes<Of>,
  window: TimeWindow,
  { duration, spaces = [] }: FreeTimeOptions = {},
): FreeTimes<Of> {
  checkDuration(duration);
  const range = toRange(window);
  const closed = new Map([...spaces].map((space) => [space.id, invertRanges(openTimes(space, window), range)]));
  const units = busy.units.map(({ unit, times }) => {
    const taken = mergeRanges([...times, ...(closed.get(unit.space.id) ?? [])], range);
    return { unit, times: invertRanges(taken, range).filter((free) => lastsFor(free, duration ?? 0)) };
  });
  return {
    times: union(
      units.map(({ times }) => times),
      range,
    ),
    units,
  };
}

const union = (ranges: readonly (readonly TimeRange[])[], window: TimeRange): TimeRange[] =>
  mergeRanges(ranges.flat(), window);

const lastsFor = ({ start, end }: TimeRange, minutes: number): boolean =>
  end.getTime() - start.getTime() >= minutes * 60_000;
