export { computeBusyTimes, computeFreeTimes, holdingStates } from './availability.js';
export type {
  BookableUnit,
  BookedSlots,
  BusyTimes,
  FreeTimeOptions,
  FreeTimes,
  Unit,
  UnitTimes,
} from './availability.js';
export { busyTimes, freeTimes } from './busy-and-free.js';
export type { AvailabilityClient, BusyTimesQuery, FreeTimesQuery, Units } from './busy-and-free.js';
export { dayIn, openTimes } from './opening-hours.js';
export type { SpaceHours } from './opening-hours.js';
export type { TimeRange, TimeWindow } from './time-range.js';
