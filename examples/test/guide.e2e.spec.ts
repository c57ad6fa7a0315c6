import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@resource-catalogue/client';
import { codeBlocks, typed } from '@resource-catalogue/testing/documents';
import { runningService } from './service/service.js';

const { baseUrl, token } = runningService();
const client = createClient({ baseUrl, token });
// Below the examples, so that the programs find the client as those of its users do.
let folder: string;
beforeAll(async () => {
  const parent = fileURLToPath(new URL('../out-tsc/', import.meta.url));
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(`${parent}guide-`);
  for (const code of codeBlocks('docs/guides/integrate.md', 'js', 2)) {
    const [, name = ''] = /^\/\/ (\w+\.mjs)\n/.exec(code) ?? [];
    // Small pages, so that there are several.
    await writeFile(join(folder, name), code.replace('limit=200', 'limit=20'));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string) => readFile(join(folder, name), 'utf8');

/** What the commands of a block print, typed in the folder of the programs. The reader's address and token are the test's. */
const print = (block: string): Promise<string> =>
  typed(block.replaceAll(/^export .*\n/gm, ''), {
    cwd: folder,
    variables: { CATALOGUE_URL: baseUrl, CATALOGUE_TOKEN: token },
  });

describe('the guide for integrators', () => {
  const [first = '', filtered = '', month = '', follow = ''] = codeBlocks('docs/guides/integrate.md', 'sh', 4);

  it('leads to a first answer, and to a filtered one', async () => {
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

  it('leads to a program that lists what machines are booked for', async () => {
    await print(month);
    const [head, ...rows] = (await file('month.csv')).trim().split('\n');
    expect(head).toBe('starts_at,ends_at,machine,sku,state');
    const booked = await client.bookings
      .list({
        filters: { starts_at: { gte: '2026-03-01', lt: '2026-04-01' }, state: { in: ['pending', 'confirmed'] } },
      })
      .toArray({ max: 1000 });
    const starts = booked.filter(({ machine_unit }) => machine_unit !== null).map(({ starts_at }) => starts_at);
    expect(rows.map((row) => row.split(',')[0])).toEqual(starts.sort());
    expect(starts.length).toBeGreaterThan(0);
  });

  it('leads to a program without the library that reads everything once, and then only whether something changed', async () => {
    const all = await client.bookings.list().toArray({ max: 10_000 });
    expect(all.length).toBeGreaterThan(40);
    await print(follow);
    expect((await file('first.txt')).trim().split('\n').slice(0, -1).sort()).toEqual(
      all.map(({ id, state, starts_at }) => `${id} ${state} ${starts_at}`).sort(),
    );
    expect(await file('second.txt')).toBe('0 rows.\n');
    expect(await file('third.txt')).toBe('Nothing has changed.\n');
  });
});
