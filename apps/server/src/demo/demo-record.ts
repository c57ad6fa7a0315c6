import type { SeedOptions } from '@resource-catalogue/prisma/seed';
import type { CopyRows } from '../database/copy.js';
import type { Database } from '../database/database.js';

const keys = ['demo.bookings', 'demo.seed', 'demo.at'] as const;

/** Writes down that the catalogue is a demonstration, and what it was made from, along with its rows. */
export function recordDemo(copy: CopyRows, { bookings, seed, at }: SeedOptions): Promise<number> {
  const values = [String(bookings), String(seed), at.toISOString()];
  return copy(
    'catalogue_settings',
    ['key', 'value'],
    keys.map((key, index) => [key, values[index] ?? null]),
  );
}

export async function forgetDemo({ prisma }: Database): Promise<void> {
  await prisma.catalogueSetting.deleteMany({ where: { key: { in: [...keys] } } });
}

export async function isDemo({ prisma }: Database): Promise<boolean> {
  return (await prisma.catalogueSetting.count({ where: { key: { in: [...keys] } } })) === keys.length;
}
