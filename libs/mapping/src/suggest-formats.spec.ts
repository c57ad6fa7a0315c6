import { describe, expect, it } from '@jest/globals';
import { fieldsOf, options, rowsOf, suggest } from '../test/support/suggested-tables.js';

describe('dates and numbers', () => {
  const dates = async (header: string, date: string, timeZone = 'Europe/Berlin') => {
    const { mapping, tables } = await suggest(rowsOf(`${header};Tag`, `Saw;${date};1`), 'Sheet1', {
      ...options,
      timeZone,
    });
    return [mapping?.dates, tables[0]?.notes.has('dates')];
  };
  it.each([
    ['a 13 settles that days are first', 'Machine;Purchase date', '13/04/2020', 'Europe/Berlin', ['day-first', false]],
    [
      'a 13 settles that months are first',
      'Machine;Purchase date',
      '04/13/2020',
      'Europe/Berlin',
      ['month-first', false],
    ],
    ['points settle it', 'Gerät;Anschaffung', '3.4.2020', 'Europe/Berlin', ['day-first', false]],
    [
      'the language does, where no value does',
      'Équipement;Date d’achat',
      '3/4/2020',
      'America/Toronto',
      ['day-first', true],
    ],
    [
      'English in America has months first',
      'Machine;Purchase date',
      '3/4/2020',
      'America/Chicago',
      ['month-first', true],
    ],
    ['English elsewhere has days first', 'Machine;Purchase date', '3/4/2020', 'Europe/London', ['day-first', true]],
    ['ISO needs nothing', 'Machine;Purchase date', '2020-04-03', 'Europe/Berlin', [undefined, false]],
  ])('%s', async (_, header, date, timeZone, expected) => {
    expect(await dates(header, date, timeZone)).toEqual(expected);
  });

  it.each([
    ['39,00 €', 'comma'],
    ['$39.00', 'point'],
    ['39', undefined],
  ])('%s settles the decimal mark', async (price, decimal) => {
    expect((await suggest(rowsOf('Plan;Price', `Monthly;${price}`))).mapping?.decimal).toBe(decimal);
  });

  it('of workbooks are read as they are', async () => {
    const { mapping } = await suggest([
      ['Machine', 'Purchase date', 'Tag'],
      ['Saw', new Date('2020-04-03T00:00:00Z'), 17],
    ]);
    expect(mapping).not.toHaveProperty('dates');
    expect(mapping?.collections['machine_units']?.fields).toMatchObject({
      commissioned_on: { column: 'Purchase date' },
      sku: { column: 'Tag' },
    });
  });

  it('with their times in a column beside them are joined', async () => {
    const fields = await fieldsOf('bookings', 'Machine;Date;From;To', 'Saw;2026-03-02;10:00;12:00');
    expect(fields).toMatchObject({ starts_at: { join: ['Date', 'From'] }, ends_at: { join: ['Date', 'To'] } });
  });
});
