import { expect, it } from '@jest/globals';
import { collections, fieldTable } from '@resource-catalogue/contracts';
import { rowInvariants } from './schema.js';

it.each(rowInvariants)('at least one collection has the keys of the invariant: $says', ({ keys }) => {
  const having = collections.filter(({ resource }) => keys.every((key) => fieldTable(resource).has(key)));
  expect(having.map(({ name }) => name)).not.toEqual([]);
});
