import { expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { parseMapping } from './read-mapping.js';

const parse = (text: string) => parseMapping(text, 'my.mapping.yaml', catalogueDefinitions);

it('a mapping is rejected with all its errors, each with its line and a suggestion', () => {
  const text = `version: 2
tables:
  - heder_row: 3
    dates: dmy
    collections:
      machine_unit:
        fields: { sku: No }
      machines:
        fields:
          nmae: Name
          pricing: { value: gratis }
          slug: { colunm: Name, as: slug }
          model: 5
      places: {}
`;
  const errors = `:1 version must be 1.
:3 tables.0 has no key heder_row; did you mean header_row?
:4 tables.0.dates must be one of day-first, month-first, year-first.
:6 tables.0.collections has no key machine_unit; did you mean machine_units?
:10 tables.0.collections.machines.fields has no key nmae; did you mean name?
:12 tables.0.collections.machines.fields.slug has no key colunm; did you mean column?
:13 tables.0.collections.machines.fields.model must be string.
:11 tables.0.collections.machines.fields.pricing.value must be one of free, charged, on_request.
:14 tables.0.collections.places lacks the key fields.`;
  expect(() => parse(text)).toThrow(new Error(errors.replaceAll(/^/gm, 'my.mapping.yaml')));
});

it.each([
  ['broken YAML', 'version: 1\ntables: [', /^my\.mapping\.yaml:2 /],
  ['a duplicate key', 'version: 1\nversion: 1\n', /^my\.mapping\.yaml:2 The key version is a duplicate: remove one\.$/],
  [
    'aliases that expand exponentially',
    `a: &a [1]\nb: &b [${'*a,'.repeat(60)}]\nc: [${'*b,'.repeat(60)}]`,
    /^my\.mapping\.yaml cannot be read: .* alias/,
  ],
  ['too many levels', '['.repeat(1_000_000), /^my\.mapping\.yaml is nested too deeply for a mapping\.$/],
  ['too many lists in a line', `tables:\n${'- '.repeat(3000)}a`, /^my\.mapping\.yaml is nested too deeply/],
  [
    'many unknown keys, of which the first twenty are listed',
    `version: 1\n${Array.from({ length: 70_000 }, (_, index) => `key${index}: 1\n`).join('')}`,
    /^(?:my\.mapping\.yaml:\d+ .*\n){19}my\.mapping\.yaml:\d+ .*$/,
  ],
])('a mapping is rejected for %s', (_, text, message) => {
  const error = { name: 'CommandError', message: expect.stringMatching(message) };
  expect(() => parse(text)).toThrow(expect.objectContaining(error));
});
