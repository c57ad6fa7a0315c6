import { expect, it } from '@jest/globals';
import { specialWords } from './exceptions.js';
import { groupLanes } from './groups.js';
import { sessionsOfDay } from './sessions.js';
import { type DayRows, layOutDay, nextFree } from './timeline.js';

const zone = 'Europe/Berlin';
const day = '2026-03-04';
const at = (time: string, date = day) => `${date}T${time}:00.000Z`;

/** A Wednesday on which the space is open from 9 to 18, which is 08:00 to 17:00 UTC. */
const space = {
  id: 'space',
  opening_hours: [3, 4].map((day_of_week) => ({ day_of_week, opens_at: '09:00', closes_at: '18:00' })),
};
const unit = (sku: string, state = 'available', note: string | null = null) => ({
  ...{ id: sku, sku, state, state_note: note, state_changed_at: '2026-03-01T23:30:00.000Z' },
  ...{ machine: { id: 'm', name: 'Laser cutter' }, space: { id: 'space' } },
});
const booking = (sku: string, ...slots: readonly (readonly [string, string])[]) => ({
  ...{ id: `b-${sku}`, state: 'confirmed', machine_unit: { id: sku }, place_unit: null },
  member: { id: 'm', first_name: 'Noor', last_name: 'Haddad' },
  slots: slots.map(([start_time, end_time]) => ({ start_time, end_time })),
});
const rows: DayRows = {
  space,
  units: [unit('L1'), unit('L2'), unit('L3', 'out_of_order', 'The lens is broken.'), unit('L4'), unit('L5')],
  bookings: [
    // The slots are weeks apart.
    booking('L1', [at('08:00', '2026-02-04'), at('09:00', '2026-02-04')], [at('10:00'), at('12:00')]),
    booking('L2', [at('07:00'), at('09:00')], [at('09:00'), at('11:30')]),
    booking('L4', [at('08:00'), at('17:00')]),
    booking('L5', [at('08:00'), at('17:00', '2026-03-05')]),
  ],
  isWhole: true,
};
const outOfOrder = 'out of order since Monday';

it('today shows for each unit whether it is free now, and until or from when, in the time zone of the space', () => {
  const { lanes, now, opening } = layOutDay(rows, day, zone, Date.parse(at('09:30')));
  expect(lanes.map(({ label, isFree, words }) => [label, isFree, words])).toEqual([
    ['Laser cutter L1', true, 'free until 11:00'],
    ['Laser cutter L2', false, 'busy until 12:30'],
    ['Laser cutter L3', false, outOfOrder],
    ['Laser cutter L4', false, 'busy until tomorrow 09:00'],
    ['Laser cutter L5', false, 'not free today or tomorrow'],
  ]);
  expect([now, opening]).toEqual([2.5 / 16, { isOpen: true, at: '18:00' }]);
});

it('units are free only within the special hours of a day, which are described', () => {
  const opening_exceptions = [
    { date: '2026-03-03', closed: true, opens_at: null, closes_at: null, note: 'Stocktaking' },
    { date: day, closed: false, opens_at: '13:00', closes_at: '15:00', note: null },
    { date: day, closed: false, opens_at: '20:00', closes_at: '01:00', note: 'Long night' },
  ];
  const special = { ...space, opening_exceptions };
  const { lanes } = layOutDay({ ...rows, space: special }, day, zone, Date.parse(at('09:30', '2026-03-01')));
  expect(lanes[0]?.words).toBe('free 13:00–15:00, 20:00–24:00');
  expect(['2026-03-03', day, '2026-03-05'].map((date) => specialWords(special, date))).toEqual([
    'Closed: Stocktaking',
    'Open 13:00–15:00, 20:00–01:00: Long night',
    '',
  ]);
});

it('another day shows when each unit is free', () => {
  const { lanes, now } = layOutDay(rows, day, zone, Date.parse(at('09:30', '2026-03-01')));
  expect(lanes.map(({ words }) => words)).toEqual([
    'free 09:00–11:00, 13:00–18:00',
    'free 12:30–18:00',
    'out of order since tomorrow',
    'not free',
    'not free',
  ]);
  expect(now).toBeNull();
});

it('the timeline shows the slots of the day, from 8 to 20, extended by opening hours and bookings', () => {
  const { lanes, hours } = layOutDay(rows, day, zone, Date.parse(at('09:30')));
  expect(lanes.find(({ label }) => label.endsWith('L1'))?.bars).toEqual([
    {
      ...{ booking: rows.bookings[0], left: 3 / 16, width: 2 / 16, times: '11:00–13:00', isPending: false },
      ...{ holder: 'Noor Haddad', title: 'Laser cutter L1, booked 11:00–13:00, Noor Haddad' },
    },
  ]);
  expect(hours.map(({ text }) => text)).toEqual(['08', '10', '12', '14', '16', '18', '20', '22']);
});

it('the timeline marks the hours in which the space is open', () => {
  const openOn = (date: string) => layOutDay(rows, date, zone, Date.parse(at('09:30'))).open;
  expect(openOn(day)).toEqual([{ left: 1 / 16, width: 9 / 16 }]);
  expect(openOn('2026-03-02')).toEqual([]);
});

it('a unit that cannot be used is marked with its state, and a retired one is left out', () => {
  const states = ['available', 'unavailable', 'maintenance', 'out_of_order', 'retired'];
  const units = states.map((state) => unit(state, state, 'A note.'));
  const { lanes, free } = layOutDay({ ...rows, units, bookings: [] }, day, zone, Date.parse(at('09:30')));
  expect(lanes.map(({ kind, note, words }) => [kind, note, words])).toEqual([
    ['free', '', 'free until 18:00'],
    ['out', 'A note.', 'maintenance since Monday'],
    ['out', 'A note.', 'out of order since Monday'],
    ['out', 'A note.', 'unavailable since Monday'],
  ]);
  expect(free).toBe(1);
});

it.each([day, '2026-03-05'])('without all bookings no unit is called free on %s', (shown) => {
  const { lanes, free } = layOutDay({ ...rows, isWhole: false }, shown, zone, Date.parse(at('09:30')));
  expect(new Set(lanes.map(({ words }) => words))).toEqual(new Set(['unknown', outOfOrder]));
  expect([free, lanes.filter(({ isFree, kind }) => isFree || kind === 'free')]).toEqual([null, []]);
});

it('a bar has the name of its unit, and a pending booking is not called booked', () => {
  const pending = { ...booking('L1', [at('14:00'), at('15:00')]), state: 'pending' };
  const { lanes } = layOutDay({ ...rows, bookings: [pending] }, day, zone, Date.parse(at('09:30')));
  expect(lanes.flatMap(({ bars }) => bars.map(({ title }) => title))).toEqual([
    'Laser cutter L1, requested 15:00–16:00, Noor Haddad',
  ]);
});

it('the state of a unit changes with the time of the day', () => {
  const wordsAt = (time: string) => {
    const { lanes, now } = layOutDay(rows, day, zone, Date.parse(at(time)));
    return [lanes.find(({ label }) => label.endsWith('L1'))?.words, now];
  };
  expect(['09:59', '10:00', '12:00', '22:59'].map(wordsAt)).toEqual([
    ['free until 11:00', (2 + 59 / 60) / 16],
    ['busy until 13:00', 3 / 16],
    ['free until 18:00', 5 / 16],
    ['closed, free from tomorrow 09:00', (15 + 59 / 60) / 16],
  ]);
  expect(wordsAt('23:00')[1]).toBeNull();
});

it('units of a machine are one group, with the number of those that are free', () => {
  const wordsAt = (time: string, units = rows.units, date = day) => {
    const { lanes } = layOutDay({ ...rows, units }, day, zone, Date.parse(at(time, date)));
    return groupLanes(lanes, zone).map(({ name, kind, isFree, words }) => [name, kind, isFree, words]);
  };
  expect(wordsAt('09:30')).toEqual([['Laser cutter', 'free', true, '1 of 5 free until 11:00']]);
  expect(wordsAt('10:15')).toEqual([['Laser cutter', 'busy', false, 'busy until 12:30']]);
  expect(wordsAt('10:15', [unit('L3', 'out_of_order')])).toEqual([['Laser cutter', 'out', false, outOfOrder]]);
  expect(wordsAt('10:15', [unit('L5'), unit('L6', 'maintenance')])).toEqual([
    ['Laser cutter', 'busy', false, 'none free'],
  ]);
  const out = [unit('L3', 'out_of_order'), unit('L6', 'maintenance')];
  expect(wordsAt('10:15', out)).toEqual([['Laser cutter', 'out', false, 'none of 2 in service']]);
  expect(wordsAt('10:15', rows.units, '2026-03-01')).toEqual([['Laser cutter', 'free', false, '2 of 5 free at times']]);
});

it('sessions of a day are those not canceled with a slot on it', () => {
  const session = (id: string, state: string, ...slots: readonly (readonly [string, string])[]) => ({
    ...booking(id, ...slots),
    ...{ id, state, event: { id: 'e', name: id }, seats_available: 3, seats_total: 8 },
  });
  const sessions = [
    session('Late', 'scheduled', [at('18:00'), at('19:00')]),
    session('Course', 'scheduled', [at('08:00', '2026-03-03'), at('09:00', '2026-03-03')], [at('08:00'), at('09:00')]),
    session('Gone', 'canceled', [at('08:00'), at('09:00')]),
    session(
      'Around',
      'scheduled',
      [at('08:00', '2026-03-03'), at('09:00', '2026-03-03')],
      [at('08:00', '2026-03-05'), at('09:00', '2026-03-05')],
    ),
  ];
  expect(sessionsOfDay(sessions, day, zone).map(({ label, times, seats }) => [label, times, seats])).toEqual([
    ['Course', '09:00–10:00', { left: 3, total: 8 }],
    ['Late', '19:00–20:00', { left: 3, total: 8 }],
  ]);
});

it('the next free two hours are the earliest of any unit within the opening hours', () => {
  const window = { start: new Date(at('14:00')), end: new Date(at('14:00', '2026-03-06')) };
  expect(nextFree({ ...rows, units: [unit('L4')] }, window, zone, 120)?.time.start).toEqual(
    new Date(at('08:00', '2026-03-05')),
  );
  expect(nextFree(rows, window, zone, 120)).toMatchObject({
    unit: { sku: 'L1' },
    time: { start: new Date(at('14:00')) },
  });
  expect(nextFree({ ...rows, units: [unit('L5')] }, window, zone, 120)).toBeNull();
});
