import { describe, expect, it } from '@jest/globals';
import { filterTable } from '@resource-catalogue/contracts';
import { textOf } from '../json.js';
import { formFaults } from './row-form.js';
import type { Subject } from './subject.js';

export function checkForm(subject: Subject): void {
  const { contract } = subject;
  const deletable = filterTable(contract.filters).has('soft_deleted');

  describe('rows', () => {
    it('SHAPE-1, SHAPE-2: have exactly the documented keys, in order, of the documented kinds, to the last level', () => {
      const faults = subject.census.flatMap((row) => formFaults(row, contract.resource, textOf(row['id'])));
      expect(faults.slice(0, 5)).toEqual([]);
    });

    it('SHAPE-7: were never changed before they were made', () => {
      const early = subject.census.filter((row) => textOf(row['updated_at']) < textOf(row['created_at']));
      expect(early).toEqual([]);
    });

    it(`FILT-8: are listed whether they are deleted or not`, async () => {
      const deleted = subject.census.filter((row) => (row['soft_deleted_at'] ?? null) !== null);
      const stored = deletable ? await subject.count(`${contract.name} WHERE soft_deleted_at IS NOT NULL`) : 0;
      expect(deleted).toHaveLength(stored);
      expect(stored > 0).toBe(deletable);
    });
  });
}
