import { expect, it } from '@jest/globals';
import { CellReader, joined, shown } from './cell-text.js';
import type { TableMapping, TextPart } from '../map/mapping.js';
import { takePart } from '../map/text-parts.js';

type Kind = 'date' | 'datetime' | 'number' | 'integer' | 'boolean';
type Reading = Pick<TableMapping, 'dates' | 'decimal' | 'time_zone'>;

const read = (kind: Kind, text: string, reading: Reading = {}, name = 'value') =>
  new CellReader(reading).read({ kind, name, description: '' }, text);
const problem = (text: string) => ({ problem: expect.stringContaining(text) });

it.each<[Kind, string, string, Reading?]>([
  ['date', '2026-03-01', '2026-03-01'],
  ['date', '1.3.2026', '2026-03-01'],
  ['date', '3/1/2026', '2026-03-01', { dates: 'month-first' }],
  ['date', '4/4/2026', '2026-04-04'],
  ['date', '31/12/99', '1999-12-31'],
  ['date', '31.12.50', '1950-12-31'],
  ['date', '31-03-26', '2026-03-31', { dates: 'day-first' }],
  ['date', '12/31/2026', '2026-12-31'],
  ['date', '26-03-01', '2026-03-01', { dates: 'year-first' }],
  ['date', 'Sun, 1 March 2026', '2026-03-01'],
  ['date', '1. März 2026', '2026-03-01'],
  ['date', '1er mars 2026', '2026-03-01'],
  ['date', 'March 1st, 2026', '2026-03-01'],
  ['date', '12 de marzo de 2026', '2026-03-12'],
  ['date', '29.2.2024', '2024-02-29'],
  ['datetime', '1.3.2026 9:00', '2026-03-01T09:00:00'],
  ['datetime', '2026-03-01T09:00:30Z', '2026-03-01T09:00:30Z'],
  ['datetime', '2026-03-01T09:00:30.125Z', '2026-03-01T09:00:30.125Z'],
  ['datetime', '2026-03-01 09:00+01:00', '2026-03-01T09:00:00+01:00'],
  ['datetime', '1.3.2026, 9.30 Uhr', '2026-03-01T09:30:00'],
  ['datetime', '1 mars 2026 à 9h30', '2026-03-01T09:30:00'],
  ['datetime', '01.03.2026 12:15 AM', '2026-03-01T00:15:00'],
  ['datetime', '01.03.2026 9 pm', '2026-03-01T21:00:00'],
  ['datetime', '01.03.2026', '2026-03-01'],
  ['datetime', '1.7.2026 9:00', '2026-07-01T07:00:00.000Z', { time_zone: 'Europe/Berlin' }],
  ['datetime', '1.7.2026 9:00Z', '2026-07-01T09:00:00Z', { time_zone: 'Europe/Berlin' }],
  ['datetime', '1.7.2026', '2026-07-01', { time_zone: 'Europe/Berlin' }],
  ['number', '12,50', '12.50'],
  ['number', '1.299,5', '1299.5'],
  ['number', "1'299.50", '1299.50'],
  ['number', '1 299', '1299'],
  ['number', '1,299', '1.299', { decimal: 'comma' }],
  ['number', '1,299', '1299', { decimal: 'point' }],
  ['number', '53.5438', '53.5438', { decimal: 'comma' }],
  ['number', '0.125', '0.125', { decimal: 'comma' }],
  ['number', '1.299,5', '1299.5', { decimal: 'point' }],
  ['number', '12,5', '12.5', { decimal: 'point' }],
  ['boolean', 'Ja', 'true'],
  ['boolean', 'oui', 'true'],
  ['boolean', 'x', 'true'],
  ['boolean', 'Nein', 'false'],
  ['boolean', 'NON', 'false'],
  ['boolean', 'no', 'false'],
])('reads a %s: %s is %s', (kind, text, value, ...[reading]) => {
  expect(read(kind, text, reading)).toEqual({ text: value });
});

it.each<[Kind, string, string, Reading?]>([
  ...['29.2.2026', '2026-13-01', 'soon', '1.3.', '46082', '2026'].map((text): [Kind, string, string] => [
    'date',
    text,
    '',
  ]),
  ['date', '3/4/2026', '`dates: day-first`'],
  ['date', '26-03-14', '`dates: year-first`'],
  ['datetime', '1.3.2026 25:00', ''],
  ['datetime', '1.3.2026 13:00 pm', ''],
  ['datetime', '9:00', ''],
  ['datetime', '29.3.2026 2:30', 'clocks in Europe/Berlin skip it', { time_zone: 'Europe/Berlin' }],
  ['datetime', '25.10.2026 2:30', 'clocks in Europe/Berlin show it twice', { time_zone: 'Europe/Berlin' }],
  ['number', '1,299', '`decimal: comma`'],
  ['boolean', 'perhaps', ''],
])('rejects as a %s: %s', (kind, text, why, ...[reading]) => {
  expect(read(kind, text, reading)).toEqual(problem(why));
});

it('joins a date and a time, in the formats in which workbooks store them', () => {
  const day = shown(new Date('2026-03-01T00:00:00Z'));
  const times = [new Date('1899-12-30T09:30:00Z'), '9:30 AM', 0.395_833_333_333, '09:30'].map(shown);
  for (const time of times) expect(read('datetime', joined([day, time], ' '))).toEqual({ text: '2026-03-01T09:30:00' });
  expect(joined(['Ada', '', 'Lovelace'], ' ')).toBe('Ada Lovelace');
});

it.each([
  ['2026-09-01 17:00', '7:00:00 PM', '2026-09-01T19:00:00'],
  ['2026-09-01T17:00:00', '19:00', '2026-09-01T19:00:00'],
  ['1.9.2026 17:00', '19.30 Uhr', '2026-09-01T19:30:00'],
])('joins the day of a time, %s, with another time, %s', (start, end, expected) => {
  expect(read('datetime', joined([start, end], ' '))).toEqual({ text: expected });
});

it('joins a number with another text, even if that could be a time', () => {
  expect(joined(['1.2', '12'], ' ')).toBe('1.2 12');
  expect(joined(['Saw 2026', '10:00'], ' ')).toBe('Saw 2026 10:00');
});

it.each([
  ['12,50 €', { text: '1250' }],
  ['100,- €', { text: '10000' }],
  ['CHF 1’299.-', { text: '129900' }],
  ['$0.10', { text: '10' }],
  ['A$15', { text: '1500' }],
  ['R$ 900', { text: '90000' }],
  ['150 kr', { text: '15000' }],
  ['150 kr.', { text: '15000' }],
  ['Fr. 20.-', { text: '2000' }],
  ['3 for 2', problem('')],
  ['0', { text: '0' }],
  ['free', problem('')],
  ['1.234', problem('')],
  ['12,505 €', problem('')],
])('reads the price %s in cents: %j', (text, expected) => {
  expect(read('integer', text, {}, 'amount_in_cents')).toEqual(expected);
});

it('reads values of an enumeration in any case and punctuation', () => {
  const state = { kind: 'enum', name: 'state', description: '', values: ['available', 'out_of_order'] } as const;
  expect(new CellReader({}).read(state, 'Out of order')).toEqual({ text: 'out_of_order' });
  expect(new CellReader({}).read(state, 'availible')).toEqual({
    problem:
      'must be one of available, out_of_order, or have a meaning under `values` in the mapping; did you mean available?',
  });
});

it.each([undefined, 'comma', 'point'] as const)(
  'reads a number of a workbook unchanged, with decimal %s',
  (decimal) => {
    for (const number of [53.543, 1299, 0.125, 1234.5]) {
      const cell = read('number', shown(number), decimal && { decimal });
      expect('text' in cell ? Number(cell.text) : cell).toBe(number);
    }
  },
);

it('formats numbers of a workbook without an exponent or rounding errors', () => {
  const texts = ['1000000000000000000000', '0.3', '42', '12345678901234'];
  expect([1e21, 0.1 + 0.2, 42, 12_345_678_901_234].map(shown)).toEqual(texts);
});

it.each<[string, TextPart, string]>([
  ['2.3.2026 10:00-12:00', 'start', '2.3.2026 10:00'],
  ['2.3.2026 10–12 Uhr', 'end', '2.3.2026 12 Uhr'],
  ['2.3.2026 22:00 - 3.3.2026 1:30', 'end', '3.3.2026 1:30'],
  ['2026-03-02 9-11', 'start', '2026-03-02 9:00'],
  ['2026-03-02 9-11am', 'start', '2026-03-02 9 am'],
  ['2026-03-02 9:00', 'end', '2026-03-02 9:00'],
  ['Ada <ada@example.org>, ada@example.com', 'email', 'ada@example.org'],
  ['none', 'email', ''],
  ['ada@', 'email', 'ada@'],
])('in %s the %s is %s', (text, part, expected) => {
  expect(takePart(text, part)).toBe(expected);
});
