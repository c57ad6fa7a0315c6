import { expect, it } from '@jest/globals';
import { trainingsContract } from '@resource-catalogue/contracts';
import { objectOf, valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';
import { walk } from '../../test/support/list-page.js';

describeCollection(trainingsContract, (subject) => {
  it('section 8: have a least number of seats and a time for canceling together', () => {
    for (const row of subject.snapshot) {
      expect(row['minimum_seats'] === null).toBe(row['auto_cancel_before_in_hours'] === null);
    }
  });

  it('SHAPE-10: show the machines of the join table, ordered by id', async () => {
    const shown = subject.snapshot.flatMap((row) => valuesAt(row, 'machines[].id'));
    expect(shown).toHaveLength(await subject.count('training_machines'));
    for (const row of subject.snapshot) {
      const ids = valuesAt(row, 'machines[].id');
      expect(ids).toEqual([...ids].sort());
    }
  });

  it('section 8: have prices whose categories are of type price', async () => {
    const categories = await walk(subject.service, 'categories', 'filters[type][in]=price&limit=200');
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    const shown = subject.snapshot.flatMap((row) => valuesAt(row, 'prices[].category')).map(objectOf);
    expect(shown).toHaveLength(await subject.count('prices WHERE training_id IS NOT NULL'));
    for (const { id, name } of shown) expect(names.get(id)).toBe(name);
  });
});
