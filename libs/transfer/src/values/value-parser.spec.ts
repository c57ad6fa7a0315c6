import { describe, expect, it } from '@jest/globals';
import type { Content } from '../read/table.js';
import { bareContent, displayText } from './contents.js';
import { LocalTime, TimeZone } from './times.js';
import { type ValueField, type ValueFormats, ValueParser } from './value-parser.js';

type Kind = ValueField['kind'];

const mapped: ValueFormats = { dates: undefined, decimal: undefined, thousands: true, zone: null, mapped: true };
const own: ValueFormats = { dates: undefined, decimal: 'point', thousands: false, zone: null, mapped: false };
const berlin = new TimeZone('Europe/Berlin');

function read(kind: Kind, content: Content, formats: Partial<ValueFormats> = {}, name = 'value') {
  return new ValueParser({ ...mapped, ...formats }).parse({ kind, name }, content);
}

/** A local time as text; other values as they are. */
function plain(parsed: ReturnType<typeof read>): unknown {
  if (!('value' in parsed)) return parsed;
  const { value } = parsed;
  return value instanceof LocalTime ? `${value.isDay ? 'day' : 'at'} ${new Date(value.clock).toISOString()}` : value;
}

describe('a cell', () => {
  it.each<[Kind, Content, unknown, Partial<ValueFormats>?]>([
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
    ['date', new Date('2019-05-17T00:00:00Z'), '2019-05-17'],
    ['datetime', '1.3.2026 9:00', 'at 2026-03-01T09:00:00.000Z'],
    ['datetime', '2026-03-01T09:00:30Z', '2026-03-01T09:00:30.000Z'],
    ['datetime', '2026-03-01T09:00:00.1239+05:30', '2026-03-01T03:30:00.123Z'],
    ['datetime', '2026-03-01 09:00+01:00', '2026-03-01T08:00:00.000Z'],
    ['datetime', '1.3.2026, 9.30 Uhr', 'at 2026-03-01T09:30:00.000Z'],
    ['datetime', '1 mars 2026 à 9h30', 'at 2026-03-01T09:30:00.000Z'],
    ['datetime', '01.03.2026 12:15 AM', 'at 2026-03-01T00:15:00.000Z'],
    ['datetime', '01.03.2026 9 pm', 'at 2026-03-01T21:00:00.000Z'],
    ['datetime', '01.03.2026', 'day 2026-03-01T00:00:00.000Z'],
    ['datetime', new Date('2026-03-01T09:00:00Z'), 'at 2026-03-01T09:00:00.000Z'],
    ['datetime', '1.7.2026 9:00', '2026-07-01T07:00:00.000Z', { zone: berlin }],
    ['datetime', '1.7.2026 9:00Z', '2026-07-01T09:00:00.000Z', { zone: berlin }],
    ['datetime', '1.7.2026', 'day 2026-07-01T00:00:00.000Z', { zone: berlin }],
    ['number', '12,50', 12.5],
    ['number', '1.299,5', 1299.5],
    ['number', "1'299.50", 1299.5],
    ['number', '1 299', 1299],
    ['number', '1,299', 1.299, { decimal: 'comma' }],
    ['number', '1,299', 1299, { decimal: 'point' }],
    ['number', '53.5438', 53.5438, { decimal: 'comma' }],
    ['number', '0.125', 0.125, { decimal: 'comma' }],
    ['number', '1.299,5', 1299.5, { decimal: 'point' }],
    ['number', '53.543', 53.543, own],
    ['number', '53,543', 53.543, { ...own, decimal: 'comma' }],
    ['integer', '3900', 3900, own],
    ['boolean', 'Ja', true],
    ['boolean', 'oui', true],
    ['boolean', 'x', true],
    ['boolean', true, true],
    ['boolean', 'TRUE', true, own],
    ['boolean', 'NON', false],
    ['boolean', 'no', false],
    ['text', 42, '42'],
    ['uuid', 'ABC', 'abc'],
    ['array', '[1]', [1]],
  ])('a cell of kind %s, %j, is %j', (kind, content, value, ...[formats]) => {
    expect(plain(read(kind, content, formats))).toEqual(value);
  });

  it.each<[Kind, Content, string, Partial<ValueFormats>?]>([
    ['date', '29.2.2026', 'must be a day like 2026-03-01 or 1.3.2026, which is not a day'],
    ['date', '2026-13-01', 'which is not a day'],
    ['date', '1.1.0001', 'which is not a day'],
    ['date', '0050-06-01', 'which is not a day'],
    ['date', 'soon', 'must be a day'],
    ['date', '1.3.', 'must be a day'],
    ['date', '46082', 'which is a day number, '],
    ['date', '2026', 'must be a day'],
    ['date', '3/4/2026', '`dates: day-first`'],
    ['date', '3/4/2026', 'which could be day/month or month/day', own],
    ['date', '26-03-14', '`dates: year-first`'],
    ['datetime', '1.3.2026 25:00', 'must have a time like 09:30'],
    ['datetime', '1.3.2026 13:00 pm', 'must have a time like 09:30'],
    ['datetime', '2026-03-01 09:00+15:00', 'must have a time'],
    ['datetime', '9:00', 'must be a day'],
    ['datetime', new Date('1899-12-30T09:30:00Z'), 'not only a time'],
    ['datetime', '29.3.2026 2:30', 'clocks in Europe/Berlin skip this one', { zone: berlin }],
    ['datetime', '25.10.2026 2:30', 'clocks in Europe/Berlin show this time twice', { zone: berlin }],
    ['number', '1,299', '`decimal: comma`'],
    ['number', '1,234', 'a comma in a number is ambiguous', own],
    ['number', '1.234,5', 'must be a number', { ...own, decimal: 'comma' }],
    ['integer', '3.900', 'must be a whole number', own],
    ['integer', 2.5, 'must be a whole number'],
    ['boolean', 'perhaps', '`values`'],
    ['object', '{', 'must be JSON'],
  ])('a cell of kind %s, %j, is rejected: %s', (kind, content, why, ...[formats]) => {
    const parsed = read(kind, content, formats);
    expect('problem' in parsed && `${parsed.problem}${parsed.why ?? ''}`).toContain(why);
  });

  it.each<[Content, number, unknown]>([
    ['12,50 €', 2, 1250],
    ['100,- €', 2, 10_000],
    ['CHF 1’299.-', 2, 129_900],
    ['$0.10', 2, 10],
    ['A$15', 2, 1500],
    ['150 kr.', 2, 15_000],
    ['12 Euro', 2, 1200],
    ['0', 2, 0],
    [39, 2, 3900],
    [0.29, 2, 29],
    ['¥1,500', 0, null],
    ['¥1500', 0, 1500],
    [1500, 0, 1500],
    ['3 for 2', 2, null],
    ['free', 2, null],
    ['1.234', 2, null],
    ['12,505 €', 2, null],
    [0.295, 2, null],
    ['1250 ct', 2, 1250],
    ['50¢', 2, 50],
    ['1250 Cent', 2, 1250],
    ['12.50 ct', 2, null],
    ['1,250.-', 2, null],
    ['1.5000 KWD', 3, 1500],
  ])('the amount %j of a currency with %d decimals is %j in its smallest unit', (content, decimals, expected) => {
    const parsed = new ValueParser(mapped).amount(content, decimals);
    expect('value' in parsed ? parsed.value : null).toBe(expected);
  });

  it.each<[string, 'comma' | 'point', number, unknown]>([
    ['1,250', 'comma', 2, null],
    ['1.000', 'point', 2, null],
    ['1,250', 'point', 2, 125_000],
    ['1.250', 'point', 3, 1250],
  ])('the amount %s with a decimal %s never has more than %d decimals', (content, decimal, decimals, expected) => {
    const parsed = new ValueParser({ ...mapped, decimal }).amount(content, decimals);
    expect('value' in parsed ? parsed.value : null).toBe(expected);
  });

  it('a value of an enumeration may have any case and punctuation', () => {
    const state = { kind: 'enum', name: 'state', values: ['available', 'out_of_order'] } as const;
    expect(new ValueParser(mapped).parse(state, 'Out of order')).toEqual({ value: 'out_of_order' });
    expect(new ValueParser(mapped).parse(state, 'availible')).toEqual({
      problem:
        'must be one of available, out_of_order, or have a meaning under `values` in the mapping; did you mean available?',
    });
  });

  it.each([undefined, 'comma', 'point'] as const)('a number of a workbook is unchanged: decimal %s', (decimal) => {
    for (const number of [53.543, 1299, 0.125, 1234.5, 0.1 + 0.2])
      expect(plain(read('number', number, { decimal }))).toBe(number);
  });

  it('a birthdate with a two-digit year is in the past', () => {
    expect(plain(read('date', '1.2.29', {}, 'birthdate'))).toBe('1929-02-01');
  });
});

it.each<[Content, string]>([
  [1e21, '1000000000000000000000'],
  [0.1 + 0.2, '0.3'],
  [42, '42'],
  [new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
  [new Date('2026-03-01T09:30:00Z'), '2026-03-01 09:30:00'],
  [new Date('1899-12-30T09:30:00Z'), '09:30:00'],
  [null, ''],
])('the cell %j is shown as %s', (content, text) => {
  expect(displayText(content)).toBe(text);
});

it.each([
  ['  Ada ', 'Ada'],
  ['\u200b00042', '00042'],
  ['\u001f00042', '00042'],
  ['="00042"', '00042'],
  ['="5"" nail"', '5" nail'],
  ['=1+1', '=1+1'],
  [' \u00a0\t', null],
])('strips spreadsheet escapes: %j becomes %j', (content, text) => {
  expect(bareContent(content)).toBe(text);
});
