import { expect, it } from '@jest/globals';
import { placesContract } from '@resource-catalogue/contracts';
import { objectOf, valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(placesContract, (subject) => {
  it('section 8: have quotas of their own duration types, deleted ones included', async () => {
    for (const row of subject.snapshot) {
      const types = valuesAt(row, 'place_booking_duration_types[].id');
      const named = valuesAt(row, 'place_quotas[].place_booking_duration_type_id');
      expect(types).toEqual(expect.arrayContaining(named));
    }
    const shown = subject.snapshot.flatMap((row) => valuesAt(row, 'place_booking_duration_types[].id'));
    expect(shown).toHaveLength(await subject.count('place_booking_duration_types'));
  });

  it('section 8: name a custom duration type exactly where the kind is custom', () => {
    const types = subject.snapshot.flatMap((row) => valuesAt(row, 'place_booking_duration_types[]')).map(objectOf);
    expect(types.filter((type) => (type['custom_duration_type'] !== null) !== (type['kind'] === 'custom'))).toEqual([]);
    expect(types.filter((type) => type['kind'] === 'custom').length).toBeGreaterThan(0);
  });

  it('SHAPE-10: show their equipments and extras whole, ordered by id', async () => {
    for (const [key, table] of [
      ['equipments', 'place_equipments'],
      ['place_extras', 'place_extras'],
    ] as const) {
      const sets = subject.snapshot.map((row) => valuesAt(row, `${key}[].id`));
      expect(sets.flat()).toHaveLength(await subject.count(table));
      for (const ids of sets) expect(ids).toEqual([...ids].sort());
    }
  });
});
