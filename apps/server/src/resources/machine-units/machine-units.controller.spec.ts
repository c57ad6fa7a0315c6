import { expect, it } from '@jest/globals';
import { machineUnitsContract } from '@resource-catalogue/contracts';
import { describeCollection } from '../../../test/support/describe-collection.js';
import { objectOf } from '../../../test/support/json.js';
import { walk } from '../../../test/support/list-page.js';

describeCollection(machineUnitsContract, (subject) => {
  it('SHAPE-9: show their machine and space as those are listed', async () => {
    for (const [key, collection] of [
      ['machine', 'machines'],
      ['space', 'spaces'],
    ] as const) {
      const names = new Map((await walk(subject.service, collection, 'limit=200')).map(({ id, name }) => [id, name]));
      for (const row of subject.census) {
        const { id, name } = objectOf(row[key]);
        expect(names.get(id)).toBe(name);
      }
    }
  });

  it('section 8: have a sku each of their own', () => {
    expect(new Set(subject.census.map((row) => row['sku'])).size).toBe(subject.census.length);
  });
});
