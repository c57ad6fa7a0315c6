import type { Random } from '../random.js';
import { type Clock, day, hour, minute, weekdayOf } from '../time/clock.js';

const weekdayWeights = [0, 8, 11, 12, 11, 9, 13, 5];
/** By local hour: a small peak before noon and a large one after work; at the weekend, the day. */
const workdayHours = hours([1, 1, 1, 1, 1, 1, 2, 4, 8, 14, 18, 14, 8, 12, 14, 14, 20, 34, 42, 34, 18, 6, 3, 2]);
const weekendHours = hours([1, 1, 1, 1, 1, 1, 1, 2, 6, 18, 30, 32, 26, 28, 32, 30, 22, 12, 8, 5, 4, 3, 2, 2]);

/** How many of all bookings begin on or before each day, so that their parts add up to exactly all. */
export function bookingsUntil(clock: Clock, total: number): number[] {
  const weights = daysOf(clock).map((dayNumber) => dayWeight(clock, dayNumber));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let soFar = 0;
  return weights.map((weight) => {
    soFar += weight;
    return Math.floor((total * soFar) / sum);
  });
}

export function daysOf({ firstDay, lastDay }: Clock): number[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
}

/** The workshop grows; of what is to come, the nearest is known best. */
function dayWeight(clock: Clock, dayNumber: number): number {
  const weekday = weekdayWeights[weekdayOf(dayNumber)] ?? 0;
  const ahead = dayNumber - Math.floor(clock.at / day);
  const season = ahead <= 0 ? 70 + Math.floor((50 * (dayNumber - clock.firstDay)) / 548) : Math.max(8, 100 - ahead);
  return weekday * season;
}

/** An hour of the day at which people begin. */
export function hourOf(dayNumber: number, random: Random): number {
  return random.pick(weekdayOf(dayNumber) < 6 ? workdayHours : weekendHours);
}

/** Each hour as often as it weighs. */
function hours(weights: readonly number[]): number[] {
  return weights.flatMap((weight, hour) => Array.from({ length: weight }, () => hour));
}

/** How long before its beginning a booking is made: mostly days, now and then months. */
export function leadOf(random: Random): number {
  const kind = random.fraction();
  if (kind < 0.35) return random.below(2 * day);
  if (kind < 0.75) return 2 * day + random.below(12 * day);
  if (kind < 0.95) return 14 * day + random.below(31 * day);
  return 45 * day + random.below(45 * day);
}

/** In minutes. */
export function durationOf(random: Random): number {
  return random.pick([60, 60, 60, 90, 120, 120, 180, 30, 240]);
}

/** The instant of the nightly job before, with which whole batches are made or changed. */
export function nightBefore(instant: number): number {
  return Math.floor((instant - 3 * hour) / day) * day + 3 * hour;
}

/** The first Monday's job after. */
export function weeklyJobAfter(instant: number): number {
  const dayNumber = Math.floor((instant - 2 * hour) / day) + 1;
  return (dayNumber + ((8 - weekdayOf(dayNumber)) % 7)) * day + 2 * hour + 7 * minute + 123;
}
