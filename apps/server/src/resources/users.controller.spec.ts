import { expect, it } from '@jest/globals';
import { usersContract } from '@resource-catalogue/contracts';
import { valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';
import { listPage } from '../../test/support/list-page.js';

describeCollection(usersContract, (subject) => {
  it('section 8: that are live have an e-mail address of their own, in any case', () => {
    const live = subject.snapshot.filter((row) => row['soft_deleted_at'] === null);
    const addresses = live.map((row) => String(row['email']).toLowerCase());
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('FILT-9: are found by e-mail exactly, case included', async () => {
    const email = String(subject.snapshot[0]?.['email']);
    const [found, shouted] = await Promise.all(
      [email, email.toUpperCase()].map((text) =>
        listPage(subject.service, 'users', `filters[email][in][]=${encodeURIComponent(text)}`),
      ),
    );
    expect([found?.rows.length, shouted?.rows.length]).toEqual([1, 0]);
  });

  it('SHAPE-10: show all the spaces they manage, ordered by id', async () => {
    const sets = subject.snapshot.map((row) => valuesAt(row, 'spaces[].id'));
    expect(sets.flat()).toHaveLength(await subject.count('user_spaces'));
    for (const ids of sets) expect(ids).toEqual([...ids].sort());
  });
});
