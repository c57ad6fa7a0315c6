import { describe, expect, it } from '@jest/globals';
import { CellReader, joined, shown } from './cell-text.js';
import type { TableMapping, TextPart } from './mapping.js';
import { partOf } from './text-parts.js';

type Reading = Pick<TableMapping, 'dates' | 'decimal' | 'time_zone'>;
type Dates = NonNullable<TableMapping['dates']>;
type Decimal = NonNullable<TableMapping['decimal']>;

const read = (kind: 'date' | 'datetime' | 'number' | 'integer' | 'boolean', text: string, reading: Reading = {}) =>
  new CellReader(reading).read({ kind, name: 'value', description: '' }, text);

describe('a cell of a spreadsheet', () => {
  it.each<[string, string, Dates?]>([
    ['2026-03-01', '2026-03-01'],
    ['1.3.2026', '2026-03-01'],
    ['3/1/2026', '2026-03-01', 'month-first'],
    ['31/12/99', '1999-12-31'],
    ['31.12.50', '1950-12-31'],
    ['31-03-26', '2026-03-31', 'day-first'],
    ['12/31/2026', '2026-12-31'],
    ['26-03-01', '2026-03-01', 'year-first'],
    ['Sun, 1 March 2026', '2026-03-01'],
    ['1. März 2026', '2026-03-01'],
    ['1er mars 2026', '2026-03-01'],
    ['March 1st, 2026', '2026-03-01'],
    ['12 de marzo de 2026', '2026-03-12'],
    ['29.2.2024', '2024-02-29'],
  ])('takes %s for the day %s', (text, day, ...[dates]) => {
    expect(read('date', text, dates && { dates })).toEqual({ text: day });
  });

  it.each(['29.2.2026', '2026-13-01', 'soon', '1.3.', '46082', '2026'])('refuses %s as a day', (text) => {
    expect(read('date', text, { dates: 'day-first' })).toHaveProperty('problem');
  });

  it('asks for the order of day and month where both are possible', () => {
    expect(read('date', '3/4/2026')).toHaveProperty('problem', expect.stringContaining('`dates: day-first`'));
    expect(read('date', '26-03-14')).toHaveProperty('problem', expect.stringContaining('`dates: year-first`'));
    expect(read('date', '4/4/2026')).toEqual({ text: '2026-04-04' });
  });

  it.each([
    ['1.3.2026 9:00', '2026-03-01T09:00:00'],
    ['2026-03-01T09:00:30Z', '2026-03-01T09:00:30Z'],
    ['2026-03-01 09:00+01:00', '2026-03-01T09:00:00+01:00'],
    ['1.3.2026, 9.30 Uhr', '2026-03-01T09:30:00'],
    ['1 mars 2026 à 9h30', '2026-03-01T09:30:00'],
    ['01.03.2026 12:15 AM', '2026-03-01T00:15:00'],
    ['01.03.2026 9 pm', '2026-03-01T21:00:00'],
    ['01.03.2026', '2026-03-01'],
  ])('takes %s for the time %s', (text, time) => {
    expect(read('datetime', text, { dates: 'day-first' })).toEqual({ text: time });
  });

  it('reads times in the time zone of the mapping, and refuses those that its clocks do not show once', () => {
    const time_zone = 'Europe/Berlin';
    const times = ['1.7.2026 9:00', '1.7.2026 9:00Z', '1.7.2026', '29.3.2026 2:30', '25.10.2026 2:30'];
    expect(times.map((text) => read('datetime', text, { time_zone }))).toEqual([
      { text: '2026-07-01T07:00:00.000Z' },
      { text: '2026-07-01T09:00:00Z' },
      { text: '2026-07-01' },
      { problem: 'must be a time that there is: clocks in Europe/Berlin skip it' },
      { problem: 'must have its offset: clocks in Europe/Berlin show it twice' },
    ]);
  });

  it.each(['1.3.2026 25:00', '1.3.2026 13:00 pm', '9:00'])('refuses %s as a time', (text) => {
    expect(read('datetime', text, { dates: 'day-first' })).toHaveProperty('problem');
  });

  it('puts a date and a time together, in the forms that workbooks keep them in', () => {
    const day = shown(new Date('2026-03-01T00:00:00Z'));
    const times = [new Date('1899-12-30T09:30:00Z'), '9:30 AM', 0.395_833_333_333, '09:30'].map(shown);
    const together = times.map((time) => read('datetime', joined([day, time], ' ')));
    expect(together).toEqual(Array(4).fill({ text: expect.stringMatching(/^2026-03-01T09:30:00$/) }));
    expect(joined(['Ada', '', 'Lovelace'], ' ')).toBe('Ada Lovelace');
  });

  it.each<[string, string, Decimal?]>([
    ['12,50', '12.50'],
    ['1.299,5', '1299.5'],
    ["1'299.50", '1299.50'],
    ['1 299', '1299'],
    ['1,299', '1.299', 'comma'],
    ['1,299', '1299', 'point'],
    ['53.5438', '53.5438', 'comma'],
    ['0.125', '0.125', 'comma'],
    ['1.299,5', '1299.5', 'point'],
    ['12,5', '12.5', 'point'],
  ])('takes %s for the number %s', (text, number, ...[decimal]) => {
    expect(read('number', text, decimal && { decimal })).toEqual({ text: number });
  });

  it('asks for the decimal separator where a number can be read in two ways', () => {
    expect(read('number', '1,299')).toHaveProperty('problem', expect.stringContaining('`decimal: comma`'));
  });

  it.each([
    ['12,50 €', '1250'],
    ['100,- €', '10000'],
    ['CHF 1’299.-', '129900'],
    ['$0.10', '10'],
    ['0', '0'],
  ])('takes the price %s for %s cents', (text, cents) => {
    const field = { kind: 'integer', name: 'amount_in_cents', description: '' } as const;
    expect(new CellReader({}).read(field, text)).toEqual({ text: cents });
  });

  it.each(['free', '1.234', '12,505 €'])('refuses the price %s', (text) => {
    const field = { kind: 'integer', name: 'amount_in_cents', description: '' } as const;
    expect(new CellReader({}).read(field, text)).toHaveProperty('problem');
  });

  it('knows yes and no in many languages, and enumerations whatever their spelling', () => {
    const words = ['Ja', 'oui', 'x', 'Nein', 'NON', 'no', 'perhaps'].map((word) => read('boolean', word));
    expect(words.map((word) => ('text' in word ? word.text : null))).toEqual([
      ...['true', 'true', 'true', 'false', 'false', 'false', null],
    ]);
    const state = { kind: 'enum', name: 'state', description: '', values: ['available', 'out_of_order'] } as const;
    expect(new CellReader({}).read(state, 'Out of order')).toEqual({ text: 'out_of_order' });
    expect(new CellReader({}).read(state, 'availible')).toHaveProperty(
      'problem',
      'must be one of available, out_of_order, or have its meaning under `values` of the mapping; did you mean available?',
    );
  });

  it.each([undefined, 'comma', 'point'] as const)(
    'takes a number of a workbook as it is, with decimal %s',
    (decimal) => {
      const numbers = [53.543, 1299, 0.125, 1234.5].map((number) =>
        read('number', shown(number), decimal && { decimal }),
      );
      expect(numbers.map((each) => ('text' in each ? Number(each.text) : each))).toEqual([53.543, 1299, 0.125, 1234.5]);
    },
  );

  it('shows numbers of a workbook without exponent and noise', () => {
    expect([1e21, 0.1 + 0.2, 42, 12_345_678_901_234].map(shown)).toEqual([
      ...['1000000000000000000000', '0.3', '42', '12345678901234'],
    ]);
  });
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
])('of %s the %s is %s', (text, part, expected) => {
  expect(partOf(text, part)).toBe(expected);
});
