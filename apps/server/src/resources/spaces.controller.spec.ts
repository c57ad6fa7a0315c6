import { expect, it } from '@jest/globals';
import { spacesContract } from '@resource-catalogue/contracts';
import { valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(spacesContract, (subject) => {
  it('section 8: are parts of each other without cycles', () => {
    const parents = new Map(subject.snapshot.map((row) => [row['id'], valuesAt(row, 'parent.id')[0]]));
    expect([...parents.values()].some((parent) => parent !== undefined)).toBe(true);
    for (let id of parents.keys()) {
      const line = new Set<unknown>();
      for (; id !== undefined; id = parents.get(id)) {
        expect(line.has(id)).toBe(false);
        line.add(id);
      }
    }
  });

  it('section 8: have both a latitude and a longitude, or none', () => {
    for (const { latitude, longitude } of subject.snapshot) expect(latitude === null).toBe(longitude === null);
  });
});
