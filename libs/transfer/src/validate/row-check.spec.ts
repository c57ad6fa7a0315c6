import { expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { textOf } from '../../test/support/details.js';
import type { SourceRow } from '../source-row.js';
import { makeRowCheck } from './row-check.js';

/** The errors of a row, some of whose keys are absent. */
function errorsOf(collection: string, row: Omit<SourceRow, 'line'>): string[] {
  const definition = catalogueDefinitions.find(({ name }) => name === collection);
  if (!definition) throw new Error(`Unknown collection ${collection}.`);
  const errors: string[] = [];
  makeRowCheck(
    definition,
    () => true,
    true,
  )({ line: 1, ...row }, (pointer, detail, column = pointer) => errors.push(`${column} ${textOf(detail)}`));
  return errors;
}

const problems = (...all: readonly string[]) => all.map((column) => ({ column, detail: [`rejected ${column}`] }));

it('a cell that is rejected is not reported as missing as well', () => {
  const missing = { column: 'starts_at', detail: ['is missing'] };
  const row = { value: { starts_at: null, slots: [] }, problems: [...problems('starts_at'), missing] };
  expect(errorsOf('bookings', row)).toEqual(['starts_at rejected starts_at']);
});

it.each([
  ['trainings', 'minimum_seats', { minimum_seats: null, auto_cancel_before_in_hours: 2 }],
  ['bookings', 'place_unit.sku', { place_unit: null, place_extras: [{ id: '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1' }] }],
  ['events', 'age_min', { age_min: null, age_max: 6 }],
])('rows of %s whose %s is rejected have no further errors that depend on it', (collection, column, value) => {
  expect(errorsOf(collection, { value, problems: problems(column) })).toEqual([`${column} rejected ${column}`]);
});

it('the cells of a row are checked even if another one was rejected', () => {
  const row = { value: { state: 'x', seats_total: 'y' }, problems: problems('starts_at') };
  expect(errorsOf('training_sessions', row)).toEqual([
    'starts_at rejected starts_at',
    '/state must be one of draft, scheduled, completed, canceled, not `x`',
    '/seats_total must be a whole number, not `y`',
  ]);
  expect(errorsOf('events', { value: { location_name: ' ' }, problems: problems('age_min') })).toEqual([
    'age_min rejected age_min',
    '/location_name must have visible characters',
  ]);
});
