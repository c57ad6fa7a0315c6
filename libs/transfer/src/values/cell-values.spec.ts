import { describe, expect, it } from '@jest/globals';
import { type CellReading, cellValue } from './cell-values.js';
import { TimeZone } from './local-times.js';

const berlin: CellReading = { decimalComma: true, zone: new TimeZone('Europe/Berlin') };
const unknown: CellReading = { decimalComma: false, zone: null };

describe('a cell', () => {
  it.each([
    ['integer', '3900', 3900],
    ['number', '53,5438', 53.5438],
    ['number', ' -9.25 ', -9.25],
    ['boolean', 'TRUE', true],
    ['boolean', 'no', false],
    ['date', '2026-03-01', '2026-03-01'],
    ['date', '1.3.2026', '2026-03-01'],
    ['datetime', '2026-03-01 09:00', '2026-03-01T08:00:00.000Z'],
    ['datetime', '01.07.2026 09:00:30', '2026-07-01T07:00:30.000Z'],
    ['datetime', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['datetime', '2026-03-01T09:00:00.1239+05:30', '2026-03-01T03:30:00.123Z'],
    ['datetime', '2026-10-25 02:30+01:00', '2026-10-25T01:30:00.000Z'],
    ['text', ' as it is ', ' as it is '],
    ['enum', ' draft ', 'draft'],
  ] as const)('of kind %s with the text %j has the value %j', (kind, text, value) => {
    expect(cellValue({ kind, name: 'starts_at' }, text, berlin)).toEqual({ value });
  });

  it.each([
    ['integer', '3.900', berlin, /whole number like 20, digits only/],
    ['number', '1,234', unknown, /a comma in a number is ambiguous$/],
    ['number', '1.234,5', berlin, 'must be a number like 53.5438'],
    ['boolean', 'maybe', berlin, /^must be true, yes or 1, or false, no or 0,/],
    ['date', '3/1/2026', berlin, /, which could be day\/month or month\/day$/],
    ['date', '46082', berlin, /which is a day number, /],
    ['date', '31.2.2026', berlin, /^must be a day like /],
    ['datetime', '3/1/2026 09:00', berlin, /could be day\/month/],
    ['datetime', '46082.375', berlin, /which is a day number, /],
    ['datetime', '2026-03-01 24:00', berlin, /^must be a time like 2026-03-01 09:00 or /],
    ['datetime', '2026-03-01 09:00', unknown, /^must have an offset, .* the space of the row has no valid time zone, /],
    ['datetime', '2026-03-29 02:30', berlin, /clocks in Europe\/Berlin skip this one$/],
    ['datetime', '2026-10-25 02:30', berlin, /clocks in Europe\/Berlin show this time twice$/],
    ['datetime', '2026-03-01 09:00+15:00', berlin, /^must be a time like/],
    ['datetime', '2026-03-01 09:00-02:60', berlin, /^must be a time like/],
    ['object', '{', berlin, /^must be JSON/],
  ] as const)('of kind %s with the text %j is rejected', (kind, text, reading, problem) => {
    const read = cellValue({ kind, name: 'starts_at' }, text, reading);
    expect('problem' in read && `${read.problem}, not it${read.why ?? ''}`).toMatch(problem);
  });

  it.each([
    ['starts_at', '2026-09-29', 'Europe/Berlin', '2026-09-28T22:00:00.000Z'],
    ['ends_at', '4.10.2026', 'Europe/Berlin', '2026-10-04T22:00:00.000Z'],
    ['ends_at', '2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['end_time', '2026-02-28', 'Asia/Tokyo', '2026-02-28T15:00:00.000Z'],
    ['starts_at', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['ends_at', '2026-09-05', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['ends_at', '2026-10-04 00:00', 'Europe/Berlin', '2026-10-03T22:00:00.000Z'],
  ])(
    'of the field %s with the day %j in %s means its beginning, or its end for an end: %s',
    (name, text, zone, value) => {
      const reading = { decimalComma: false, zone: new TimeZone(zone) };
      expect(cellValue({ kind: 'datetime', name }, text, reading)).toEqual({ value });
    },
  );
});
