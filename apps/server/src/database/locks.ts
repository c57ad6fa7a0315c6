import type { Prisma } from '@resource-catalogue/prisma';

type Transaction = Pick<Prisma.TransactionClient, '$queryRaw'>;

/** Waits until no other transaction changes the project, and keeps others waiting until this one ends (WRITE-6). */
export async function lockProject(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT 1 AS locked FROM projects WHERE id = ${id}::uuid FOR UPDATE`;
}

/** Waits until no other transaction, of any instance, has locked the same name; the lock ends with the transaction. */
export async function lockName(transaction: Transaction, name: string): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text AS locked`;
}

/** The same without waiting: whether the lock was free. */
export async function tryLockName(transaction: Transaction, name: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<readonly { readonly free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS free`;
  return rows[0]?.free === true;
}
