import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { options } from '../test/seed/default-seed.js';
import { scaleOf } from './scale.js';
import { seedTables } from './seed-tables.js';
import type { SeedOptions } from './dataset.js';

function hashOf(from: SeedOptions): string {
  const hash = createHash('sha256');
  for (const { table, columns, rows } of seedTables(from)) {
    hash.update(JSON.stringify([table, columns]));
    for (const row of rows()) hash.update(JSON.stringify(row));
  }
  return hash.digest('hex');
}

function countOf(name: string, from: SeedOptions): number {
  let count = 0;
  for (const { table, rows } of seedTables(from))
    if (table === name) for (const row of rows()) count += row.length > 0 ? 1 : 0;
  return count;
}

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;

/** What takes all programs of the seed, but not long. */
const small: SeedOptions = { ...options, bookings: 300 };

describe('seedTables', () => {
  const hashOfSmall = hashOf(small);

  it('makes the same rows, byte by byte, from the same options', () => {
    expect(hashOf({ ...small, at: new Date(small.at) })).toBe(hashOfSmall);
  });

  it.each([{ seed: 2 }, { seed: 1 + 2 ** 32 }, { bookings: 301 }, { at: new Date(options.at.getTime() + 1) }])(
    'makes other rows from other options: %j',
    (change) => {
      expect(hashOf({ ...small, ...change })).not.toBe(hashOfSmall);
    },
  );

  it('makes the rows of one table the same, whatever tables were read before', () => {
    const last = (tables: ReturnType<typeof seedTables>) => [
      ...(tables.find(({ table }) => table === 'booking_seats')?.rows() ?? []),
    ];
    const read = seedTables(small);
    for (const { rows } of read) expect([...rows()].length).toBeGreaterThan(0);
    expect(last(read)).toEqual(last(seedTables(small)));
  });

  it.each([1, 7, 5001, ...(exhaustive ? [2, 100, 4999, 12_345] : [])])('makes exactly %d bookings', (bookings) => {
    expect(countOf('bookings', { ...options, bookings })).toBe(bookings);
  });

  it.each(['1980-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '2199-12-31T12:00:00.000Z'])(
    'tells a catalogue at %s',
    (at) => {
      expect(countOf('bookings', { bookings: 300, seed: 3, at: new Date(at) })).toBe(300);
    },
  );
});

describe('the default scale', () => {
  it('is that of one workshop', () => {
    const counts = Object.fromEntries(seedTables(options).map(({ table, rows }) => [table, [...rows()].length]));
    expect(counts).toMatchObject({
      bookings: 5000,
      spaces: 6,
      members: 400,
      machines: 60,
      machine_units: 105,
      places: 20,
      place_units: 45,
      trainings: 25,
      events: 20,
      plans: 16,
      projects: 150,
      project_licenses: 6,
      project_thematics: 10,
    });
    const near = (table: string, count: number) => Math.abs((counts[table] ?? 0) - count) <= count * 0.1;
    expect([
      near('subscriptions', 400),
      near('users', 440),
      near('training_sessions', 264),
      near('event_sessions', 176),
    ]).toEqual([true, true, true, true]);
  });

  it('lets all but bookings grow slowly', () => {
    const most = scaleOf(10_000_000);
    expect(most.members).toBeLessThan(50_000);
    expect(most.sessions).toBeLessThan(60_000);
    expect(most.machineUnits + most.placeUnits).toBeLessThan(7_000);
  });
});

describe('a large seed', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };

  it('is streamed: it keeps nothing of the bookings that it has made', () => {
    const most = exhaustive ? 200_000 : 40_000;
    const bookings = seedTables({ ...options, bookings: most }).find(({ table }) => table === 'bookings');
    const samples: number[] = [];
    let count = 0;
    for (const row of bookings?.rows() ?? []) {
      if (++count % 20_000 === 0 && row.length > 0) samples.push(heap());
    }
    expect(count).toBe(most);
    const [early = 0, late = Infinity] = [samples[0], samples.at(-1)];
    // 20,000 bookings at least lie between the two; each would take more than a kilobyte.
    expect(late - early).toBeLessThan(8);
  });
});
