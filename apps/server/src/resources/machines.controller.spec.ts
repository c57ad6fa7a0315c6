import { expect, it } from '@jest/globals';
import { machinesContract } from '@resource-catalogue/contracts';
import { objectOf, valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(machinesContract, (subject) => {
  it('section 8: have quotas of their own duration types, deleted ones included', async () => {
    for (const row of subject.snapshot) {
      const types = valuesAt(row, 'machine_booking_duration_types[].id');
      const named = valuesAt(row, 'machine_quotas[].machine_booking_duration_type_id');
      expect(types).toEqual(expect.arrayContaining(named));
    }
    const shown = subject.snapshot.flatMap((row) => valuesAt(row, 'machine_booking_duration_types[].id'));
    expect(shown).toHaveLength(await subject.count('machine_booking_duration_types'));
  });

  it('section 8: name a custom duration type exactly where the kind is custom', () => {
    const types = subject.snapshot.flatMap((row) => valuesAt(row, 'machine_booking_duration_types[]')).map(objectOf);
    expect(types.filter((type) => (type['custom_duration_type'] !== null) !== (type['kind'] === 'custom'))).toEqual([]);
    expect(types.filter((type) => type['kind'] === 'custom').length).toBeGreaterThan(0);
  });

  it('section 8: have an e-mail, URL or text to buy by exactly when the kind says so', () => {
    for (const row of subject.snapshot) {
      const set = ['email', 'url', 'text'].filter((kind) => row[`buying_cta_${kind}`] !== null);
      expect(set).toEqual(row['buying_cta_kind'] === 'none' ? [] : [row['buying_cta_kind']]);
    }
  });
});
