import { expect, it } from '@jest/globals';
import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { objectOf } from '@resource-catalogue/testing/json';
import { describeCollection } from './describe-collection.js';
import { walk } from './list-page.js';

/** What holds of the units of a machine or place alone, beside what holds of every collection. */
export function describeUnits(contract: AnyCollectionContract, owner: string, owners: string): void {
  describeCollection(contract, (subject) => {
    it(`SHAPE-9: show their ${owner} and space as those are listed`, async () => {
      for (const [key, collection] of [
        [owner, owners],
        ['space', 'spaces'],
      ] as const) {
        const names = new Map((await walk(subject.service, collection, 'limit=200')).map(({ id, name }) => [id, name]));
        for (const row of subject.snapshot) {
          const { id, name } = objectOf(row[key]);
          expect(names.get(id)).toBe(name);
        }
      }
    });

    it('section 8: have a sku each of their own', () => {
      expect(new Set(subject.snapshot.map((row) => row['sku'])).size).toBe(subject.snapshot.length);
    });
  });
}
