import { reject } from './check-options.js';

const hour = 3_600_000;
const day = 24 * hour;

/** The first instant at which the clock of a zone shows this time or a later one, in milliseconds as if it were UTC. */
export function firstInstant(offsetAt: OffsetAt, local: number): Date {
  const around = { start: new Date(local - day), end: new Date(local + day) };
  for (const { start, end, offset } of steadyPeriods(offsetAt, around)) {
    const instant = Math.max(start.getTime(), local - offset);
    if (instant < end.getTime()) return new Date(instant);
  }
  return around.end;
}

/** A time during which the clocks of a zone do not change, and how far they are ahead of UTC, in milliseconds. */
interface SteadyPeriod {
  readonly start: Date;
  readonly end: Date;
  readonly offset: number;
}

export function steadyPeriods(offsetAt: OffsetAt, { start, end }: Omit<SteadyPeriod, 'offset'>): SteadyPeriod[] {
  const periods: SteadyPeriod[] = [];
  let [from, offset] = [start, offsetAt(start.getTime())];
  for (let time = start.getTime(); time < end.getTime();) {
    // No zone changes its clocks twice in six hours.
    const next = Math.min(time + 6 * hour, end.getTime());
    const changes = offsetAt(next) !== offset;
    time = changes ? firstChange(offsetAt, time, next) : next;
    if (!changes) continue;
    periods.push({ start: from, end: new Date(time), offset });
    [from, offset] = [new Date(time), offsetAt(time)];
  }
  return from < end ? [...periods, { start: from, end, offset }] : periods;
}

/** Finds the first instant with a different offset by bisection; the offsets at both ends must differ. */
function firstChange(offsetAt: OffsetAt, before: number, after: number): number {
  const former = offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === former) low = middle;
    else high = middle;
  }
  return high;
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export type OffsetAt = (instant: number) => number;

/**
 * Reads the offset of a zone from what its clock shows; errors about the zone have its name.
 *
 * @throws RangeError if the platform does not know the zone, or its clock shows the same time in the morning and afternoon.
 */
export function readOffsets(name: string, zone: string): OffsetAt {
  // Without a zone, Intl would take that of the machine.
  if (!zone) reject(name, 'a time zone such as Europe/Berlin', zone);
  const clock = clockOf(zone);
  const offsetAt: OffsetAt = (instant) => {
    const seconds = Math.floor(instant / 1000) * 1000;
    const parts = new Map(clock.formatToParts(seconds).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? NaN);
    const hours = hourOfDay(part('hour'), parts.get('dayPeriod'));
    const date = Date.UTC(part('year'), part('month') - 1, part('day'), hours, part('minute'), part('second'));
    if (Number.isNaN(date)) throw new RangeError(`Intl does not show the whole time in ${zone}.`);
    return date - seconds;
  };
  // No zone changed its clocks by twelve hours that day, so such a clock shows no difference between the two.
  if (Math.abs(offsetAt(12 * hour) - offsetAt(0)) === 12 * hour) {
    throw new RangeError(`Intl shows no difference between morning and afternoon in ${zone}.`);
  }
  return offsetAt;
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      ...{ timeZone: zone, hourCycle: 'h23', ...parts, second: 'numeric' },
    });
  } catch (cause) {
    throw new RangeError(`Intl does not know the time zone ${zone}.`, { cause });
  }
}

/** Hermes ignores `hourCycle`: it shows `7 PM`, or 24 at midnight. */
function hourOfDay(shown: number, dayPeriod: string | undefined): number {
  if (dayPeriod === undefined) return shown % 24;
  return (shown % 12) + (/^p/i.test(dayPeriod) ? 12 : 0);
}
