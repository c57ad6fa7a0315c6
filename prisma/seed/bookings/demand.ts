import type { Random } from '../random.js';
import { type Clock, day, hour, minute, toWeekday } from '../time/clock.js';

const weekdayWeights = [0, 8, 11, 12, 11, 9, 13, 5];
/** Weights by local hour: on workdays a small peak before noon and a large one after work; at weekends, daytime. */
const workdayHours = hours([1, 1, 1, 1, 1, 1, 2, 4, 8, 14, 18, 14, 8, 12, 14, 14, 20, 34, 42, 34, 18, 6, 3, 2]);
const weekendHours = hours([1, 1, 1, 1, 1, 1, 1, 2, 6, 18, 30, 32, 26, 28, 32, 30, 22, 12, 8, 5, 4, 3, 2, 2]);

/** The cumulative number of bookings that begin by each day, so that the days add up to the exact total. */
export function bookingsUntil(clock: Clock, total: number, busyness: number): number[] {
  const weights = listDays(clock).map((dayNumber) => dayWeight(clock, dayNumber, busyness));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let soFar = 0;
  return weights.map((weight) => {
    soFar += weight;
    return Math.floor((total * soFar) / sum);
  });
}

export function listDays({ firstDay, lastDay }: Clock): number[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
}

/** Demand grows over time, and is highest around the present; of the future, the nearest days are booked most. */
function dayWeight(clock: Clock, dayNumber: number, busyness: number): number {
  const weekday = weekdayWeights[toWeekday(dayNumber)] ?? 0;
  const ahead = dayNumber - Math.floor(clock.at / day);
  const season = ahead <= 0 ? 70 + Math.floor((50 * (dayNumber - clock.firstDay)) / 548) : Math.max(8, 100 - ahead);
  return weekday * season * Math.max(1, busyness - 2 * Math.abs(ahead));
}

/** A random local hour at which a booking begins. */
export function drawHour(dayNumber: number, random: Random): number {
  return random.pick(toWeekday(dayNumber) < 6 ? workdayHours : weekendHours);
}

/** Repeats each hour as often as its weight. */
function hours(weights: readonly number[]): number[] {
  return weights.flatMap((weight, hour) => Array.from({ length: weight }, () => hour));
}

/** How long before its start a booking is made: mostly days, occasionally months. */
export function drawLead(random: Random): number {
  const kind = random.fraction();
  if (kind < 0.35) return random.below(2 * day);
  if (kind < 0.75) return 2 * day + random.below(12 * day);
  if (kind < 0.95) return 14 * day + random.below(31 * day);
  return 45 * day + random.below(45 * day);
}

/** A random duration of a booking, in minutes. */
export function drawDuration(random: Random): number {
  return random.pick([60, 60, 60, 90, 120, 120, 180, 30, 240]);
}

/** The instant of the preceding nightly job, which creates or changes rows in batches. */
export function nightBefore(instant: number): number {
  return Math.floor((instant - 3 * hour) / day) * day + 3 * hour;
}

/** The instant of the following Monday's job. */
export function weeklyJobAfter(instant: number): number {
  const dayNumber = Math.floor((instant - 2 * hour) / day) + 1;
  return (dayNumber + ((8 - toWeekday(dayNumber)) % 7)) * day + 2 * hour + 7 * minute + 123;
}
