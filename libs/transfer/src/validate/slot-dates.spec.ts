import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { importFolder, importRows, parsedRows, writeLines } from '../../test/support/transfer.js';

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = await newFolder();
  database = await scratchDatabase();
});
afterEach(() => database.close());

const catalogue = {
  'spaces.csv': ['slug,name,time_zone', 'hall,Hall,Europe/Berlin', 'lab,Lab,Pacific/Kiritimati'],
  'machines.csv': ['slug,name,space.slug', 'saw,Saw,hall', 'laser,Laser,lab'],
  'machine_units.csv': ['sku,machine.slug,space.slug', 'SAW-1,saw,hall', 'LASER-1,laser,lab'],
  'members.csv': ['number,first_name,last_name', 'M-1,Ada,Lee'],
};

const head =
  'key,member.number,space.slug,machine_unit.sku,slots.start_date,slots.start_time,slots.end_date,slots.end_time,' +
  'starts_at,ends_at';

/** A booking whose only slot has a day and an instant for the start, and for the end. */
function bookingRow(slot: string, key: number): string {
  const [, , , start, , end] = slot.split(',');
  return [key, 'M-1', slot, start, end].join(',');
}

/** Imports bookings by their slots. */
async function importSlots(...slots: readonly string[]) {
  const rows = slots.map(bookingRow);
  await writeLines(folder, { ...catalogue, 'bookings.csv': [head, ...rows] });
  const { messages, result } = await importFolder(database, folder);
  return { messages, stored: result.stored };
}

it.each([
  ['a day and the next one', 'hall,SAW-1,2026-03-03,2026-03-03T22:00:00Z,2026-03-04,2026-03-03T23:30:00Z'],
  [
    'an end at midnight, whose last millisecond is on the same day',
    'hall,SAW-1,2026-03-03,2026-03-03T22:00:00Z,2026-03-03,2026-03-03T23:00:00Z',
  ],
  ['a time zone 14 hours ahead', 'lab,LASER-1,2026-03-04,2026-03-03T10:00:00Z,2026-03-04,2026-03-03T11:00:00Z'],
  ['summer time', 'hall,SAW-1,2026-07-04,2026-07-03T22:00:00Z,2026-07-04,2026-07-03T23:00:00Z'],
  ['an instant long ago', 'hall,SAW-1,1890-01-01,1889-12-31T23:10:00Z,1890-01-01,1890-01-01T12:00:00Z'],
])('SHAPE-1: slots have the local days of their instants: %s', async (_, slot) => {
  expect(await importSlots(slot)).toEqual({ messages: [], stored: true });
});

it('SHAPE-1: slots with other days are rejected, with the right day', async () => {
  const { messages, stored } = await importSlots(
    'hall,SAW-1,2031-01-01,2026-03-03T09:00:00Z,1999-01-01,2026-03-03T11:00:00Z',
    'hall,SAW-1,2026-03-04,2026-03-04T09:00:00Z,2026-03-05,2026-03-04T23:00:00Z',
    'lab,LASER-1,2026-03-03,2026-03-03T10:00:00Z,2026-03-04,2026-03-03T11:00:00Z',
  );
  expect(messages).toEqual([
    'bookings.csv row 2, column slots.start_date: must be 2026-03-03, the day of start_time in Europe/Berlin, not `2031-01-01`',
    'bookings.csv row 2, column slots.end_date: must be 2026-03-03, the day of the last millisecond before end_time in Europe/Berlin, not `1999-01-01`',
    'bookings.csv row 3, column slots.end_date: must be 2026-03-04, the day of the last millisecond before end_time in Europe/Berlin, not `2026-03-05`',
    'bookings.csv row 4, column slots.start_date: must be 2026-03-04, the day of start_time in Pacific/Kiritimati, not `2026-03-03`',
  ]);
  expect(stored).toBe(false);
});

it('SHAPE-1: NDJSON is checked too, but a mirror stores what its source serves', async () => {
  await importSlots('hall,SAW-1,2026-03-03,2026-03-03T09:00:00Z,2026-03-03,2026-03-03T11:00:00Z');
  const [booking = {}] = await parsedRows(database, 'bookings');
  const bookings = [JSON.stringify(booking).replace('"end_date":"2026-03-03"', '"end_date":"2026-03-04"')];
  const { messages } = await importRows(database, { bookings });
  expect(messages).toEqual([
    'bookings.ndjson:1 /slots/0/end_date must be 2026-03-03, the day of the last millisecond before end_time in Europe/Berlin, not `2026-03-04`',
  ]);
  expect((await importRows(database, { bookings }, { fromFiles: false })).messages).toEqual([]);
});

it('SHAPE-1: a new time zone that changes the days of stored slots is rejected without these slots', async () => {
  const slot = (day: string) => `hall,SAW-1,${day},2026-03-03T22:00:00Z,${day},2026-03-03T22:30:00Z`;
  await importSlots(slot('2026-03-03'));
  const [{ id } = {}] = await parsedRows(database, 'bookings');
  const spaces = (zone: string) => ({ 'spaces.csv': ['slug,name,time_zone', `hall,Hall,${zone}`] });

  const alone = await newFolder();
  await writeLines(alone, spaces('Europe/Vienna'));
  expect((await importFolder(database, alone)).messages).toEqual([]);
  await writeLines(alone, spaces('Asia/Tokyo'));
  expect((await importFolder(database, alone)).messages).toEqual([
    `spaces.csv row 2, column time_zone: changes the local days of stored bookings, such as ${String(id)}: ` +
      'import these with their new slots as well, or keep the time zone',
  ]);
  await writeLines(alone, { 'bookings.csv': [head, bookingRow(slot('2026-03-04'), 0)] });
  expect((await importFolder(database, alone)).messages).toEqual([]);
});
