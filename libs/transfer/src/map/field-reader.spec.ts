import { expect, it } from '@jest/globals';
import type { Content } from '../read/table.js';
import { LocalTime, TimeZone } from '../values/times.js';
import { type ValueFormats, ValueParser } from '../values/value-parser.js';
import { Columns } from './columns.js';
import { fieldReader } from './field-reader.js';
import type { HeaderField } from '../layout.js';
import type { FieldMapping } from './mapping.js';

const formats: ValueFormats = { dates: 'day-first', decimal: undefined, thousands: true, zone: null, mapped: true };
const text: HeaderField = { kind: 'text', name: 'name', description: '', several: false };
const time: HeaderField = { kind: 'datetime', name: 'starts_at', description: '', several: false };
const amount: HeaderField = { kind: 'integer', name: 'amount_in_cents', description: '', several: false };

function read(
  field: HeaderField,
  mapping: FieldMapping,
  row: Readonly<Record<string, Content>>,
  { currency = null, ...own }: Partial<ValueFormats> & { readonly currency?: unknown } = {},
) {
  const columns = new Columns(Object.keys(row), 'a.xlsx');
  const parser = new ValueParser({ ...formats, ...own });
  const found = fieldReader(field.name, mapping, field, parser, columns)?.read(Object.values(row), currency);
  if (!found || 'problem' in found)
    return found?.problem
      .map((part) => (typeof part === 'object' ? ('value' in part ? part.value : '') : part))
      .join('');
  return found.value instanceof LocalTime ? new Date(found.value.clock).toISOString().slice(0, 16) : found.value;
}

const joined: FieldMapping = { join: ['Day', 'Time'] };
const day = new Date('2026-03-01T00:00:00Z');

it.each<[Content, Content]>([
  [day, new Date('1899-12-30T09:30:00Z')],
  [day, new Date('2026-05-05T09:30:00Z')],
  [day, '9:30 AM'],
  [day, 0.395_833_333_333],
  [day, '2026-03-01 09:30'],
  [new Date('2026-03-01T08:00:00Z'), '9.30 Uhr'],
  ['1.3.2026', '09:30'],
  ['1.3.2026 08:00', new Date('1899-12-30T09:30:00Z')],
  ['2026-03-01 08:00', '9:30:00 AM'],
  ['1 March 2026', '09:30'],
])('joins the day %j and the time %j', (first, second) => {
  expect(read(time, joined, { Day: first, Time: second })).toBe('2026-03-01T09:30');
});

it('joins a day and a time in the zone of the table', () => {
  const row = { Day: day, Time: '09:30' };
  expect(read(time, joined, row, { zone: new TimeZone('Asia/Tokyo') })).toBe('2026-03-01T00:30:00.000Z');
});

it('joins texts with a space or another separator, and ignores empty cells', () => {
  const row = { A: 'Saw 2026', B: null, C: '10:00' };
  expect(read(text, { join: ['A', 'B', 'C'] }, row)).toBe('Saw 2026 10:00');
  expect(read(text, { join: ['A', 'C'], with: ', ' }, row)).toBe('Saw 2026, 10:00');
  expect(read(time, joined, { Day: day, Time: null })).toBe('2026-03-01T00:00');
});

it.each<[string, Content, unknown, unknown]>([
  ['Price', '12,50 €', 'EUR', 1250],
  ['Price', 39, 'EUR', 3900],
  ['Price', 1500, 'JPY', 1500],
  ['Price', '1.5', 'JPY', 'must be an amount without decimals, not `1.5`'],
  ['amount_in_cents', 3900, 'EUR', 3900],
  ['prices.amount_in_cents', '3900', 'EUR', 3900],
  ['Preis (Cent)', '3900', 'EUR', 3900],
  ['Preis (ct)', '3900', 'EUR', 3900],
  ['Tarif en cts', '3900', 'EUR', 3900],
  ['priceCents', 3900, 'EUR', 3900],
  ['Price (Eurocent)', '3900', 'EUR', 3900],
  ['Price (pence)', '3900', 'GBP', 3900],
  ['Preço (centavos)', '3900', 'BRL', 3900],
  ['Tarif (Centre)', '39', 'EUR', 3900],
])('reads the amount in the column %s, %j, of the currency %j', (column, content, currency, expected) => {
  expect(read(amount, { column }, { [column]: content }, { currency })).toBe(expected);
});

it('splits several values at bars, or at the separator of the mapping', () => {
  const list = { ...amount, several: true };
  expect(read({ ...text, several: true }, { column: 'A' }, { A: 'a|b\\|c||d' })).toEqual(['a', 'b|c', undefined, 'd']);
  expect(read({ ...text, several: true }, { column: 'A', split: ',' }, { A: 'a, b,, c' })).toEqual(['a', 'b', 'c']);
  expect(read(list, { column: 'Price' }, { Price: '25|12,50' }, { currency: ['JPY', 'EUR'] })).toEqual([25, 1250]);
  const many = Array.from({ length: 1001 }, () => 'a').join('|');
  expect(read({ ...text, several: true }, { column: 'A' }, { A: many })).toMatch(
    /^has more than 1000 values, the maximum/,
  );
});

it('uses the meaning of a value, and the default only for an empty cell', () => {
  const mapping: FieldMapping = { column: 'A', values: { Wood: 'saw', '*': 'other', none: '' }, default: 'drill' };
  const meanings = ['wood ', 'Metal', 'None', null].map((cell) => read(text, mapping, { A: cell }));
  expect(meanings).toEqual(['saw', 'other', 'drill', 'drill']);
});
