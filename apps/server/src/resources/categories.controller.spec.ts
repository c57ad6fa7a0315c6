import { expect, it } from '@jest/globals';
import { categoriesContract, categoryTypes } from '@resource-catalogue/contracts';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(categoriesContract, (subject) => {
  it('section 8: are of every type, with slugs unique in their type', () => {
    const keys = subject.snapshot.map(({ type, slug }) => `${String(type)} ${String(slug)}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect([...new Set(subject.snapshot.map((row) => row['type']))].sort()).toEqual([...categoryTypes].sort());
  });
});
