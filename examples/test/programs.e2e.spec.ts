import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Booking, type Client, createClient } from '@resource-catalogue/client';
import { codeBlocks } from '@resource-catalogue/testing/documents';
import jsQR from 'jsqr';
import sqlite from 'node-sqlite3-wasm';
import { syncBookings } from '../bookings-in-sqlite/sync.js';
import { Door } from '../door-controller/door.js';
import { labelSheets } from '../labels/sheet.js';
import { freeBusyPage } from '../free-busy-page/page.js';
import { type ApiDocument, postmanCollection } from '../postman-collection/collection.js';
import { getRunningService } from './service/service.js';

const service = getRunningService();
const client = createClient(service);

/** A client whose connection breaks after the given number of requests. */
function breakingAfter(requests: number): Client {
  let sent = 0;
  const broken: typeof fetch = (request) => {
    sent += 1;
    return sent > requests ? Promise.reject(new TypeError('gone')) : fetch(request);
  };
  return createClient({ ...service, maxAttempts: 1, fetch: broken });
}

let folder: string;
let bookings: readonly Booking[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-programs-'));
  bookings = await client.bookings.list().toArray({ max: 10_000 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function one<Value>([first]: readonly Value[]): Value {
  if (first === undefined) throw new Error('The demo data has no matching row.');
  return first;
}

describe('every example program', () => {
  /** Runs a program as its README shows, but from its sources, and returns its output. */
  async function run(program: string, args: readonly string[], ends: boolean): Promise<string> {
    const [command] = codeBlocks(`examples/${program}/README.md`, 'sh', 1);
    expect(command).toContain(`node dist/${program}/main.js`);
    const file = fileURLToPath(new URL(`../${program}/main.ts`, import.meta.url));
    const hooks = new URL('../../tools/typescript.mjs', import.meta.url).href;
    const words = ['--conditions=@resource-catalogue/source', '--import', hooks, file, ...args];
    const env = {
      ...process.env,
      PORT: '0',
      LOGO_URL: 'https://workshop.example.org/logo.svg',
      WEBHOOK_URL: 'https://hooks.example.org/bookings',
      WEBHOOK_SECRET: 'whsec_c2VjcmV0',
    };
    const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write('unknown-id\n');
    if (!ends) child.stdout.once('data', () => child.kill());
    const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(child.exitCode).toBe(ends ? 0 : null);
    return printed;
  }

  it.each([
    ['bookings-in-sqlite', ['a.sqlite'], true, /^Read [1-9]\d* bookings into a\.sqlite\.\n$/],
    ['bookings-in-sqlite', ['a.sqlite'], true, /^Read 0 bookings into a\.sqlite\.\n$/],
    ['free-busy-page', ['SPACE', 'page.html'], true, /^Wrote page\.html\.\n$/],
    [
      'accounting-csv',
      ['2026-03'],
      true,
      /^starts_at,subscription,.*\n(?:.*\n)*2026-03-\d\d,[\da-f-]{36},.+,.+,.+,\d{1,3}\.\d\d,EUR,\w+\n/,
    ],
    ['labels', ['SPACE', '.'], true, /^Wrote [1-9]\d* labels on [1-9]\d* pages\.\n$/],
    ['spaceapi', ['SPACE'], false, /^http:\/\/127\.0\.0\.1:[1-9]\d*\/\n$/],
    ['webhooks', ['since.txt'], false, /^Sending changed bookings to hooks\.example\.org\.\n$/],
    ['door-controller', ['SPACE'], false, /^closed\n$/],
  ])('starts as its README shows: %s %p', async (program, args, ends, printed) => {
    const { slug } = one((await client.spaces.list({ limit: 1 })).data);
    const given = args.map((arg) => arg.replace('SPACE', slug));
    expect(await run(program, given, ends)).toMatch(printed);
  });
});

describe('bookings-in-sqlite', () => {
  it('resumes an interrupted full read, then reads only changes', async () => {
    const database = new sqlite.Database(join(folder, 'resumed.sqlite'));
    // Before the newest changes in the demo data.
    const now = () => new Date('2026-02-01T00:00:00.000Z');
    const stored = () => database.all('SELECT id, state, updated_at FROM bookings ORDER BY id');
    await expect(syncBookings(breakingAfter(1), database, now)).rejects.toThrow();
    const first = stored().length;
    expect(first).toBeGreaterThan(0);
    expect(await syncBookings(client, database, now)).toBe(bookings.length - first);
    const rows = bookings.map(({ id, state, updated_at }) => ({ id, state, updated_at }));
    expect(stored()).toEqual(rows.sort((a, b) => (a.id < b.id ? -1 : 1)));

    const changed = bookings.filter(({ updated_at }) => updated_at >= '2026-01-31T23:59:00.000Z').length;
    database.exec("UPDATE bookings SET state = 'unknown'");
    expect(await syncBookings(client, database, now)).toBe(changed);
    expect(stored().filter(({ state }) => state !== 'unknown')).toHaveLength(changed);
    expect(changed).toBeGreaterThan(0);

    const times = bookings.map(({ updated_at }) => Date.parse(updated_at));
    const newest = times.filter((time) => time >= Math.max(...times) - 60_000).length;
    expect(newest).toBeLessThan(changed);
    expect(await syncBookings(client, database, now)).toBe(newest);
    database.close();
  });
});

describe('free-busy-page', () => {
  it('shows the slots of a booked machine within a week, without the names of members', async () => {
    const { machine_unit, member, slots, space } = one(
      bookings.filter(
        (booking) => booking.machine_unit?.state === 'available' && booking.member && booking.state === 'confirmed',
      ),
    );
    const { start_time } = one(slots);
    const from = new Date(Date.parse(start_time) - 3_600_000);
    const page = await freeBusyPage(client, { ...(await client.spaces.get(space.id)).data, time_zone: 'UTC' }, from);
    const row = one(page.split('\n').filter((line) => line.includes(`(${machine_unit?.sku ?? ''})`)));
    expect(row).toContain(`, ${start_time.slice(11, 16)} to `);
    expect(page).toContain('free');
    expect(row).not.toContain(member?.last_name);
  });
});

describe('labels', () => {
  /** Reads the code of a label with another library, which sees its squares as pixels. */
  function decode(svg: string): string | undefined {
    const size = Math.round(33 / Number(/scale\(([\d.]+)\)/.exec(svg)?.[1]));
    const [width, pixels] = [4 * size, new Uint8ClampedArray(4 * (4 * size) ** 2).fill(255)];
    for (const [, x = '', y = ''] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
      for (let pixel = 0; pixel < 16; pixel += 1) {
        const at = (4 * Number(y) + Math.floor(pixel / 4)) * width + 4 * Number(x) + (pixel % 4);
        pixels.fill(0, 4 * at, 4 * at + 3);
      }
    return jsQR.default(pixels, width, width)?.data;
  }

  it('lead to the page of each machine, and stay well-formed whatever its name', async () => {
    const machines = await client.machines.list().toArray({ max: 1000 });
    const odd = { ...one(machines), name: `<b>&amp;"\0 ${'𠮷'.repeat(200)}`, slug: 'x'.repeat(100) };
    const all = [odd, ...Array.from({ length: 24 }, (_, index) => machines[index % machines.length] ?? odd)];
    const sheets = labelSheets(all, 'https://catalogue.example.org/workshop/');
    expect(sheets).toHaveLength(2);
    const labels = sheets.flatMap((sheet) => sheet.split('\n').filter((line) => line.startsWith('<g ')));
    expect(labels.map(decode)).toEqual(all.map(({ id }) => `https://catalogue.example.org/workshop/#/machines/${id}`));
    for (const [index, text] of labels.entries()) {
      const shown = text.replaceAll(/<[^>]*>/g, '');
      expect(shown).toMatch(index === 0 ? /^&lt;b&gt;&amp;amp;"𠮷+…x{21}…$/u : (all[index]?.slug.slice(0, 21) ?? ''));
      expect(text).not.toMatch(/\p{Cc}|\p{Cs}/u);
    }
  });
});

describe('door-controller', () => {
  const minute = 60_000;

  it('opens for members with a booking, even during a short outage', async () => {
    const booking = one(bookings.filter(({ member, state }) => member && state === 'confirmed'));
    const { start_time, end_time } = one(booking.slots);
    const [begin, end] = [Date.parse(start_time), Date.parse(end_time)];
    const member = booking.member?.id ?? '';
    let now = begin - 30 * minute;
    const door = (of: Client) =>
      new Door({ client: of, spaceId: booking.space.id, now: () => now, longestOutage: end - begin + 40 * minute });

    const fresh = door(client);
    expect(fresh.opensFor(member)).toBe(false);
    await fresh.refresh();
    for (const [at, open] of [
      [begin - 10 * minute - 1, false],
      [begin - 10 * minute, true],
      [end - 1, true],
      [end, false],
    ] as const) {
      now = at;
      expect([at, fresh.opensFor(member), fresh.opensFor('unknown-id')]).toEqual([at, open, false]);
    }

    now = begin - 30 * minute;
    const cut = door(breakingAfter(1));
    await cut.refresh();
    now = begin;
    await expect(cut.refresh()).rejects.toThrow();
    expect(cut.opensFor(member)).toBe(true);
    const impatient = new Door({ client, spaceId: booking.space.id, now: () => now, longestOutage: 5 * minute });
    await impatient.refresh();
    now = begin + 5 * minute + 1;
    expect([impatient.opensFor(member), cut.opensFor(member)]).toEqual([false, true]);
  });
});

it('the Postman collection is up to date (`npm run collection -w @resource-catalogue/examples` writes it)', async () => {
  const openApi = new URL('../../apps/server/openapi.json', import.meta.url);
  const document = JSON.parse(await readFile(openApi, 'utf8')) as ApiDocument;
  const stored = new URL('../postman-collection/catalogue.postman_collection.json', import.meta.url);
  const made = `${JSON.stringify(postmanCollection(document), null, 2)}\n`;
  expect(made === (await readFile(stored, 'utf8'))).toBe(true);
  const [, url = ''] = /"raw": "\{\{base_url\}\}([^"]*)"/.exec(made) ?? [];
  const headers = { authorization: `Bearer ${service.token}` };
  expect((await fetch(service.baseUrl + url, { headers })).status).toBe(200);
});
