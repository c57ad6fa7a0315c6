import { describe, expect, it } from '@jest/globals';
import { collections, fieldTable } from '@resource-catalogue/contracts';
import { rowInvariants } from './row-invariants.js';

describe('the invariants of rows', () => {
  it.each(rowInvariants)('some collection has the keys of: $says', ({ keys, only }) => {
    const having = collections.filter(
      ({ name, resource }) =>
        (only === undefined || only === name) && keys.every((key) => fieldTable(resource).has(key)),
    );
    expect(having.map(({ name }) => name)).not.toEqual([]);
  });
});
