import { expect, it } from '@jest/globals';
import { eventsContract } from '@resource-catalogue/contracts';
import { objectOf, valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';
import { walk } from '../../test/support/list-page.js';

describeCollection(eventsContract, (subject) => {
  it('section 8: that are offsite say where', () => {
    const offsite = subject.snapshot.filter((row) => row['location_kind'] === 'offsite');
    expect(offsite.length).toBeGreaterThan(0);
    expect(offsite.filter((row) => row['location_name'] === null)).toEqual([]);
  });

  it('section 8: have prices whose categories are of type price', async () => {
    const categories = await walk(subject.service, 'categories', 'filters[type][in]=price&limit=200');
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    const shown = subject.snapshot.flatMap((row) => valuesAt(row, 'prices[].category')).map(objectOf);
    expect(shown).toHaveLength(await subject.count('prices WHERE event_id IS NOT NULL'));
    for (const { id, name } of shown) expect(names.get(id)).toBe(name);
  });
});
