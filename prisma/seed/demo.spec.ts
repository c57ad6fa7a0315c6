import { expect, it } from '@jest/globals';
import { loadSeed, options, type SeedRow } from '../test/seed/default-seed.js';
import { slotsOf } from '../test/seed/slots.js';

const dayIn = (zone: string, instant: string | Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(instant));

it.each([
  ['on a Monday morning', '2026-11-30T07:00:00.000Z'],
  ['on a Wednesday, past midnight in Berlin', '2026-12-02T23:30:00.000Z'],
  ['on a Sunday, when clocks go forward', '2026-03-29T10:00:00.000Z'],
  ['on a holiday', '2026-12-25T10:00:00.000Z'],
])('the demo shows a full day in its first space %s', (_, at) => {
  const seed = loadSeed({ ...options, at: new Date(at), rare: false });
  const [space] = seed.rows('spaces');
  const zone = space?.text('time_zone') ?? '';
  const isToday = (row: SeedRow) =>
    row.value('space_id') === space?.id &&
    slotsOf(row).some(({ start_time }) => dayIn(zone, start_time) === dayIn(zone, at));

  const confirmed = seed.rows('bookings').filter((row) => row.value('state') === 'confirmed' && isToday(row));
  const owners = (kind: string) =>
    new Set(
      confirmed.flatMap((row) => {
        const unit = row.optional(`${kind}_unit_id`);
        return unit === null ? [] : [seed.find(`${kind}_units`, unit).text(`${kind}_id`)];
      }),
    ).size;
  expect(confirmed.length).toBeGreaterThanOrEqual(10);
  expect(owners('machine')).toBeGreaterThanOrEqual(3);
  expect(owners('place')).toBeGreaterThanOrEqual(2);
  for (const table of ['training_sessions', 'event_sessions']) {
    const held = seed.rows(table).filter((row) => ['scheduled', 'completed'].includes(row.text('state')));
    expect(held.some(isToday)).toBe(true);
  }
  const [from, to] = [0, 7].map((days) => new Date(Date.parse(at) + days * 86_400_000).toISOString());
  const courses = seed.rows('training_sessions').map((row) => row.text('starts_at'));
  expect(courses.filter((start) => start >= (from ?? '') && start < (to ?? '')).length).toBeGreaterThanOrEqual(3);
});

it('both sites have other hours within ten days, some of them closed, and no session then', () => {
  const seed = loadSeed({ ...options, rare: false });
  const sessions = ['training_sessions', 'event_sessions'].flatMap((table) => seed.rows(table));
  const soon = seed.rows('spaces').flatMap((space) => {
    const days = space.items<{ date: string; closed: boolean }>('opening_exceptions');
    const closed = new Set(days.flatMap((day) => (day.closed ? [day.date] : [])));
    const held = sessions.filter((row) => row.value('space_id') === space.id).flatMap(slotsOf);
    expect(held.filter(({ start_date }) => closed.has(start_date))).toEqual([]);
    const inDays = days.map(({ date }) => (Date.parse(date) - options.at.getTime()) / 86_400_000);
    expect(inDays.some((count) => count > 0 && count < 10)).toBe(true);
    return days.filter((_, index) => (inDays[index] ?? 0) > 0 && (inDays[index] ?? 0) < 10);
  });
  expect(soon.some(({ closed }) => closed)).toBe(true);
});

it('the demo is one makerspace in two sites, and says why a machine cannot be used', () => {
  const seed = loadSeed({ ...options, rare: false });
  expect(['spaces', 'members'].map((name) => seed.rows(name).length)).toEqual([2, 62]);
  const units = ['machine_units', 'place_units'].flatMap((table) => seed.rows(table));
  expect(units.length).toBeGreaterThanOrEqual(40);
  const unusable = units.filter((row) => row.text('state') !== 'available');
  expect(unusable.length).toBeGreaterThanOrEqual(4);
  for (const row of unusable) expect(row.optional('state_note')).toMatch(/\.$/);
  expect(new Set(seed.rows('members').map((row) => `${row.text('first_name')} ${row.text('last_name')}`)).size).toBe(
    62,
  );
});
