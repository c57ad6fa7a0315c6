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
])('the order of days and months is found: %s', async (_, header, date, timeZone, order, isGuess) => {
  const rows = splitRows(`${header};Tag`, `Saw;${date};1`);
  const { mapping, tables } = await suggest(rows, 'Sheet1', { ...options, timeZone });
  expect([mapping?.dates, tables[0]?.checks.some((check) => check.startsWith('dates like'))]).toEqual([order, isGuess]);
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

it.each([
  ['€', 'Berlin', ['39 €'], 'EUR'],
  ['a code', 'Berlin', ['CHF 39.-'], 'CHF'],
  ['a word that is not a code', 'New_York', ['FREE', '$45.00'], 'USD'],
  ['rupees', 'Berlin', ['₹500', '₹4,500'], 'INR'],
  ['$ where it is clear', 'Toronto', ['$45'], 'CAD'],
  ['$ elsewhere', 'Berlin', ['$45'], 'CHECK'],
  ['kr where it is clear', 'Stockholm', ['150 kr'], 'SEK'],
  ['kr elsewhere', 'Berlin', ['150 kr'], 'CHECK'],
  ['¥ where it is clear', 'Tokyo', ['¥1500'], 'JPY'],
  ['a dollar with its country', 'Berlin', ['A$15'], 'AUD'],
  ['złoty', 'Berlin', ['39 zł'], 'PLN'],
])('the currency of %s in %s: %j is %s', async (_, city, prices, currency) => {
  const area = ['Berlin', 'Stockholm'].includes(city) ? 'Europe' : city === 'Tokyo' ? 'Asia' : 'America';
  const rows = splitRows('Plan;Price;Period', ...prices.map((price, index) => `Plan ${index};${price};day`));
  const { mapping, tables } = await suggest(rows, 'Sheet1', { ...options, timeZone: `${area}/${city}` });
  expect(mapping?.collections['plans']?.fields['currency']).toEqual({ value: currency });
  expect(tables[0]?.checks.filter((check) => check.includes('can be')).length).toBe(currency === 'CHECK' ? 1 : 0);
});

it('prices in several currencies have one each', async () => {
  const rows = splitRows('Plan;Price;Period', 'Day;A$15;day', 'Month;NZ$95;month', 'Trial;free;day');
  const { mapping, tables } = await suggest(rows);
  const currency = { column: 'Price', values: { A$15: 'AUD', NZ$95: 'NZD' } };
  expect(mapping?.collections['plans']?.fields).toMatchObject({ currency });
  expect(tables[0]?.checks).toEqual(['Price is in several currencies: AUD, NZD']);
});

it.each([
  ['Price', 'EUR', 'Price has no currency; Europe/Berlin has EUR'],
  ['Price (USD)', 'USD', undefined],
])('prices without a currency in the column %s have the currency %s', async (header, value, check) => {
  const { mapping, tables } = await suggest(splitRows(`Plan;${header};Period`, 'Day;15;day', 'Month;95;month'));
  expect(mapping?.collections['plans']?.fields['currency']).toEqual({ value });
  expect(tables[0]?.checks).toEqual(check === undefined ? [] : [check]);
});

it('prices that are not amounts are flagged with CHECK, instead of being free', async () => {
  const { mapping, text } = await suggest(splitRows('Plan;Price;Period', 'Day;$15;day', 'Firm;on request;month'));
  const price = { column: 'Price', default: 0 };
  expect(mapping?.collections['plans']?.fields['amount_in_cents']).toEqual(price);
  expect(text).toContain('# CHECK "on request": not an amount\n');
});
