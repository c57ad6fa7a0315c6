import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { options } from '../test/seed/default-seed.js';
import type { SeedOptions } from './ground.js';
import { seedTables } from './seed-tables.js';
import type { SeedTable } from './table.js';

function hashOf(tables: readonly SeedTable[]): string {
  const hash = createHash('sha256');
  for (const { table, columns, rows } of tables) hash.update(JSON.stringify([table, columns, ...rows()]));
  return hash.digest('hex');
}

/** Small, but large enough to run every part of the seed. */
const small: SeedOptions = { ...options, bookings: 300 };

describe('seedTables', () => {
  it('makes the same rows, byte for byte, from the same options, and different rows from different options', () => {
    const tables = seedTables(small);
    const expected = hashOf(tables);
    expect([hashOf(tables), hashOf(seedTables({ ...small, at: new Date(small.at) }))]).toEqual([expected, expected]);
    const changes = [
      { seed: 2 },
      { seed: 1 + 2 ** 32 },
      { bookings: 301 },
      { at: new Date(+options.at + 1) },
      { rare: false },
    ];
    const hashes = changes.map((change) => hashOf(seedTables({ ...small, ...change })));
    expect(new Set([expected, ...hashes]).size).toBe(6);
  });

  it.each([
    [1, '2026-03-01T10:15:30.123Z'],
    [7, '1980-01-01T00:00:00.000Z'],
    [5001, '2024-02-29T23:59:59.999Z'],
    [300, '2199-12-31T12:00:00.000Z'],
  ])('makes exactly %d bookings at %s', (bookings, at) => {
    const table = seedTables({ bookings, seed: 3, at: new Date(at), rare: bookings !== 7 }).find(
      (each) => each.table === 'bookings',
    );
    expect([...(table?.rows() ?? [])]).toHaveLength(bookings);
  });

  it('has the size of one workshop by default', () => {
    const counts = Object.fromEntries(seedTables(options).map(({ table, rows }) => [table, [...rows()].length]));
    expect(counts).toMatchObject({
      ...{ bookings: 5000, spaces: 6, members: 400, machines: 60, machine_units: 105, places: 20, place_units: 45 },
      ...{ trainings: 25, events: 20, plans: 16, projects: 150, project_licenses: 6, project_thematics: 10 },
    });
  });

  it('streams bookings without holding them in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const bookings = seedTables({ ...options, bookings: 40_000 }).find(({ table }) => table === 'bookings');
    const heaps: number[] = [];
    let count = 0;
    for (const row of bookings?.rows() ?? []) {
      if (row.length === 0 || ++count % 20_000 !== 0) continue;
      collect();
      heaps.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
    // 20,000 bookings lie between the two measurements; each would take more than a kilobyte.
    expect((heaps[1] ?? Infinity) - (heaps[0] ?? 0)).toBeLessThan(8);
  });
});
