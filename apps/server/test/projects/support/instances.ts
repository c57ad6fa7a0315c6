import type { Prisma } from '@resource-catalogue/prisma';
import { untilSessions } from '@resource-catalogue/database/testing/server-sql';
import { otherInstance, type TestService } from '../../support/service.js';
import { type Workshop, Writer } from './workshop.js';

export interface OtherWriter {
  readonly writer: Writer;
  close(): Promise<void>;
}

/** Writes through a second instance. Only one can write to an embedded database, so there it is the same one again. */
export async function otherWriter({ service, entities }: Workshop): Promise<OtherWriter> {
  if (service.database.kind === 'embedded')
    return { writer: new Writer(service, entities.author), close: () => Promise.resolve() };
  const instance = await otherInstance(service);
  return { writer: new Writer(instance, entities.author), close: () => instance.close() };
}

/** Works while a transaction that is not the service's holds what the statement locks: of the embedded database, all. */
export async function whileLocked<T>(
  { database }: Pick<TestService, 'database'>,
  statement: string,
  work: () => Promise<T>,
  timeout = 600_000,
): Promise<T> {
  const hold = async (transaction: Prisma.TransactionClient): Promise<T> => {
    await transaction.$queryRawUnsafe(statement);
    return work();
  };
  return database.prisma.$transaction(hold, { timeout });
}

/** Until a statement of this work waits on the server for a lock that another one has. */
export function untilWaiting({ database }: Pick<TestService, 'database'>, work: Promise<unknown>): Promise<void> {
  return untilSessions(database, 'cardinality(pg_blocking_pids(pid)) > 0', work);
}
