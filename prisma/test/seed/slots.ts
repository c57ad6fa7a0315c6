import type { Seed, SeedRow } from './default-seed.js';

interface Slot {
  readonly id: string;
  readonly start_date: string;
  readonly start_time: string;
  readonly end_date: string;
  readonly end_time: string;
}

interface OpeningHour {
  readonly day_of_week: number;
  readonly opens_at: string;
  readonly closes_at: string;
}

interface OpeningException {
  readonly date: string;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time of a zone by Intl, independent of the seed's own arithmetic. */
export function localTime(instant: number, zone: string): { date: string; clock: string; weekday: number } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    clock: `${part('hour')}:${part('minute')}`,
    weekday: ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')),
  };
}

export function slotsOf(row: SeedRow): Slot[] {
  return row.items<Slot>('slots');
}

/** Whether the space is open for the whole slot; a space without opening hours is never closed. */
export function isOpen(space: SeedRow, { start_time, end_time }: Slot): boolean {
  const hours = space.items<OpeningHour>('opening_hours');
  const zone = space.text('time_zone');
  const [from, to] = [localTime(Date.parse(start_time), zone), localTime(Date.parse(end_time), zone)];
  const exceptions = space.items<OpeningException>('opening_exceptions').filter(({ date }) => date === from.date);
  if (hours.length === 0 && exceptions.length === 0) return true;
  const open = exceptions.length > 0 ? exceptions : hours.filter((entry) => entry.day_of_week === from.weekday);
  const isWithin = ({ opens_at, closes_at }: Omit<OpeningException, 'date'>): boolean =>
    opens_at !== null && closes_at !== null && opens_at <= from.clock && endClock(from.date, to) <= closes_at;
  return open.some(isWithin);
}

/** The end of a slot in the clock of the day on which it starts: `24:00` for the next midnight. */
function endClock(date: string, { date: endDate, clock }: { readonly date: string; readonly clock: string }): string {
  if (endDate === date) return clock;
  return clock === '00:00' && Date.parse(endDate) - Date.parse(date) === 86_400_000 ? '24:00' : '99:99';
}

/** Whether the local times of both ends are multiples of the step. */
export function isOnGrid(zone: string, step: number, { start_time, end_time }: Slot): boolean {
  return [start_time, end_time].every((time) => {
    const [hours = 0, minutes = 0] = localTime(Date.parse(time), zone).clock.split(':').map(Number);
    return (hours * 60 + minutes) % step === 0 && Date.parse(time) % 60_000 === 0;
  });
}

/** The target of a booking: a unit of a machine or place, or a session of a training or event. */
export function targetOf(seed: Seed, booking: SeedRow): { readonly target: SeedRow; readonly owner: SeedRow } {
  for (const [kind, part] of [
    ['machine', 'unit'],
    ['place', 'unit'],
    ['training', 'session'],
    ['event', 'session'],
  ] as const) {
    const id = booking.optional(`${kind}_${part}_id`);
    if (id === null) continue;
    const target = seed.find(`${kind}_${part}s`, id);
    return { target, owner: seed.find(`${kind}s`, target.text(`${kind}_id`)) };
  }
  throw new Error(`The booking ${booking.id} has no target.`);
}
