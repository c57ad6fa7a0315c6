import { expect, it } from '@jest/globals';
import { proposeFields, options, splitRows, suggest } from '../../test/support/mapping.js';

it.each([
  ['a 13 shows that days come first', 'Machine;Purchase date', '13/04/2020', 'Europe/Berlin', 'day-first', false],
  ['a 13 shows that months come first', 'Machine;Purchase date', '04/13/2020', 'Europe/Berlin', 'month-first', false],
  ['points show that days come first', 'Gerät;Anschaffung', '3.4.2020', 'Europe/Berlin', 'day-first', false],
  ['French has days first', 'Équipement;Date d’achat', '3/4/2020', 'America/Toronto', 'day-first', true],
  ['English in America has months first', 'Machine;Purchase date', '3/4/2020', 'America/Chicago', 'month-first', true],
  ['English elsewhere has days first', 'Machine;Purchase date', '3/4/2020', 'Europe/London', 'day-first', true],
  ['ISO dates need no order', 'Machine;Purchase date', '2020-04-03', 'Europe/Berlin', undefined, false],
])('order of days and months: %s', async (_, header, date, timeZone, order, isGuess) => {
  const rows = splitRows(`${header};Tag`, `Saw;${date};1`);
  const { mapping, tables } = await suggest(rows, 'Sheet1', { ...options, timeZone });
  expect([mapping?.dates, tables[0]?.notes.has('dates')]).toEqual([order, isGuess]);
});

it.each([
  ['39,00 €', 'comma'],
  ['$39.00', 'point'],
  ['39', undefined],
])('the price %s determines the decimal separator: %s', async (price, decimal) => {
  expect((await suggest(splitRows('Plan;Price', `Monthly;${price}`))).mapping?.decimal).toBe(decimal);
});

it('dates and numbers of workbooks need no format', async () => {
  const row = ['Saw', new Date('2020-04-03T00:00:00Z'), 17];
  const { mapping } = await suggest([['Machine', 'Purchase date', 'Tag'], row]);
  expect(mapping).not.toHaveProperty('dates');
  expect(mapping?.collections['machine_units']?.fields).toMatchObject({
    commissioned_on: { column: 'Purchase date' },
    sku: { column: 'Tag' },
  });
});

it('dates are joined with times in neighbouring columns', async () => {
  const fields = await proposeFields('bookings', 'Machine;Date;From;To', 'Saw;2026-03-02;10:00;12:00');
  expect(fields).toMatchObject({ starts_at: { join: ['Date', 'From'] }, ends_at: { join: ['Date', 'To'] } });
});
