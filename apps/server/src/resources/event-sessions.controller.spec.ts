import { expect, it } from '@jest/globals';
import { eventSessionsContract } from '@resource-catalogue/contracts';
import { arrayOf, valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../test/support/describe-collection.js';
import { walk } from '../../test/support/list-page.js';

describeCollection(eventSessionsContract, (subject) => {
  it('section 8: count the seats of their pending, confirmed and no_show bookings', async () => {
    const bookings = await walk(subject.service, 'bookings', 'limit=200');
    const holding = bookings.filter((row) => ['pending', 'confirmed', 'no_show'].includes(String(row['state'])));
    for (const { id, seats_total, seats_booked, seats_available } of subject.snapshot) {
      const own = holding.filter((row) => valuesAt(row, 'event_session.id')[0] === id);
      expect(seats_booked).toBe(own.flatMap((row) => arrayOf(row['seats'])).length);
      expect(seats_available).toBe(Math.max(0, Number(seats_total) - Number(seats_booked)));
    }
    expect(subject.snapshot.filter((row) => Number(row['seats_booked']) > 0).length).toBeGreaterThan(3);
  });

  it('SHAPE-10: show the users of the join table as hosts, ordered by id', async () => {
    const shown = subject.snapshot.flatMap((row) => arrayOf(row['hosts']));
    expect(shown).toHaveLength(await subject.count('event_session_hosts'));
    for (const row of subject.snapshot) {
      const ids = valuesAt(row, 'hosts[].id');
      expect(ids).toEqual([...ids].sort());
    }
  });
});
