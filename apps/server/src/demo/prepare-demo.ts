import { createToken } from '../auth/token-admin.js';
import type { Database } from '../database/database.js';
import { isDemo, isEmpty, seedDatabase } from './seed-database.js';

/**
 * Fills an empty embedded database with a demo catalogue, and answers the one token for a demo catalogue. Null where there is
 * a real catalogue: nobody gets a token to it by starting the service.
 */
export async function prepareDemo(database: Database): Promise<string | null> {
  if (database.kind !== 'embedded') return null;
  if (await isEmpty(database)) {
    const { defaultBookings } = await import('@resource-catalogue/prisma/seed');
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

/** Deletes the token that an earlier start printed: somebody may have kept it. */
export async function withdrawDemoToken({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.accessToken.deleteMany({ where: { demo: true } });
}
