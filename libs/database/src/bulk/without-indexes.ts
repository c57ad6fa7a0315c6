import { isNativeError } from 'node:util/types';
import type { Session } from '../database.js';

/** From this number of rows on, filling an empty table without its indexes is worth the locks. */
export const manyRows = 100_000;

/** Milliseconds to wait for readers of the tables. */
const lockTimeout = 500;

const listTargets = (table: string): string =>
  `SELECT DISTINCT confrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND conrelid = '${table}'::regclass`;

/** Statements that drop the secondary indexes of a table and its foreign keys to these tables, and create them again. */
const parts = (table: string, targets: readonly string[]): string => `
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index WHERE indrelid = '${table}'::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  UNION ALL
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint
  WHERE contype = 'f' AND conrelid = '${table}'::regclass AND confrelid = ANY ('{${targets.join()}}'::regclass[])`;

/**
 * Fills an empty table without its secondary indexes and without its foreign keys to tables other than the filled ones.
 * They are created afterwards: row by row they take three times as long. Readers of these tables wait until the
 * transaction ends. If one of them is being read, or the table belongs to another role, the indexes stay.
 */
export async function withoutIndexes<T>(
  inside: Session,
  table: string,
  filled: ReadonlySet<string>,
  fill: () => Promise<T>,
  onIndex: (done: number, total: number) => void = () => undefined,
): Promise<T> {
  const targets = (await inside.query({ text: listTargets(table) })).map(([name]) => String(name));
  const empty = targets.filter((name) => !filled.has(name));
  if (!(await isLocked(inside, table, empty))) return fill();
  const found = await inside.query({ text: parts(table, empty) });
  for (const [drop] of found) await inside.exec(String(drop));
  const result = await fill();
  for (const [done, [, create]] of found.entries()) {
    onIndex(done, found.length);
    await inside.exec(String(create));
  }
  return result;
}

/** Locks the tables against readers, if that is allowed and possible at once. */
async function isLocked(inside: Session, table: string, targets: readonly string[]): Promise<boolean> {
  const owned = `SELECT pg_has_role(relowner, 'USAGE')::text FROM pg_class WHERE oid = '${table}'::regclass`;
  if ((await inside.query({ text: owned }))[0]?.[0] !== 'true') return false;
  await inside.exec(`SAVEPOINT unlocked; SET LOCAL lock_timeout = ${lockTimeout}`);
  try {
    await inside.exec(`LOCK TABLE ${[table, ...targets].join(', ')}; SET LOCAL lock_timeout = 0`);
    return true;
  } catch (error) {
    await inside.exec('ROLLBACK TO SAVEPOINT unlocked');
    if (isNativeError(error) && 'code' in error && error.code === lockNotAvailable) return false;
    throw error;
  }
}

const lockNotAvailable = '55P03';
