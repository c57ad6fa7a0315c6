import { setTimeout as sleep } from 'node:timers/promises';
import type { Prisma } from '@resource-catalogue/prisma';
import type { Database } from './database.js';
import { Conflict, isConflict } from './database-errors.js';
import type { ReadSource } from './read-source.js';

/** How often a write is tried that conflicts with others; after that the answer is 503. */
const attempts = 6;

/** In milliseconds: no other attempt begins after so long (ERR-6). */
const retryTimeout = 5000;

/** In milliseconds: for a connection, and for the whole. A write that waits longer gives up. */
export const transactionLimits = { maxWait: 5000, timeout: 10_000 };

/** Runs the work in one transaction: all of it is stored, or nothing. It may run several times, so it must change nothing else. */
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
      // A COMMIT without an answer is no conflict: it may have been done, so it is never tried again (ERR-6).
      if (!isConflict(error)) throw error;
      if (attempt >= attempts || performance.now() > last)
        throw new Conflict('Every attempt conflicted with other writes.', { cause: error });
      // Full jitter, so that those that met once do not meet again.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

type Locking = Pick<Prisma.TransactionClient, '$queryRaw'>;

/** Waits until no other transaction, of any instance, has locked the same name; the lock ends with the transaction. */
export async function lockName(transaction: Locking, name: string): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text AS locked`;
}

/** The same without waiting: whether the lock was free. */
export async function tryLockName(transaction: Locking, name: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<readonly { readonly free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS free`;
  return rows[0]?.free === true;
}

/** Reads on the connection of a writing transaction, so that what it wrote shows before it is committed (WRITE-6). */
export function transactionSource(transaction: Prisma.TransactionClient): ReadSource {
  return {
    async query({ text, columns }, values) {
      // Prisma answers objects, in which columns of one name would be one.
      const names = columns?.map((name) => `"${name}"`).join(', ');
      const named = names === undefined ? text : `SELECT * FROM (${text}) AS r (${names})`;
      const rows = await transaction.$queryRawUnsafe<readonly Readonly<Record<string, string | null>>[]>(
        named,
        ...values,
      );
      return rows.map((row) => Object.values(row));
    },
    // What others commit shows from one statement to the next, so the only way to one state is to begin again.
    snapshot: () => Promise.reject(new Conflict('What the transaction reads was changed by others again and again.')),
  };
}
