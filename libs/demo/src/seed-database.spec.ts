import { seedTables } from '@resource-catalogue/prisma/seed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { countRows } from '@resource-catalogue/database/testing/stored';
import { createToken } from '@resource-catalogue/tokens';
import type { Database } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import { isDemo, isEmpty, seedDatabase, type SeedProgress } from './seed-database.js';

/** Enough for several progress reports and for a vacuum. */
const bookings = 1100;
const options = { bookings, seed: 1, at: new Date('2026-03-01T10:15:30.123Z'), rare: true };
const silent = () => undefined;

describe('a seed', () => {
  let database: Database;
  const reports: SeedProgress[] = [];

  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  it('leaves no rows when it fails, and can be repeated', async () => {
    const stop = ({ table }: SeedProgress) => {
      if (table === 'bookings') throw new Error('interrupted');
    };
    await expect(seedDatabase(database, options, stop)).rejects.toThrow('interrupted');
    expect([await isEmpty(database), await isDemo(database)]).toEqual([true, false]);
    expect(await database.prisma.booking.count()).toBe(0);
  });

  it('tells that nothing was stored when the database ends its session', async () => {
    // Ends only the session that copies, because a pool may not notice at once that others have ended.
    const copying = `datname = current_database() AND query LIKE 'COPY %'`;
    const text = `SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE ${copying}`;
    let ended: Promise<unknown> | undefined;
    const stop = ({ table }: SeedProgress) => {
      if (table === 'bookings') ended ??= database.source.query({ text }, []);
    };
    const failure = seedDatabase(database, { ...options, bookings: 20_000 }, stop);
    await expect(failure).rejects.toThrow(/^Nothing was seeded: the database failed \(.+\)\. Run the command again\.$/);
    expect(await ended).toEqual([['true']]);
    expect(await isEmpty(database)).toBe(true);
  });

  it('can be added to a database with tokens, and satisfies all constraints', async () => {
    await createToken(database.prisma, { name: 'Own', scopes: ['read'], expiresAt: null, quota: null });
    const result = await seedDatabase(database, options, (progress) => reports.push(progress));
    const ended = new Map(reports.map(({ table, rows }) => [table, rows]));
    expect([...ended.keys()]).toEqual(seedTables(options).map(({ table }) => table));
    const stored = await Promise.all([...ended.keys()].map((table) => countRows(database, table)));
    expect(stored).toEqual([...ended.values()]);
    expect(result).toEqual({ tables: ended.size, rows: stored.reduce((sum, rows) => sum + rows, 0) });
    expect(ended.get('bookings')).toBe(bookings);
    expect([await isEmpty(database), await isDemo(database)]).toEqual([false, true]);
  });

  it('vacuums its tables, so that index-only scans are possible', async () => {
    const text = `SELECT (relallvisible > 0.9 * relpages)::text FROM pg_class WHERE oid = 'bookings'::regclass`;
    expect(await database.source.query({ text }, [])).toEqual([['true']]);
  });

  it('records its options', async () => {
    const kept = await database.prisma.catalogueSetting.findMany({ orderBy: { key: 'asc' } });
    expect(kept.map(({ key, value }) => [key, value])).toEqual([
      ['demo.at', '2026-03-01T10:15:30.123Z'],
      ['demo.bookings', String(bookings)],
      ['demo.rare', 'true'],
      ['demo.seed', '1'],
    ]);
  });

  it('reports its progress', () => {
    const reported = reports.filter(({ table }) => table === 'bookings').map(({ rows, of }) => [rows, of]);
    expect(reported).toEqual([1000, bookings].map((rows) => [rows, bookings]));
  });

  it('is rejected if the database already has a catalogue', async () => {
    const again = seedDatabase(database, { ...options, bookings: 1 }, silent);
    await expect(again).rejects.toThrow(CommandError);
    await expect(again).rejects.toThrow(/already has a catalogue/);
    expect(await database.prisma.booking.count()).toBe(bookings);
  });
});

describe('isEmpty', () => {
  it('detects a single row in any table without foreign keys', async () => {
    const database = await scratchDatabase();
    const id = '018f0000-0000-7000-8000-000000000001';
    expect(await isEmpty(database)).toBe(true);
    const license = await database.prisma.projectLicense.create({ data: { id, name: 'MIT', code: 'MIT' } });
    expect(await isEmpty(database)).toBe(false);
    await database.prisma.projectLicense.delete({ where: { id: license.id } });
    await database.prisma.equipment.create({ data: { id, name: 'Sink' } });
    expect(await isEmpty(database)).toBe(false);
    await database.close();
  });
});
