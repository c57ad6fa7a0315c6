import { expect, it } from '@jest/globals';
import { projectThematicsContract } from '@resource-catalogue/contracts';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(projectThematicsContract, (subject) => {
  it('section 8: have a slug each of their own', () => {
    expect(new Set(subject.snapshot.map((row) => row['slug'])).size).toBe(subject.snapshot.length);
  });
});
