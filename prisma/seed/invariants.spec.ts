import { describe, expect, it } from '@jest/globals';
import { bookingInvariants } from '../test/seed/booking-invariants.js';
import { loadBothSeeds, loadSeed, options } from '../test/seed/default-seed.js';
import { rowInvariants } from '../test/seed/row-invariants.js';
import { localTime, slotsOf } from '../test/seed/slots.js';

describe.each(loadBothSeeds())('the default seed %s', (_name, seed) => {
  it.each([...rowInvariants, ...bookingInvariants])('%s', (_, faults) => {
    expect(faults(seed).slice(0, 5)).toEqual([]);
  });

  it('has exactly 5000 bookings, and a unique id for each row and slot', () => {
    expect(seed.rows('bookings')).toHaveLength(5000);
    const rows = seed.tables.flatMap((table) => seed.rows(table).flatMap(({ values }) => values['id'] ?? []));
    const slots = ['bookings', 'training_sessions', 'event_sessions'].flatMap((table) =>
      seed.rows(table).flatMap((row) => slotsOf(row).map(({ id }) => id)),
    );
    expect(new Set([...rows, ...slots]).size).toBe(rows.length + slots.length);
  });
});

it('the rich seed has slots that end at midnight, span midnight, and begin on a different day than in UTC', () => {
  const seed = loadSeed(options);
  const slots = seed.rows('bookings').flatMap((row) => {
    const zone = seed.find('spaces', row.text('space_id')).text('time_zone');
    return slotsOf(row).map((slot) => ({ ...slot, clock: localTime(Date.parse(slot.end_time), zone).clock }));
  });
  expect(slots.some(({ clock, start_date, end_date }) => clock === '00:00' && end_date === start_date)).toBe(true);
  expect(slots.some(({ start_date, end_date }) => end_date > start_date)).toBe(true);
  expect(slots.some(({ start_date, start_time }) => start_time.slice(0, 10) !== start_date)).toBe(true);
});
