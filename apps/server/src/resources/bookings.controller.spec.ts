import { expect, it } from '@jest/globals';
import { bookingsContract } from '@resource-catalogue/contracts';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';

describeCollection(bookingsContract, (subject) => {
  const targets = ['machine_unit', 'place_unit', 'event_session', 'training_session'];
  const holders = ['reserved_by_event_session', 'reserved_by_training_session'];

  it('section 8: are of exactly one thing, and begin and end with their slots', () => {
    for (const row of subject.snapshot) {
      expect(targets.filter((target) => row[target] !== null)).toHaveLength(1);
      const slots = arrayOf(row['slots']).map(objectOf);
      expect([slots[0]?.['start_time'], slots.at(-1)?.['end_time']]).toEqual([row['starts_at'], row['ends_at']]);
      expect(row['canceled_at'] !== null).toBe(row['state'] === 'canceled');
    }
    expect(targets.filter((target) => subject.snapshot.every((row) => row[target] === null))).toEqual([]);
  });

  it('section 8: that hold a unit for a session are nobody’s', () => {
    for (const holder of holders) {
      const held = subject.snapshot.filter((row) => row[holder] !== null);
      expect(held.length).toBeGreaterThan(0);
      for (const { member, group, seats } of held)
        expect({ member, group, seats }).toEqual({ member: null, group: null, seats: [] });
    }
  });
});
