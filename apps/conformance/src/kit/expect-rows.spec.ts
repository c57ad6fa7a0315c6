import { expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import type { Row } from '../json.js';
import { rowNotes } from './expect-rows.js';

const id = (place: number): string => `00000000-0000-7000-8000-0000000000${String(place).padStart(2, '0')}`;

function contractOf(name: string) {
  const contract = collections.find((one) => one.name === name);
  if (!contract) throw new Error(`Unknown collection ${name}.`);
  return contract;
}

const notesOn = (collection: string, wrong: readonly Row[], right: readonly Row[]): string[] =>
  rowNotes({ contract: contractOf(collection), conditions: [], sort: null }, 'Missing', wrong, right).slice(1);

const rowsOf = (values: readonly number[], toRow: (value: number) => Row): Row[] =>
  values.map((value, place) => ({ id: id(place + value), ...toRow(value) }));

it.each([
  ['cancelled', 'confirmed', ['All 3 have the state cancelled; none of the 3 other rows does.']],
  ['confirmed', 'confirmed', []],
])('rows with the state %s among those with the state %s have the traits %j', (wrong, right, traits) => {
  const inState = (state: string): Row[] => rowsOf([1, 2, 3], () => ({ state }));
  expect(notesOn('bookings', inState(wrong), inState(right))).toEqual(traits);
});
