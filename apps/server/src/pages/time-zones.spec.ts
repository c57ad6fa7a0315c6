import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { seededDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { compareTimeZones } from './time-zones.js';

const now = new Date('2026-07-20T10:00:00Z');
const { tz: node } = process.versions;

let test: TestDatabase;
beforeAll(async () => void (test = await seededDatabase()));
afterAll(() => test.drop());

/** Changes the zone of one space; the others keep theirs. */
const setZone = async (time_zone: string): Promise<void> => {
  const { id } = await test.database.prisma.space.findFirstOrThrow();
  await test.database.prisma.space.update({ where: { id }, data: { time_zone } });
};

it('Node and PostgreSQL agree about zones ahead of UTC, behind it, and with half hours', async () => {
  for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']) {
    await setZone(zone);
    expect(await compareTimeZones(test.database.source, now)).toEqual({ ok: true, node });
  }
});

it('a zone that PostgreSQL does not know is reported', async () => {
  await setZone('Mars/Base');
  expect(await compareTimeZones(test.database.source, now)).toEqual({
    ...{ ok: false, node },
    reason: 'Time zone data differs: PostgreSQL does not know Mars/Base. Update the older program.',
  });
});

it('a zone with another offset is reported with the first day that differs, and at most five zones are listed', async () => {
  const rows = (offsets: string) => ({ query: () => Promise.resolve([['Europe/Berlin', offsets]]) });
  expect(await compareTimeZones(rows('7200,3600,7200'), now)).toEqual({ ok: true, node });
  expect(await compareTimeZones(rows('7200,7200,7200'), now)).toEqual({
    ...{ ok: false, node },
    reason:
      'Time zone data differs: Europe/Berlin on 2027-01-15 is 3600 s from UTC in Node, 7200 s in PostgreSQL. ' +
      'Update the older program.',
  });
  const many = { query: () => Promise.resolve(Array.from({ length: 7 }, (_, place) => [`Mars/${place}`, '0,0,0'])) };
  expect((await compareTimeZones(many, now)).reason).toMatch(
    /^[^;]*Node does not know Mars\/0(; Node[^;]*){4}; and 2 more\./,
  );
});

it('a failing database does not stop the service', async () => {
  const failing = { query: () => Promise.reject(new Error('ECONNREFUSED')) };
  expect(await compareTimeZones(failing, now)).toEqual({
    ...{ ok: false, node },
    reason: 'The time zones could not be compared when the service started.',
  });
});
