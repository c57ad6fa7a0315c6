import { Prisma } from '@resource-catalogue/prisma';
import type { Database } from '@resource-catalogue/database';

/** Exceeds what creates can add between two batches: no more than 1000 writes wait before a batch (`bulkhead.ts`). */
export const keysAtOnce = 2000;

const limit = Prisma.raw(String(keysAtOnce));

/** A range of instants at which idempotency keys have expired. */
interface Expired {
  readonly from: Date;
  readonly until: Date;
}

/**
 * Deletes a batch of the keys that expired in the range, the oldest first, without those that another transaction has locked.
 * Returns when the last one of them expired: a batch that begins there does not search index entries of deleted keys, which stay
 * until a vacuum.
 */
export async function removeExpiredKeys(
  database: Pick<Database, 'prisma' | 'writing'>,
  { from, until }: Expired,
): Promise<Date> {
  const [removed] = await database.writing(
    () => database.prisma.$queryRaw<readonly { readonly last: Date | null }[]>`
      WITH removed AS (
        DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM idempotency_keys
          WHERE expires_at BETWEEN ${from.toISOString()}::timestamptz AND ${until.toISOString()}::timestamptz
          ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING expires_at
      ) SELECT max(expires_at) AS last FROM removed`,
  );
  return removed?.last ?? from;
}
