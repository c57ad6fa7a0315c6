import type { Session } from '@resource-catalogue/database';

/** Does the work in a transaction that stores nothing of it. */
export function rolledBack<T>(session: Session, work: (inside: Session) => Promise<T>): Promise<T> {
  return session.transaction(async (inside) => {
    await inside.exec('SAVEPOINT before_work');
    const result = await work(inside);
    await inside.exec('ROLLBACK TO SAVEPOINT before_work');
    return result;
  });
}
