import type { ReadSource, Session } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { countWritten, type Staging } from '../stage/staging.js';

/** Whether the catalogue is demo data, and whether it has been written to since: clients can write projects. */
export type Demo = 'none' | 'untouched' | 'written';

/** A source without rows, as if the demo data were already removed. */
export const noRows: ReadSource = {
  query: () => Promise.resolve([]),
  snapshot: (work) => work(noRows),
};

/** Rows newer than the seed were written by clients. If the seed's time is in the future, they may look older. */
export async function findDemo(
  source: Pick<ReadSource, 'query'>,
  definitions: readonly Pick<Definition, 'name'>[],
): Promise<Demo> {
  const seeded = `SELECT value::timestamptz AS at FROM catalogue_settings WHERE key = 'demo.at'`;
  const newer = definitions.map(({ name }) => `EXISTS (SELECT FROM ${name} WHERE updated_at > s.at)`);
  const text = `SELECT (s.at > now() OR ${newer.join(' OR ')})::text FROM (${seeded}) s`;
  const [row] = await source.query({ text }, []);
  if (row === undefined) return 'none';
  return row[0] === 'true' ? 'written' : 'untouched';
}

/** Deletes the demo data, and returns the number of rows by table. Readers see it until the transaction ends. */
export async function removeDemo(
  inside: Session,
  staging: Staging,
  definitions: readonly Definition[],
): Promise<ReadonlyMap<string, number>> {
  // Blocks clients that write projects.
  await inside.exec('LOCK TABLE projects IN SHARE ROW EXCLUSIVE MODE');
  const source = { query: inside.query.bind(inside) };
  if ((await findDemo(source, definitions)) !== 'untouched') {
    throw new CommandError('Nothing was imported: the demo data was changed during the import. Import again.');
  }
  const removed = new Map<string, number>();
  for (const table of [...staging.all, 'booking_days'].reverse()) {
    removed.set(table, await countWritten(inside, `DELETE FROM ${table}`));
  }
  return removed;
}

/** Deletes the demo token when real rows are first stored, so that it never gives access to real data. */
export async function endDemo(inside: Session): Promise<void> {
  await inside.exec('DELETE FROM access_tokens WHERE demo');
  await inside.exec(`DELETE FROM catalogue_settings WHERE starts_with(key, 'demo.')`);
}

/** Runs the work in a transaction and rolls it back. */
export function withRollback<T>(session: Session, work: (inside: Session) => Promise<T>): Promise<T> {
  return session.transaction(async (inside) => {
    await inside.exec('SAVEPOINT before_work');
    const result = await work(inside);
    await inside.exec('ROLLBACK TO SAVEPOINT before_work');
    return result;
  });
}
