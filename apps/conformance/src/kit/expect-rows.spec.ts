import { expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import type { Row } from '../json.js';
import { rowNotes } from './expect-rows.js';

const id = (place: number): string => `00000000-0000-7000-8000-0000000000${String(place).padStart(2, '0')}`;

function contractOf(name: string) {
  const contract = collections.find((one) => one.name === name);
  if (!contract) throw new Error(`There is no collection ${name}.`);
  return contract;
}

const notesOn = (collection: string, wrong: readonly Row[], right: readonly Row[]): string[] =>
  rowNotes({ contract: contractOf(collection), conditions: [], sort: null }, 'Missing', wrong, right).slice(1);

const rowsOf = (values: readonly number[], toRow: (value: number) => Row): Row[] =>
  values.map((value, place) => ({ id: id(place + value), ...toRow(value) }));

it.each([
  [[7, 8, 9], [1, 2, 3], ['All 3 have a starts_at above 2026-03-03T09:00:00.000Z; no other row does.']],
  [[1, 2, 3], [7, 8, 9], ['All 3 have a starts_at below 2026-03-07T09:00:00.000Z; no other row does.']],
  [[1, 5, 9], [2, 4, 8], []],
])('rows with the days %j among those with %j have the traits %j', (wrong, right, traits) => {
  const booking = (day: number): Row => ({ starts_at: `2026-03-0${day}T09:00:00.000Z` });
  expect(notesOn('bookings', rowsOf(wrong, booking), rowsOf(right, booking))).toEqual(traits);
});

it('rows that alone have a number of items say so', () => {
  const project = (count: number): Row => ({ tags: Array.from({ length: count }, () => 'a') });
  const traits = ['All 3 have tags of 2 items; no other row does.'];
  expect(notesOn('projects', rowsOf([2, 2, 2], project), rowsOf([1, 3, 4], project))).toEqual(traits);
});
