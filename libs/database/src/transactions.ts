import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma, type Project } from '@resource-catalogue/prisma';
import type { Database } from './database.js';
import { Conflict, isConflict, Overload } from './database-errors.js';
import type { ReadSource, Row } from './read-source.js';
import { within } from './time-limit.js';

/** How often a write is tried that conflicts with others; after that the answer is 503. */
const attempts = 6;

/** In milliseconds: no other attempt begins after so long (ERR-6). */
const retryTimeout = 5000;

/** In milliseconds: for a connection, and for the whole. A write that waits longer gives up. */
const limits = { maxWait: 5000, timeout: 10_000 };

/** Runs the work in one transaction: all of it is stored, or nothing. It may run several times, so it must change nothing else. */
export async function writeTransaction<T>(
  database: Pick<Database, 'prisma' | 'writing'>,
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
  timeout = retryTimeout,
): Promise<T> {
  const last = performance.now() + timeout;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.writing(() => database.prisma.$transaction(work, limits));
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

const mirrored = { name: 'mirrored', text: 'SELECT source FROM mirrors WHERE refuses_writes LIMIT 1' };

/**
 * Whose mirror the catalogue is, where it leaves all writes to it; else null. The one connection of an embedded database is waited
 * for no longer than by the write itself.
 */
export async function mirroredSource(database: Pick<Database, 'source' | 'writing'>): Promise<string | null> {
  const [row] = await database.writing(() =>
    within(limits.maxWait, database.source.query(mirrored, []), (message) => new Overload(message)),
  );
  return row?.[0] ?? null;
}

type Locking = Pick<Prisma.TransactionClient, '$queryRaw'>;

/**
 * Columns have the names and the types of the model's fields (`prisma/drift.spec.ts`). With a star for them, the statement that
 * a connection has prepared would be refused once the next version has added one.
 */
const ofProject = Prisma.raw(Object.values(Prisma.ProjectScalarFieldEnum).join(', '));

/** Waits until no other transaction changes the project, and keeps others waiting until this one ends (WRITE-6). */
export async function lockedProject(transaction: Locking, id: string): Promise<Project | null> {
  const rows = await transaction.$queryRaw<readonly Project[]>`
    SELECT ${ofProject} FROM projects WHERE id = ${id}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}

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
    // Prisma answers objects, in which columns of one name would be one: a whole row as one text keeps all of them.
    async query({ text }, values) {
      const wrapped = `SELECT r::text AS row FROM (${text}) AS r`;
      const rows = await transaction.$queryRawUnsafe<readonly { readonly row: string }[]>(wrapped, ...values);
      return rows.map(({ row }) => parseRow(row));
    },
    // What others commit shows from one statement to the next, so the only way to one state is to begin again.
    snapshot: () => Promise.reject(new Conflict('What the transaction reads was changed by others again and again.')),
  };
}

/** PostgreSQL's text form of a row: nothing at all is null, and quotes hold what would be mistaken for its punctuation. */
function parseRow(text: string): Row {
  const row: (string | null)[] = [];
  // Field by field, as one expression for a whole row would need a stack as deep as the longest text.
  for (let at = 1; at < text.length; at += 1) {
    const end = fieldEnd(text, at);
    const field = text.slice(at, end);
    row.push(field === '' ? null : unquoted(field));
    at = end;
  }
  return row;
}

/** Where the comma or the bracket behind a field stands. */
function fieldEnd(text: string, start: number): number {
  if (text[start] !== '"') {
    const comma = text.indexOf(',', start);
    return comma < 0 ? text.length - 1 : comma;
  }
  let quote = text.indexOf('"', start + 1);
  while (text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote + 1;
}

/** In a quoted field every quote and every backslash stands twice. */
const unquoted = (field: string): string =>
  field.startsWith('"') ? field.slice(1, -1).replace(/["\\](["\\])/g, '$1') : field;
