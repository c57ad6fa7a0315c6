import { describe, expect, it } from '@jest/globals';
import { collectionOf } from '../../test/document.js';
import { chooseColumns, isInstant, keyWords, moneyWords, rowLabel, readableInstant, rowTitle } from './rows.js';

const id = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';

describe('rowLabel', () => {
  it.each([
    [{ id, name: 'Harbour', sku: 'WOOD-01' }, 'Harbour'],
    [{ id, first_name: 'Noor', last_name: 'Haddad', email: 'n@example.org' }, 'Noor Haddad'],
    [{ id, first_name: null, last_name: 'Haddad' }, 'Haddad'],
    [{ id, sku: 'LASER-02', name: null, machine: { id, name: 'Laser cutter' } }, 'Laser cutter LASER-02'],
    [{ id, sku: 'LASER-02', name: 'Betty', machine: { id, name: 'Laser cutter' } }, 'Laser cutter LASER-02 (Betty)'],
    [{ id, event: { id, name: 'Film night' } }, 'Film night'],
    [{ id, email: 'noor@example.org' }, 'noor@example.org'],
    [{ id, name: '  ' }, '…c7f2e1'],
    [{ id, name: null }, '…c7f2e1'],
    [{ id: 'short' }, 'short'],
    [{}, ''],
  ])('labels %j as %s', (row, label) => {
    expect(rowLabel(row)).toBe(label);
  });
});

describe('rowTitle', () => {
  const starts_at = '2026-03-07T18:30:00.000Z';
  const unit = { id, sku: 'LASER-07', machine: { id, name: 'Laser cutter' } };
  const member = { id, first_name: 'Žofie', last_name: 'Šťastný' };
  const training_session = { id, training: { id, name: 'Laser basics' } };
  it.each([
    [{ starts_at, machine_unit: unit, member }, 'Laser cutter LASER-07, Sat 7 Mar 19:30, Žofie Šťastný'],
    [
      { starts_at, machine_unit: unit, reserved_by_training_session: training_session },
      'Laser cutter LASER-07, Sat 7 Mar 19:30, Laser basics',
    ],
    [{ starts_at, training_session, member: null }, 'Laser basics, Sat 7 Mar 19:30'],
    [{ starts_at, ...training_session }, 'Laser basics, Sat 7 Mar 19:30'],
    [{ id, starts_at }, '…c7f2e1, Sat 7 Mar 19:30'],
    [unit, 'Laser cutter LASER-07'],
  ])('titles %j as %s', (row, title) => {
    expect(rowTitle(row, 'Europe/Prague')).toBe(title);
  });
});

describe('chooseColumns', () => {
  const bookings = collectionOf('bookings');
  const empty = { machine_unit: null, place_extras: [] };
  const row = { id, state: 'pending', starts_at: 'x', member: { id }, created_at: 'x', ...empty };

  it('chooses the filterable fields, states and times first, without fields that no row has', () => {
    expect(chooseColumns(bookings, [row], '-created_at')).toEqual(['state', 'starts_at', 'created_at', 'member']);
    const columns = chooseColumns(bookings, [row, { ...row, machine_unit: { id } }], 'starts_at');
    expect(columns).toEqual(['state', 'starts_at', 'member', 'machine_unit']);
  });

  it('omits columns already in the row label', () => {
    const units = collectionOf('machine_units');
    expect(chooseColumns(units, [{ id, sku: 'A' }], 'created_at')).not.toContain('sku');
    expect(chooseColumns(units, [{ id, sku: 'A', name: 'Betty' }], 'created_at')).toContain('sku');
    expect(chooseColumns(units, [{ id, sku: 'A' }], '-sku')).toContain('sku');
  });
});

it('timestamps are recognised in the format of the API', () => {
  expect(isInstant('2026-03-01T09:00:00.000Z')).toBe(true);
  for (const other of ['2026-03-01', '2026-03-01T09:00Z', ' 2026-03-01T09:00:00.000Z', 1, null])
    expect(isInstant(other)).toBe(false);
  expect(readableInstant('2026-03-01T23:30:00.000Z', 'Europe/Prague')).toBe('Mon 2 Mar 2026 00:30');
});

it.each([
  ['starts_at', 'Starts'],
  ['machine_unit_id', 'Machine unit'],
  ['required_plans', 'Required plans'],
  ['sku', 'SKU'],
  ['id', 'ID'],
])('the key %s is called %s', (key, name) => {
  expect(keyWords(key)).toBe(name);
});

it.each([
  [3500, 'EUR', '€35'],
  [450, 'EUR', '€4.50'],
  [-100, 'USD', '-$1'],
  [100, 'no currency', '1 no currency'],
])('%d cents in %s are %s', (cents, currency, words) => {
  expect(moneyWords(cents, currency)).toBe(words);
});
