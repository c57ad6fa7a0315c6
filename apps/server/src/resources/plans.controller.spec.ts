import { expect, it } from '@jest/globals';
import { plansContract } from '@resource-catalogue/contracts';
import { valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(plansContract, (subject) => {
  it('section 8: have an amount and a currency exactly when they are charged', () => {
    for (const { pricing, amount_in_cents, currency } of subject.snapshot) {
      expect([amount_in_cents !== null, currency !== null]).toEqual([pricing === 'charged', pricing === 'charged']);
    }
  });

  it('FILT-4: for everyone, or valid everywhere, are those without groups or spaces', async () => {
    for (const [key, table] of [
      ['groups', 'plan_groups'],
      ['spaces', 'plan_spaces'],
    ] as const) {
      const sets = subject.snapshot.map((row) => valuesAt(row, `${key}[].id`));
      expect(sets.flat()).toHaveLength(await subject.count(table));
      expect(sets.filter((ids) => ids.length === 0).length).toBeGreaterThan(0);
    }
  });
});
