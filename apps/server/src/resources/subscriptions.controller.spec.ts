import { expect, it } from '@jest/globals';
import { subscriptionsContract } from '@resource-catalogue/contracts';
import { valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(subscriptionsContract, (subject) => {
  it('section 8: have been canceled or paused exactly when their state says so, and end unless they renew', () => {
    for (const { state, canceled_at, paused_at, ends_at, renews_automatically } of subject.snapshot) {
      expect([canceled_at !== null, paused_at !== null]).toEqual([state === 'canceled', state === 'paused']);
      expect(ends_at !== null || renews_automatically).toBe(true);
    }
  });

  it('section 8: are active at most once for each member', () => {
    const active = subject.snapshot
      .filter((row) => row['state'] === 'active')
      .flatMap((row) => valuesAt(row, 'member.id'));
    expect(new Set(active).size).toBe(active.length);
    expect(active.length).toBeGreaterThan(0);
  });
});
