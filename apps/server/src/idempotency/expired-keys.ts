import { Prisma } from '@resource-catalogue/prisma';
import type { Database } from '@resource-catalogue/database';

/** Keys per batch, more than creates add between two batches: at most 1000 writes wait before one (`bulkhead.ts`). */
export const maxBatch = 2000;

const limit = Prisma.raw(String(maxBatch));

/**
 * Deletes a batch of the keys that expired at this time or later, oldest first, except those that another transaction has
 * locked. Returns when the last of them expired: a batch that begins there skips the index entries of deleted keys,
 * which remain until a vacuum.
 */
export async function removeExpiredKeys(database: Pick<Database, 'prisma' | 'writing'>, from: Date): Promise<Date> {
  const [removed] = await database.writing(
    () => database.prisma.$queryRaw<readonly { readonly last: Date | null }[]>`
      WITH removed AS (
        DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM idempotency_keys
          WHERE expires_at BETWEEN ${from.toISOString()}::timestamptz AND now()
          ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING expires_at
      ) SELECT max(expires_at) AS last FROM removed`,
  );
  return removed?.last ?? from;
}
