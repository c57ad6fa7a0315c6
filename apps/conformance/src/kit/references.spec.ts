import { expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { embeddedIn } from './references.js';

/** Entities without a collection, so their summaries cannot be compared with a row. */
const withoutCollection = ['accreditations', 'equipments', 'group', 'groups', 'place_extras', 'price'];

it('SHAPE-9: every summary in the contract has a known collection', () => {
  const unknown = collections.flatMap(({ name, resource }) =>
    [...embeddedIn(resource)]
      .filter(({ dto, target }) => target === undefined && /^Ref|Summary/.test(dto.name))
      .map(({ path }) => ({ path: `${name}.${path}`, key: path.replace(/^.*\.|\[\]$|(?:required|granted)_/g, '') }))
      .filter(({ key }) => !withoutCollection.includes(key)),
  );
  expect(
    unknown.map(({ path }) => `${path}: add its entity to roles of the contracts, or its key to withoutCollection`),
  ).toEqual([]);
});
