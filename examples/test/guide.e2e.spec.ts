import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Booking, createClient } from '@resource-catalogue/client';
import { freeTimes } from '@resource-catalogue/client/availability';
import { codeBlocks, typed } from '@resource-catalogue/testing/documents';
import { getRunningService } from './service/service.js';

const { baseUrl, token } = getRunningService();
const client = createClient({ baseUrl, token });
// A directory in the examples, so that the programs resolve the client like those of users.
let folder: string;
beforeAll(async () => {
  const parent = fileURLToPath(new URL('../out-tsc/', import.meta.url));
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(`${parent}guide-`);
  const programs = [
    ...codeBlocks('docs/guides/integrate.md', 'js', 2),
    ...codeBlocks('docs/guides/integrate.md', 'python', 1),
  ];
  for (const code of programs) {
    const [, name = ''] = /^(?:\/\/|#) (\w+\.\w+)\n/.exec(code) ?? [];
    // Small pages force paging.
    await writeFile(join(folder, name), code.replace('limit=200', 'limit=20').replace("'limit': 200", "'limit': 2"));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string) => readFile(join(folder, name), 'utf8');

/** Runs the commands of a block in the programs' directory, with the test's URL and token, and returns their output. */
const print = (block: string): Promise<string> =>
  typed(block.replaceAll(/^export .*\n/gm, ''), {
    cwd: folder,
    variables: { CATALOGUE_URL: baseUrl, CATALOGUE_TOKEN: token },
  });

async function findSpace(slug: string) {
  const space = await client.spaces.list({ filters: { slug: { in: [slug] } } }).first();
  if (!space) throw new Error('The guide must contain the demo workshop.');
  return space;
}

function wallClock(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => format.format(instant);
}

const nameOf = (unit: NonNullable<Booking['machine_unit'] | Booking['place_unit']>) =>
  `${('machine' in unit ? unit.machine : unit.place).name} ${unit.sku}`;

describe('docs/guides/integrate.md', () => {
  const blocks = codeBlocks('docs/guides/integrate.md', 'sh', 5);
  // The guide uses the demo workshop, which the data of the tests lacks.
  const [first = '', filtered = '', free = '', follow = '', busy = ''] = blocks.map((block) =>
    block.replace('quayside-makers', 'harbour-campus'),
  );

  it('starts with a first request and a filtered one', async () => {
    const { data: spaces } = await client.spaces.list({ limit: 1 });
    expect(JSON.parse(await print(first))).toMatchObject({ data: spaces });
    const { data: bookings } = await client.bookings.list({
      filters: { state: { in: ['confirmed'] }, starts_at: { gte: '2026-03-01' } },
      sort: 'starts_at',
      limit: 5,
    });
    expect(bookings.length).toBeGreaterThan(0);
    expect(JSON.parse(await print(filtered))).toMatchObject({ data: bookings });
  });

  it('lists requests that the service accepts', async () => {
    const booking = await client.bookings.list().first();
    if (!booking) throw new Error('The data of the tests has no bookings.');
    const guide = await readFile(new URL('../../docs/guides/integrate.md', import.meta.url), 'utf8');
    const requests = [...guide.matchAll(/^\| [^|]+ \| `([^`]+)` +\|$/gm)].map(([, request = '']) => request);
    expect(requests.length).toBeGreaterThan(5);
    for (const request of requests) {
      const url = `${baseUrl}/api/v1/${request.replace('ID', booking.id)}`;
      const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      expect([request, status]).toEqual([request, 200]);
    }
  });

  it('has a program that prints the free times of each unit in a space on a day', async () => {
    const [, , slug = '', start = '', end = ''] = free.trim().split(' ');
    const { id, time_zone } = await findSpace(slug);
    const { units } = await freeTimes(client, { space: id, start, end, openingHours: true });
    const shown = wallClock(time_zone);
    const expected = units.map(({ unit, times }) => {
      const ranges = times.map(({ start, end }) => `${shown(start).slice(11)}-${shown(end).slice(11)}`);
      return `${nameOf(unit)}: ${ranges.join(', ') || 'not free'}`;
    });
    expect((await print(free)).trim().split('\n')).toEqual(expected);
    expect(new Set(expected.map((line) => line.split(': ')[1])).size).toBeGreaterThan(2);
  });

  it('has a program without the client library that reads everything once, then only changes', async () => {
    const all = await client.bookings.list().toArray({ max: 10_000 });
    expect(all.length).toBeGreaterThan(40);
    await print(follow);
    expect((await file('first.txt')).trim().split('\n').slice(0, -1).sort()).toEqual(
      all.map(({ id, state, starts_at }) => `${id} ${state} ${starts_at}`).sort(),
    );
    expect(await file('second.txt')).toBe('0 rows.\n');
    expect(await file('third.txt')).toBe('Nothing has changed.\n');
  });

  it('has a Python program that lists the same slots of a day as a search of all bookings', async () => {
    const [, , slug = '', day = ''] = busy.trim().split(' ');
    const space = await findSpace(slug);
    const shown = wallClock(space.time_zone);
    const all = await client.bookings.list({ filters: { space_id: { in: [space.id] } } }).toArray({ max: 10_000 });
    const expectedOn = (date: string) =>
      all
        .filter(({ state }) => state !== 'canceled' && state !== 'rejected')
        .flatMap(({ machine_unit, place_unit, slots }) => {
          const unit = machine_unit ?? place_unit;
          if (!unit) return [];
          return slots.flatMap(({ start_time, end_time }) => {
            const [start = '', stop = ''] = [start_time, end_time].map((text) => shown(new Date(text)));
            const isThen = start.slice(0, 10) <= date && stop > `${date} 00:00`;
            return isThen ? [`${start.slice(11)}-${stop.slice(11)} ${nameOf(unit)}`] : [];
          });
        })
        .sort();
    const printedOn = async (date: string) =>
      (await print(busy.replace(day, date)))
        .split('\n')
        .filter((line) => line !== '')
        .sort();
    // The day in the guide, a clock change, the busiest day, and a day between two slots of one booking.
    const starts = all.flatMap(({ slots }) => slots.map(({ start_date: date }) => date));
    const busiest =
      [...new Set(starts)].sort((one, other) => expectedOn(other).length - expectedOn(one).length)[0] ?? '';
    const long = all.find(({ machine_unit, place_unit, slots }) => (machine_unit ?? place_unit) && slots.length > 1);
    if (!long) throw new Error('The demo data has no booking of several slots.');
    const between = new Date(Date.parse(long.starts_at) + 86_400_000).toISOString().slice(0, 10);
    expect(expectedOn(busiest).length).toBeGreaterThan(1);
    for (const date of [day, '2026-03-29', busiest, between]) expect(await printedOn(date)).toEqual(expectedOn(date));
    await expect(print(busy.replace(slug, 'nowhere'))).rejects.toThrow('No space has the slug nowhere.');
  });
});
