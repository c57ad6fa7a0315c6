import { createToken, hashToken, isWellFormed, newAccessToken } from '@resource-catalogue/tokens';
import { CommandError, ConfigurationError } from '@resource-catalogue/program';
import type { Database } from '@resource-catalogue/database';
import { emptyOldDemo, isDemo, isEmpty, renewalKey, seedDatabase } from './seed-database.js';

/** The setting with the token in plain text: it gives access to demo data only, and the first import deletes it. */
const tokenKey = 'demo.token';

/**
 * Fills an empty database with a demo catalogue, or renews that of an earlier day, and returns its token: DEMO_TOKEN if
 * set, otherwise that of the previous start. Null for a real catalogue, to which a start must not grant access.
 */
export async function prepareDemo(database: Database, given: string | null, now = new Date()): Promise<string | null> {
  if (given !== null && !isWellFormed(given)) {
    throw new ConfigurationError(['DEMO_TOKEN is mistyped or cut off: its last 6 characters are not its checksum']);
  }
  await emptyOldDemo(database, now);
  if (await isEmpty(database)) {
    const { defaultBookings } = await import('@resource-catalogue/prisma/seed');
    await seedDatabase(database, { bookings: defaultBookings, seed: 1, at: now, rare: false }, () => undefined);
    await keep(renewalKey, 'on', database);
  }
  if (!(await isDemo(database))) return null;
  const token = given ?? (await keptToken(database)) ?? newAccessToken();
  await allowOnly(token, database);
  if (given === null) await keep(tokenKey, token, database);
  return token;
}

/** Deletes the token that an earlier start printed, since it may have been kept. */
export async function withdrawDemoToken({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.accessToken.deleteMany({ where: { demo: true } });
}

const goodToken = (token: string) => ({ hash: hashToken(token), demo: true, revoked_at: null, expires_at: null });

/** The token of the previous start; null if it was revoked, rotated or deleted since. */
async function keptToken({ prisma }: Database): Promise<string | null> {
  const kept = await prisma.catalogueSetting.findUnique({ where: { key: tokenKey } });
  return kept && (await prisma.accessToken.count({ where: goodToken(kept.value) })) === 1 ? kept.value : null;
}

async function allowOnly(token: string, { prisma }: Database): Promise<void> {
  await prisma.accessToken.deleteMany({ where: { demo: true, NOT: goodToken(token) } });
  const known = await prisma.accessToken.findUnique({ where: { hash: hashToken(token) } });
  if (known?.demo === false) {
    throw new CommandError(
      'DEMO_TOKEN is already an access token of this catalogue: choose another value, or unset it.',
    );
  }
  if (known) return;
  const quota = { requests: 6000, seconds: 60 };
  const scopes = ['read', 'projects:write'] as const;
  await createToken(prisma, { name: 'Demo', scopes, expiresAt: null, quota, demo: true }, token);
}

async function keep(key: string, value: string, { prisma }: Database): Promise<void> {
  await prisma.catalogueSetting.upsert({
    where: { key },
    create: { key, value },
    update: { value },
  });
}
