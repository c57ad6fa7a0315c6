const minute = 60_000;
const day = 24 * 60 * minute;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks of a time zone show at an instant, as milliseconds of a clock in UTC. Throws a RangeError for an unknown zone. */
function clockAt(instant: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-CA', { ...parts, ...clock, timeZone: zone, calendar: 'iso8601' });
    formats.set(zone, format);
  }
  const shown = new Map<string, number>(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const at = (part: string): number => shown.get(part) ?? 0;
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/** The instants at which clocks of the zone show this: none while they are put forward, two while they are put back. */
export function instantsAt(clock: number, zone: string): readonly number[] {
  const offsets = new Set([clock - day, clock + day].map((near) => clockAt(near, zone) - near));
  return [...offsets].map((offset) => clock - offset).filter((instant) => clockAt(instant, zone) === clock);
}

/** The day of an instant by the calendar of the zone, as `YYYY-MM-DD`. */
export const dayAt = (instant: number, zone: string): string =>
  new Date(clockAt(Math.floor(instant / 1000) * 1000, zone)).toISOString().slice(0, 10);

export function isZone(zone: string): boolean {
  try {
    clockAt(0, zone);
    return true;
  } catch {
    return false;
  }
}
