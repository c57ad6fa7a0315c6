import { expect, it } from '@jest/globals';
import { membersContract } from '@resource-catalogue/contracts';
import { objectOf, valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';
import { walk } from '../../test/support/list-page.js';

describeCollection(membersContract, (subject) => {
  it('section 8: show the subscription that is active, and no other', async () => {
    const active = await walk(subject.service, 'subscriptions', 'filters[state][in]=active&limit=200');
    const expected = new Map(active.map(({ id, plan, member }) => [objectOf(member)['id'], { id, plan }]));
    expect(expected.size).toBeGreaterThan(0);
    for (const row of subject.snapshot) expect(row['current_subscription']).toEqual(expected.get(row['id']) ?? null);
  });

  it('section 8: show the user that names them', async () => {
    const users = (await walk(subject.service, 'users', 'limit=200')).filter((user) => user['member'] !== null);
    const expected = new Map(users.map(({ id, email, member }) => [objectOf(member)['id'], { id, email }]));
    expect(expected.size).toBeGreaterThan(0);
    for (const row of subject.snapshot) expect(row['user']).toEqual(expected.get(row['id']) ?? null);
  });

  it('SHAPE-10: show all their accreditations, ordered by id', async () => {
    const sets = subject.snapshot.map((row) => valuesAt(row, 'accreditations[].id'));
    expect(sets.flat()).toHaveLength(await subject.count('member_accreditations'));
    for (const ids of sets) expect(ids).toEqual([...ids].sort());
  });
});
