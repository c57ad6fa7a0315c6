import { setTimeout as sleep } from 'node:timers/promises';
import type { Prisma } from '@resource-catalogue/prisma';
import type { Database } from './database.js';
import { Conflict, isConflict } from './database-errors.js';

/** How often a write is tried again that another one got in the way of; beyond that the answer is 503. */
const attempts = 6;

/** In milliseconds: for a connection, and for the whole. A write that waits longer gives up. */
const limits = { maxWait: 5000, timeout: 10_000 };

/** Runs the work in one transaction: all of it is stored, or nothing. It may run several times, so it must change nothing else. */
export async function writeTransaction<T>(
  database: Pick<Database, 'prisma'>,
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.prisma.$transaction(work, limits);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt >= attempts) throw new Conflict('Other writes got in the way at every attempt.', { cause: error });
      // Full jitter: those that met once should not meet again.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
