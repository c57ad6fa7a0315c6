import { defaultBookings } from '@resource-catalogue/prisma/seed';
import { createToken } from '../auth/token-admin.js';
import type { Database } from '../database/database.js';
import { isDemo } from './demo-record.js';
import { isEmpty } from './is-empty.js';
import { seedDatabase } from './seed-database.js';

/**
 * Makes the embedded database something to look at: fills an empty one, and answers a token for a demonstration, of which
 * there is never more than one. Null where there is a real catalogue, to which nobody gets a token by starting the service.
 */
export async function prepareDemo(database: Database): Promise<string | null> {
  if (database.kind !== 'embedded') return null;
  if (await isEmpty(database)) {
    await seedDatabase(database, { bookings: defaultBookings, seed: 1, at: new Date() }, () => undefined);
  }
  if (!(await isDemo(database))) return null;
  await withdrawDemoToken(database);
  const { token } = await createToken(database.prisma, {
    name: 'Demo',
    scopes: ['read', 'projects:write'],
    expiresAt: null,
    quota: { requests: 6000, seconds: 60 },
    demo: true,
  });
  return token;
}

/** Refuses the token that an earlier start showed; it may be in somebody's notes. */
export async function withdrawDemoToken({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.accessToken.deleteMany({ where: { demo: true } });
}
