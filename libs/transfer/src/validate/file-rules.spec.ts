import { expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { textOf } from '../../test/support/details.js';
import { makeFileRules } from './file-rules.js';

/** The errors of a row, with their pointers. */
function errorsOf(collection: string, row: object): string[] {
  const resource = collections.find(({ name }) => name === collection)?.resource;
  if (resource === undefined) throw new Error(`Unknown collection ${collection}.`);
  const errors: string[] = [];
  makeFileRules(collection, resource)({ ...row }, (pointer, detail) => errors.push(`${pointer} ${textOf(detail)}`));
  return errors;
}

const name = 'Saw';

it.each([
  [' ', 'must have visible characters'],
  ['\u3164\u200b', 'must have visible characters'],
  ['Saw\u0007', 'must not have invisible characters such as U+0007, not `Saw\u0007`; did you mean `Saw`?'],
  ['Saw\n2', 'must not have invisible characters such as U+000A, not `Saw\n2`; did you mean `Saw 2`?'],
  ['Sa\u200dw', 'must not have invisible characters such as U+200D, not `Sa\u200dw`; did you mean `Saw`?'],
  ['Saw\u200e', 'must not have invisible characters such as U+200E, not `Saw\u200e`; did you mean `Saw`?'],
  ['\ufeffSaw', 'must not have invisible characters such as U+FEFF, not `\ufeffSaw`; did you mean `Saw`?'],
  ['Saw \u202ewas', 'must not have invisible characters such as U+202E, not `Saw \u202ewas`; did you mean `Saw was`?'],
  ['#REF!', 'must be a name, not `#REF!`, a spreadsheet error value'],
  ['#BEZUG!', 'must be a name, not `#BEZUG!`, a spreadsheet error value'],
  ['######', 'must be a name, not `######`, a spreadsheet error value'],
])('a name must not be %j', (bad, problem) => {
  expect(errorsOf('machines', { name: bad })).toEqual([`/name ${problem}`]);
});

it.each([
  'Saw',
  '#1',
  '#MakeIt!',
  'نمی‌خواهم',
  '👩‍🔧',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'חנות\u200f',
  'Zoe\u0308',
])('a name may be %j', (good) => {
  expect(errorsOf('machines', { name: good })).toEqual([]);
});

it.each([
  ['place_units', { sku: '#N/A', name: null }, '/sku'],
  ['members', { number: '\t', first_name: '', last_name: ' ' }, '/number', '/last_name'],
  ['project_licenses', { code: '\u0000', name }, '/code'],
  [
    'places',
    {
      name,
      place_extras: [
        { name, sku: '1' },
        { name: ' ', sku: '2' },
      ],
    },
    '/place_extras/1/name',
  ],
  ['bookings', { seats: [{ first_name: '\u0007', last_name: 'Lee' }] }, '/seats/0/first_name'],
  ['events', { location_name: ' ' }, '/location_name'],
  // The API accepts any name, and its export must be importable (WRITE-3).
  ['projects', { name: 'Saw\u0007', steps: [{ title: '\u0007' }] }],
  ['projects', { name: ' ' }, '/name'],
  ['machines', { name, description_rendered: '<p>one\n\ttwo</p>' }],
])('names, numbers and codes of %s are checked in %j', (collection, row, ...pointers) => {
  expect(errorsOf(collection, row).map((error) => error.split(' ')[0])).toEqual(pointers);
});

const backwards = {
  registration_opens_at: '2026-03-02T09:00:00.000Z',
  registration_closes_at: '2026-03-01T09:00:00.000Z',
};
const notOpen =
  '/registration_closes_at must not be earlier than registration_opens_at (2026-03-02T09:00:00.000Z), not ' +
  '2026-03-01T09:00:00.000Z';

it.each([
  ['spaces', { address: { country_code: 'DE' } }],
  ['spaces', { address: { country_code: null } }],
  ['members', { address: null }],
  [
    'members',
    { address: { country_code: 'fr' } },
    '/address/country_code must be an ISO 3166-1 alpha-2 code like DE, or null, not `fr`; did you mean `FR`?',
  ],
  [
    'spaces',
    { address: { country_code: 'ZZ' } },
    '/address/country_code must be an ISO 3166-1 alpha-2 code like DE, or null, not `ZZ`',
  ],
  ['events', { age_min: 6, age_max: 6 }],
  ['events', { age_min: 6, age_max: null }],
  ['events', { age_min: 12, age_max: 6 }, '/age_max must be at least age_min (12), not 6'],
  ['event_sessions', backwards, notOpen],
  ['training_sessions', backwards, notOpen],
])('in %s, %j has the errors %j', (collection, row, ...errors) => {
  expect(errorsOf(collection, row)).toEqual(errors);
});
