import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { fill } from '@resource-catalogue/database/testing/server-sql';
import { unknownToDays } from '../support/booking-days.js';

const changes = {
  'are seeded': 'SELECT',
  'move to other days': `UPDATE bookings SET updated_at = updated_at + n * interval '29 hours'
    FROM (SELECT id, row_number() OVER (ORDER BY id) % 50 AS n FROM bookings) m WHERE m.id = bookings.id`,
  'are canceled and confirmed again': `UPDATE bookings SET canceled_at = CASE WHEN state = 'canceled' THEN NULL ELSE updated_at END,
      state = CASE WHEN state = 'canceled' THEN 'confirmed' ELSE 'canceled' END::booking_state`,
  'are added to days with others': `INSERT INTO bookings SELECT (jsonb_populate_record(b, jsonb_build_object(
      'id', gen_random_uuid(), 'updated_at', b.updated_at + interval '40 days'))).* FROM bookings b LIMIT 20`,
  'are updated after triggers were disabled': `ALTER TABLE bookings DISABLE TRIGGER booking_days_of_updated;
    UPDATE bookings SET created_at = created_at - interval '200 days';
    ALTER TABLE bookings ENABLE TRIGGER booking_days_of_updated; UPDATE bookings SET id = id`,
  'are added where ordinary triggers do not fire': `SET session_replication_role = replica;
    INSERT INTO bookings SELECT (jsonb_populate_record(b, jsonb_build_object(
      'id', gen_random_uuid(), 'created_at', b.created_at - interval '400 days'))).* FROM bookings b LIMIT 20;
    UPDATE bookings SET updated_at = updated_at + interval '400 days'; RESET session_replication_role`,
};

describe('the days of bookings', () => {
  let copy: TestDatabase;
  beforeAll(async () => {
    copy = await seededDatabase();
  });
  afterAll(() => copy.drop());

  it.each(Object.entries(changes))('booking days cover all bookings when they %s', async (_, sql) => {
    await fill(copy, sql);
    const unknown = await copy.database.source.query({ text: unknownToDays }, []);
    expect(unknown).toEqual([]);
  });
});
