import { setTimeout as sleep } from 'node:timers/promises';
import type { Prisma } from '@resource-catalogue/prisma';
import type { Database } from './database.js';
import { Conflict, isConflict } from './database-errors.js';
import type { ReadSource } from './connections/read-source.js';

/** Maximum number of attempts of a conflicting write; then the response is 503. */
const attempts = 6;

/** Milliseconds after which no other attempt starts (ERR-6). */
const retryTimeout = 5000;

/** Milliseconds: maximum wait for a connection, and timeout of the whole transaction. */
export const transactionLimits = { maxWait: 5000, timeout: 10_000 };

/** Runs the work in one transaction, all or nothing. It may run several times, so it must have no other effects. */
export async function writeTransaction<T>(
  database: Pick<Database, 'prisma' | 'writing'>,
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
  timeout = retryTimeout,
): Promise<T> {
  const last = performance.now() + timeout;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.writing(() => database.prisma.$transaction(work, transactionLimits));
    } catch (error) {
      // A COMMIT without a response is not a conflict: it may have succeeded, so it is never retried (ERR-6).
      if (!isConflict(error)) throw error;
      if (attempt >= attempts || performance.now() > last)
        throw new Conflict('Every attempt conflicted with other writes.', { cause: error });
      // Full jitter, so that conflicting writes do not meet again.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

type Locking = Pick<Prisma.TransactionClient, '$queryRaw'>;

/**
 * Waits until no other transaction, on any instance, holds the lock of this name; the lock ends with the
 * transaction.
 */
export async function lockName(transaction: Locking, name: string): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text AS locked`;
}

/** The same without waiting: returns whether the lock was free. */
export async function tryLockName(transaction: Locking, name: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<readonly { readonly free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS free`;
  return rows[0]?.free === true;
}

/** Reads on the connection of a writing transaction, which sees its own uncommitted changes (WRITE-6). */
export function transactionSource(transaction: Prisma.TransactionClient): ReadSource {
  return {
    async query({ text, columns }, values) {
      // Prisma returns objects, in which columns of one name would collapse.
      const names = columns?.map((name) => `"${name}"`).join(', ');
      const named = names === undefined ? text : `SELECT * FROM (${text}) AS r (${names})`;
      const rows = await transaction.$queryRawUnsafe<readonly Readonly<Record<string, string | null>>[]>(
        named,
        ...values,
      );
      return rows.map((row) => Object.values(row));
    },
    // Commits of others appear between statements, so the only way to a single state is to start again.
    snapshot: () => Promise.reject(new Conflict('Other transactions kept changing the rows that this one reads.')),
  };
}
