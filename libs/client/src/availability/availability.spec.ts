import { expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { addDays, changes, minute, wallClock } from '../../test/support/clock-changes.js';
import { type BookableUnit, computeBusyTimes, computeFreeTimes, holdingStates } from './availability.js';
import { dayIn, openTimes, type SpaceHours } from './opening-hours.js';
import type { TimeRange } from './time-range.js';

type Hours = Omit<SpaceHours, 'time_zone'>;
type Exception = NonNullable<SpaceHours['opening_exceptions']>[number];
const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;
const clockTime = fc.integer({ min: 0, max: 24 * 4 - 1 }).map((quarter) => {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
});
const hours = fc.array(
  fc.record({ day_of_week: fc.integer({ min: 1, max: 7 }), opens_at: clockTime, closes_at: clockTime }),
  { maxLength: 6 },
);

/** Dates with other hours, from two days before a day to two days after it. */
const exceptionsAround = (date: string) => {
  const dates = fc.integer({ min: -2, max: 2 }).map((days) => addDays(date, days));
  const periods = fc.array(fc.record({ opens_at: clockTime, closes_at: clockTime }), { maxLength: 2 });
  const entries = fc.uniqueArray(fc.tuple(dates, periods), { selector: ([on]) => on, maxLength: 4 });
  const closed = { closed: true, opens_at: null, closes_at: null };
  return entries.map((all) =>
    all.flatMap(([date, open]): Exception[] =>
      open.length === 0
        ? [{ date, ...closed, note: null }]
        : open.map((period) => ({ date, closed: false, ...period, note: 'Inventory' })),
    ),
  );
};

/** Whether a space is open at a local date and time, from the rules of section 8 and a calendar. */
function isOpen({ opening_hours: weekly, opening_exceptions: exceptions = [] }: Hours, shown: string): boolean {
  const [date = '', time = ''] = shown.split(' ');
  const begun = (on: string): readonly { opens_at: string | null; closes_at: string | null }[] => {
    const special = exceptions.filter((entry) => entry.date === on);
    if (special.length > 0) return special.filter(({ closed }) => !closed);
    if (weekly.length === 0) return [{ opens_at: '00:00', closes_at: '24:00' }];
    return weekly.filter(({ day_of_week }) => day_of_week === weekdayOf(on));
  };
  const isAfter = (limit: string | null) => limit !== null && time >= limit;
  const lasts = ({ opens_at, closes_at }: { opens_at: string | null; closes_at: string | null }) =>
    opens_at !== null && closes_at !== null && closes_at <= opens_at;
  return (
    begun(date).some((each) => isAfter(each.opens_at) && (lasts(each) || !isAfter(each.closes_at))) ||
    begun(addDays(date, -1)).some((each) => lasts(each) && !isAfter(each.closes_at))
  );
}

/** The minutes of a window for which a condition holds, as ranges. */
function rangesWhere({ start, end }: TimeRange, holds: (instant: number) => boolean): TimeRange[] {
  const ranges: { start: Date; end: Date }[] = [];
  for (let time = start.getTime(); time < end.getTime(); time += minute) {
    const last = ranges.at(-1);
    if (!holds(time)) continue;
    if (last?.end.getTime() === time) last.end = new Date(time + minute);
    else ranges.push({ start: new Date(time), end: new Date(time + minute) });
  }
  return ranges;
}

const unitIds = ['a', 'b'];
const unit = (id: string, state: string): BookableUnit => ({ id, state, space: { id: 'space' } });

it.each(changes)('free and busy times in %s around %s match a minute-by-minute computation', (zone, date) => {
  const middle = Date.parse(date);
  const shown = wallClock(zone);
  const atMinute = fc.integer({ min: -12 * 60, max: 26 * 60 }).map((minutes) => middle + minutes * minute);
  // Starts at quarters of an hour often make slots touch or overlap.
  const quarters = fc.integer({ min: -20, max: 100 }).map((quarter) => middle + quarter * 15 * minute);
  const lengths = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(15, 30, 45, 61) }, fc.constant(60 * 24 * 90));
  const slot = fc.tuple(fc.oneof(quarters, atMinute), lengths);
  const booking = fc.record({
    id: fc.constantFrom(...unitIds, 'another'),
    isPlace: fc.boolean(),
    state: fc.constantFrom(...holdingStates, 'rejected' as const, 'canceled' as const),
    slots: fc.array(slot, { minLength: 1, maxLength: 4 }),
  });
  const cases = fc.record({
    bookings: fc.array(booking, { maxLength: 16, size: 'max' }),
    states: fc.tuple(...unitIds.map(() => fc.constantFrom('available', 'available', 'out_of_order'))),
    duration: fc.constantFrom(undefined, 45, 240),
    hours,
    exceptions: exceptionsAround(date),
    from: atMinute,
    length: fc.integer({ min: 1, max: 36 * 60 }),
  });
  const property = fc.property(cases, (drawn) => {
    const { bookings, states, duration, hours: opening_hours, exceptions: opening_exceptions, from, length } = drawn;
    const range = { start: new Date(from), end: new Date(from + length * minute) };
    const booked = bookings.map(({ id, isPlace, state, slots }) => ({
      ...{ state, machine_unit: isPlace ? null : { id }, place_unit: isPlace ? { id } : null },
      slots: slots.map(([start, minutes]) => ({
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + minutes * minute).toISOString(),
      })),
    }));
    const units = unitIds.map((id, index) => unit(id, states[index] ?? ''));
    const isBusy = ({ id, state }: BookableUnit) => {
      const own = bookings.filter((each) => each.id === id && holdingStates.some((holding) => holding === each.state));
      const slots = own.flatMap((each) => each.slots);
      return (time: number) =>
        state !== 'available' || slots.some(([start, minutes]) => time >= start && time < start + minutes * minute);
    };
    const opening = { opening_hours, opening_exceptions };
    const opened = (time: number) => isOpen(opening, shown(time));
    const long = (free: TimeRange) => free.end.getTime() - free.start.getTime() >= (duration ?? 0) * minute;
    const freeUnits = units.map((each) =>
      rangesWhere(range, (time) => !isBusy(each)(time) && opened(time)).filter(long),
    );

    const busy = computeBusyTimes(units, booked, range);
    expect(busy.units.map(({ times }) => times)).toEqual(units.map((each) => rangesWhere(range, isBusy(each))));
    expect(busy.times).toEqual(rangesWhere(range, (time) => units.every((each) => isBusy(each)(time))));
    const space = { id: 'space', time_zone: zone, ...opening };
    const free = computeFreeTimes(busy, range, { ...(duration && { duration }), spaces: [space] });
    expect(free.units.map(({ times }) => times)).toEqual(freeUnits);
    const anyFree = (time: number) =>
      freeUnits.some((times) => times.some(({ start, end }) => +start <= time && time < +end));
    expect(free.times).toEqual(rangesWhere(range, anyFree));
  });
  fc.assert(property, { numRuns: process.env['EXHAUSTIVE'] === '1' ? 200 : 20 });
});

it('touching slots are merged into one busy time', () => {
  const slots = [
    { start_time: '2026-03-01T09:00:00.000Z', end_time: '2026-03-01T10:00:00.000Z' },
    { start_time: '2026-03-01T10:00:00.000Z', end_time: '2026-03-01T11:00:00.000Z' },
  ];
  const booking = { state: 'confirmed', machine_unit: { id: 'a' }, place_unit: null, slots };
  const { units } = computeBusyTimes([unit('a', 'available')], [booking], {
    start: '2026-03-01T00:00Z',
    end: '2026-03-02T00:00Z',
  });
  expect(units[0]?.times).toEqual([{ start: new Date('2026-03-01T09:00Z'), end: new Date('2026-03-01T11:00Z') }]);
});

it('without units nothing is free, and a space without opening hours is always open', () => {
  const window = { start: '2026-03-01T00:00Z', end: '2026-03-02T00:00Z' };
  const whole = [{ start: new Date(window.start), end: new Date(window.end) }];
  const busy = computeBusyTimes([], [], window);
  expect(busy.times).toEqual(whole);
  expect(computeFreeTimes(busy, window).times).toEqual([]);
  expect(openTimes({ time_zone: 'Europe/Berlin', opening_hours: [] }, window)).toEqual(whole);
});

const window = { start: '2026-03-01T00:00Z', end: '2026-03-02T00:00Z' };
const forms = 'must be a time such as 2026-03-07 10:00 or 2026-03-07T10:00Z, not';
const slotForms = 'must be a time such as 2026-03-01T09:00Z, not';
const zoneForms = 'must be a time zone such as Europe/Berlin, not';
const slot = { start_time: '2026-03-01T09:00:00.000Z', end_time: '2026-03-01T10:00:00.000Z' };
const booked = (slots: typeof slot): unknown => {
  const booking = { state: 'confirmed', machine_unit: { id: 'a' }, place_unit: null, slots: [slots] };
  return computeBusyTimes([unit('a', 'available')], [booking], window);
};
/** A value that the types do not allow, as from JavaScript. */
const untyped = (value: unknown) => JSON.parse(JSON.stringify({ value })) as { value: string };

it.each([
  [() => computeBusyTimes([], [], { ...window, end: window.start }), '`start` must be earlier than `end`.'],
  [() => computeBusyTimes([], [], { ...window, start: 'today' }), `\`start\` ${forms} "today".`],
  [() => computeBusyTimes([], [], { ...window, start: untyped(undefined).value }), `\`start\` ${forms} undefined.`],
  [() => computeBusyTimes([], [], { ...window, end: untyped(null).value }), `\`end\` ${forms} null.`],
  [() => computeBusyTimes([], [], { ...window, end: new Date('never') }), `\`end\` ${forms} Invalid Date.`],
  [() => computeBusyTimes([], [], { ...window, end: '2026-02-30T10:00Z' }), `\`end\` ${forms} "2026-02-30T10:00Z".`],
  [() => computeBusyTimes([], [], { ...window, end: '2026-03-07 24:00' }), `\`end\` ${forms} "2026-03-07 24:00".`],
  [
    () => computeBusyTimes([], [], { ...window, end: '2026-03-07' }),
    '`end` must be a Date or have an offset, like 2026-03-07T10:00Z, not "2026-03-07".',
  ],
  [() => booked({ ...slot, start_time: '9:00' }), `\`start_time\` ${slotForms} "9:00".`],
  [() => booked({ ...slot, end_time: '' }), `\`end_time\` ${slotForms} "".`],
  [() => computeFreeTimes({ times: [], units: [] }, { ...window, end: 'x' }), `\`end\` ${forms} "x".`],
  [() => computeFreeTimes({ times: [], units: [] }, window, { duration: 0 }), '`duration` must be above 0 minutes.'],
  [() => openTimes({ time_zone: 'UTC', opening_hours: [] }, { ...window, start: '' }), `\`start\` ${forms} "".`],
  [
    () =>
      openTimes({ time_zone: '', opening_hours: [{ day_of_week: 1, opens_at: '09:00', closes_at: '10:00' }] }, window),
    `\`time_zone\` ${zoneForms} "".`,
  ],
  [() => dayIn('Europe/Berlin', '2026-02-30'), '`date` must be a day such as 2026-03-01, not "2026-02-30".'],
  [() => dayIn('Europe/Berlin', untyped(undefined).value), '`date` must be a day such as 2026-03-01, not undefined.'],
  [() => dayIn(untyped(undefined).value, '2026-03-01'), `\`zone\` ${zoneForms} undefined.`],
])('invalid parameters are rejected with the name of the option: %#', (ask, message) => {
  expect(ask).toThrow(new TypeError(message));
});
