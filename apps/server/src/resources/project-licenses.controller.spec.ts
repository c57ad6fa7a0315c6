import { expect, it } from '@jest/globals';
import { projectLicensesContract } from '@resource-catalogue/contracts';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(projectLicensesContract, (subject) => {
  it('section 8: have a code each of their own', () => {
    expect(new Set(subject.snapshot.map((row) => row['code'])).size).toBe(subject.snapshot.length);
  });
});
