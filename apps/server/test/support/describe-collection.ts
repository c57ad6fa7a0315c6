import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyCollectionContract, filterTable } from '@resource-catalogue/contracts';
import { databaseKinds } from '@resource-catalogue/testing/database-kinds';
import { Subject } from './collection/subject.js';
import { idsOf } from './list-page.js';

/**
 * What only the server's own database can tell of a collection, on every kind of database; `facts` adds what holds of this
 * one alone. All else that every collection must do is proved by the conformance suite, which its own tests run on this
 * server. All files share one database, so facts must not write.
 */
export function describeCollection(contract: AnyCollectionContract, facts?: (subject: Subject) => void): void {
  describe.each(databaseKinds)(`${contract.name} on the %s database`, (kind) => {
    const subject = new Subject(contract, kind);
    beforeAll(() => subject.start());
    afterAll(() => subject.stop());

    it('PAGE-4: lists every stored row exactly once', async () => {
      expect(new Set(idsOf(subject.snapshot)).size).toBe(subject.snapshot.length);
      expect(subject.snapshot).toHaveLength(await subject.count(contract.name));
    });

    if (filterTable(contract.filters).has('soft_deleted')) {
      it('FILT-8: lists every deleted row', async () => {
        const stored = await subject.count(`${contract.name} WHERE soft_deleted_at IS NOT NULL`);
        expect(subject.snapshot.filter((row) => row['soft_deleted_at'] !== null)).toHaveLength(stored);
        expect(stored).toBeGreaterThan(0);
      });
    }

    facts?.(subject);
  });
}
