import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingsContract, filterTable } from '@resource-catalogue/contracts';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { fill } from '@resource-catalogue/database/testing/server-sql';

const times = [...filterTable(bookingsContract.filters).values()]
  .filter(({ kind }) => kind === 'datetime')
  .map(({ field }) => field);

/** Bookings outside the range recorded for their day: a list would skip them. */
const unknownToDays = bookingsContract.sorts
  .map((key) => {
    const covered = times.map(
      (time) => `(b.${time} IS NULL OR b.${time} BETWEEN d.least_${time} AND d.greatest_${time})`,
    );
    return `SELECT '${key} ' || b.id FROM bookings b WHERE NOT EXISTS (
      SELECT FROM booking_days d WHERE d.key = '${key}' AND d.begins <= b.${key} AND b.${key} < d.begins + interval '24 hours'
        AND ${covered.join(' AND ')} AND b.state = d.state)`;
  })
  .join(' UNION ALL ');

const changes = {
  'are seeded': 'SELECT',
  'move to other days': `UPDATE bookings SET updated_at = updated_at + n * interval '29 hours'
    FROM (SELECT id, row_number() OVER (ORDER BY id) % 50 AS n FROM bookings) m WHERE m.id = bookings.id`,
  'are canceled and confirmed again': `UPDATE bookings SET canceled_at = CASE WHEN state = 'canceled' THEN NULL ELSE updated_at END,
      state = CASE WHEN state = 'canceled' THEN 'confirmed' ELSE 'canceled' END::booking_state`,
  'are added to days with others': `INSERT INTO bookings SELECT (jsonb_populate_record(b, jsonb_build_object(
      'id', gen_random_uuid(), 'updated_at', b.updated_at + interval '40 days'))).* FROM bookings b LIMIT 20`,
};

describe.each(databaseKinds)('the days of bookings on the %s database', (kind) => {
  let copy: TestDatabase;
  beforeAll(async () => {
    copy = await seededDatabase(kind);
  });
  afterAll(() => copy.drop());

  it.each(Object.entries(changes))('booking days cover all bookings when they %s', async (_, sql) => {
    await fill(copy, sql);
    const unknown = await copy.database.source.query({ text: unknownToDays }, []);
    expect(unknown).toEqual([]);
  });
});
