import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Feed, feedCollections } from '@resource-catalogue/tokens';
import { LargeResponses } from '@resource-catalogue/concurrency';
import { asArray, asObject, asText, isObject, type JsonObject } from '@resource-catalogue/testing/json';
import { Calendars } from '../../src/calendars/calendars.js';
import { startTestService, type TestService } from '../support/service.js';
import { readCalendar, type ReadEvent } from './support/calendar.js';
import { expectedEvents, readTables, type Tables } from './support/expected-events.js';

/** The current time of the seeded database. */
const now = '2026-03-01T12:00:00.000Z';
const window = ['2025-12-01T12:00:00.000Z', '2027-03-01T12:00:00.000Z'] as const;

let service: TestService;
let tables: Tables;
beforeAll(async () => {
  service = await startTestService();
  tables = await readTables(service);
});
afterAll(() => service.close());
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now)));
afterEach(() => void jest.restoreAllMocks());

async function get(feed: Feed) {
  const { feed_path: path } = await service.newToken({ feed });
  return service.request(path ?? '', { token: false });
}

const eventsOf = async (feed: Feed): Promise<readonly ReadEvent[]> => readCalendar((await get(feed)).body).events;

const execute = (text: string, ...values: readonly unknown[]) =>
  service.database.prisma.$executeRawUnsafe(text, ...values);

/** A confirmed booking of a machine that is in no other booking of the window, and its feed. */
function someBooking(): { readonly feed: Feed; readonly id: string; readonly uid: string; readonly row: JsonObject } {
  for (const row of tables['bookings']?.values() ?? []) {
    const unit = row['machine_unit'];
    const live = isObject(unit) && tables['machine_units']?.get(asText(unit['id']));
    const [slot, ...more] = asArray(row['slots']).map(asObject);
    if (!live || live['soft_deleted_at'] !== null || row['state'] !== 'confirmed' || !slot || more.length > 0) continue;
    if (row['member'] === null || asText(slot['start_time']) < now) continue;
    const uid = `${asText(slot['id'])}@resource-catalogue`;
    return {
      feed: { collection: 'machine_units', id: asText(live['id']), withNames: false },
      id: asText(row['id']),
      uid,
      row,
    };
  }
  throw new Error('The seed has no such booking.');
}

const eventIn = (events: readonly ReadEvent[], uid: string): ReadEvent => {
  const found = events.find((event) => event.uid === uid);
  if (!found) throw new Error(`No event has the UID ${uid}.`);
  return found;
};

/** Maximum number of rows per collection, spread evenly. */
const maxRows = 40;

it.each(feedCollections)('the feeds of %s have the events that follow from the rows of the API', async (collection) => {
  const words = new Set<string>();
  const rows = [...(tables[collection]?.values() ?? [])];
  const step = Math.ceil(rows.length / maxRows);
  for (const [index, row] of rows.filter((_, at) => at % step === 0).entries()) {
    const feed: Feed = { collection, id: asText(row['id']), withNames: index % 2 === 1 };
    const response = await get(feed);
    const owner = row['machine'] ?? row['place'];
    const ownerRow =
      isObject(owner) && collection.endsWith('_units')
        ? tables[`${collection.slice(0, -'_units'.length)}s`]?.get(asText(owner['id']))
        : undefined;
    const isDeleted = [row, ownerRow].some((one) => typeof one?.['soft_deleted_at'] === 'string');
    expect([feed, response.status]).toEqual([feed, isDeleted ? 404 : 200]);
    if (isDeleted) continue;
    const { events } = readCalendar(response.body);
    expect(events).toEqual(expectedEvents(tables, feed, ...window));
    for (const { summary } of events) words.add(/^(?:Booked|Pending|Canceled|Draft|Closed)?/.exec(summary)?.[0] ?? '');
  }
  const everything = ['', 'Booked', 'Canceled', 'Closed', 'Draft', 'Pending'];
  if (collection === 'spaces') expect([...words].toSorted()).toEqual(everything);
  else expect(words.size).toBeGreaterThan(0);
});

describe('a change', () => {
  it('raises SEQUENCE of the event of a changed booking, which keeps its UID, and leaves others as they are', async () => {
    const { feed, id, uid } = someBooking();
    const before = await eventsOf(feed);
    expect(eventIn(before, uid).status).toBe('CONFIRMED');
    await execute(
      `UPDATE bookings SET state = 'canceled', canceled_at = $2::timestamptz, updated_at = updated_at + interval '2 s' WHERE id = $1::uuid`,
      id,
      now,
    );
    const after = await eventsOf(feed);
    expect(eventIn(after, uid)).toMatchObject({
      status: 'CANCELLED',
      sequence: eventIn(before, uid).sequence + 2,
      free: true,
    });
    expect(after.filter((event) => event.uid !== uid)).toEqual(before.filter((event) => event.uid !== uid));
    await execute(
      `UPDATE bookings SET state = 'confirmed', canceled_at = NULL, updated_at = updated_at + interval '2 s' WHERE id = $1::uuid`,
      id,
    );
    expect(eventIn(await eventsOf(feed), uid)).toMatchObject({
      status: 'CONFIRMED',
      sequence: eventIn(before, uid).sequence + 4,
    });
  });

  it('cancels the bookings of a deleted machine in the feed of the space, and ends the feed of the machine', async () => {
    const { feed, uid, row } = someBooking();
    const space: Feed = { collection: 'spaces', id: asText(asObject(row['space'])['id']), withNames: false };
    const before = eventIn(await eventsOf(space), uid);
    await execute(
      `UPDATE machine_units SET soft_deleted_at = $2::timestamptz, updated_at = $2::timestamptz WHERE id = $1::uuid`,
      feed.id,
      '2026-03-01T11:00:00Z',
    );
    const after = eventIn(await eventsOf(space), uid);
    expect(after.status).toBe('CANCELLED');
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect((await get(feed)).status).toBe(404);
    await execute(
      `UPDATE machine_units SET soft_deleted_at = NULL, updated_at = updated_at + interval '1 s' WHERE id = $1::uuid`,
      feed.id,
    );
    expect(eventIn(await eventsOf(space), uid)).toMatchObject({ status: before.status, sequence: after.sequence + 1 });
  });
});

describe('times', () => {
  // The hour that a clock change skips or repeats, in local time, and the instants of its slot.
  it.each([
    ['Europe/Berlin', '2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z', ['01:30', '03:30']],
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', ['02:30', '02:30']],
    ['America/New_York', '2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z', ['01:30', '03:30']],
    ['America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z', ['01:30', '01:30']],
  ])('are those of the slot across a clock change of %s (%s)', async (timeZone, start, end, local) => {
    const { feed, id, uid } = someBooking();
    const day = start.slice(0, 10);
    const slot = { id: uid.split('@')[0], start_date: day, start_time: start, end_date: day, end_time: end };
    await execute(
      `UPDATE bookings SET slots = $2::json, starts_at = $3::timestamptz, ends_at = $4::timestamptz WHERE id = $1::uuid`,
      id,
      JSON.stringify([slot]),
      start,
      end,
    );
    const event = eventIn(await eventsOf(feed), uid);
    expect([event.start, event.end]).toEqual([start, end]);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    expect([event.start, event.end].map((instant) => clock.format(new Date(instant)))).toEqual(local);
  });

  it('are rounded so that an event within one second ends after it starts', async () => {
    const { feed, id, uid } = someBooking();
    const [start, end] = ['2026-04-01T09:00:00.200Z', '2026-04-01T09:00:00.700Z'];
    const slot = {
      id: uid.split('@')[0],
      start_date: '2026-04-01',
      start_time: start,
      end_date: '2026-04-01',
      end_time: end,
    };
    await execute(
      `UPDATE bookings SET slots = $2::json, starts_at = $3::timestamptz, ends_at = $4::timestamptz WHERE id = $1::uuid`,
      id,
      JSON.stringify([slot]),
      start,
      end,
    );
    const event = eventIn(await eventsOf(feed), uid);
    expect([event.start, event.end]).toEqual(['2026-04-01T09:00:00.000Z', '2026-04-01T09:00:01.000Z']);
  });
});

it('hostile names cannot add lines, and are folded between characters', async () => {
  const { feed, row } = someBooking();
  const machine = asText(asObject(asObject(tables['machine_units']?.get(feed.id))['machine'])['id']);
  const injected = 'a\r\nEND:VEVENT\nATTENDEE:mailto:x\rX-A:1';
  const names = [
    ...[
      injected,
      `${injected}\u0085\u2028B:1\u2029C:2\u000b\u000c\u001b[0m\u009b`,
      String.raw`a\nb;c,d:"e"\\`,
      'BEGIN:VCALENDAR',
    ],
    // Four-byte characters at every offset from the fold.
    ...[0, 1, 2, 3].map((offset) => `${'x'.repeat(offset)}${'👩🏽‍🔧é'.repeat(30)}`),
    ...[0, 1, 2, 3].map((offset) => `${'x'.repeat(offset)}${'🔥'.repeat(95)}`),
  ];
  const space = asText(asObject(row['space'])['id']);
  for (const name of names) {
    await execute('UPDATE machines SET name = $2 WHERE id = $1::uuid', machine, name);
    await execute('UPDATE spaces SET name = $2 WHERE id = $1::uuid', space, name);
    const shown = name.replace(/\r\n|\r/g, '\n').replace(/[\u000b\u000c\u001b\u0085\u009b\u2028\u2029]/g, ' ');
    const calendar = readCalendar((await get({ collection: 'machines', id: machine, withNames: false })).body);
    expect(calendar.name).toBe(shown);
    expect(calendar.events.length).toBeGreaterThan(0);
    for (const { summary, location } of calendar.events) {
      expect(summary).toContain(shown);
      expect(location?.startsWith(shown)).toBe(true);
    }
  }
});

it('texts whose length is not limited are shortened between characters', async () => {
  const { feed, row } = someBooking();
  const space = asText(asObject(row['space'])['id']);
  const address = { street: '🔥'.repeat(20_000) };
  await execute('UPDATE spaces SET address = $2::json WHERE id = $1::uuid', space, JSON.stringify(address));
  for (const { location } of await eventsOf(feed)) expect(location).toMatch(/^.*, (🔥){1,498}…$/u);
});

it('a feed with more events than allowed keeps those nearest to now, and says that it is incomplete', async () => {
  const [space] = tables['spaces']?.keys() ?? [];
  const feed: Feed = { collection: 'spaces', id: space ?? '', withNames: false };
  const all = await eventsOf(feed);
  const read = async (max: number) => {
    const calendars = new Calendars(service.database.reads, new LargeResponses(), undefined, max);
    return readCalendar(Buffer.from(await calendars.read(feed))).events;
  };
  expect(await read(all.length)).toEqual(all);
  const isOver = ({ end }: ReadEvent): boolean => end < now;
  const distance = ({ start }: ReadEvent): number => Math.abs(Date.parse(start) - Date.parse(now));
  const ranked = all.toSorted(
    (a, b) => Number(isOver(a)) - Number(isOver(b)) || distance(a) - distance(b) || (a.uid < b.uid ? -1 : 1),
  );
  const upcoming = all.filter((event) => !isOver(event)).length;
  for (const max of [upcoming + 2, upcoming, 3]) {
    const [notice, ...events] = (await read(max)).toReversed();
    const summary = `Incomplete calendar: only ${max} events are shown`;
    expect(notice).toMatchObject({ summary, start: '2026-03-01', free: true });
    const nearest = new Set(ranked.slice(0, max));
    expect(events.toReversed()).toEqual(all.filter((event) => nearest.has(event)));
  }
});
