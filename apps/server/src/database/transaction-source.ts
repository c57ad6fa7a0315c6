import type { Prisma } from '@resource-catalogue/prisma';
import { Conflict } from './database-errors.js';
import type { ReadSource, Row } from './read-source.js';

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
    snapshot: () => Promise.reject(new Conflict('What a transaction reads was changed again and again.')),
  };
}

/** PostgreSQL's text form of a row: nothing at all is null, and quotes hold what would be mistaken for its punctuation. */
function parseRow(text: string): Row {
  const fields = text.slice(0, -1).matchAll(/[(,](?:"((?:[^"\\]|""|\\.)*)"|([^,]*))/gs);
  return Array.from(fields, ([, quoted, plain]) => {
    if (quoted === undefined) return plain === undefined || plain === '' ? null : plain;
    return quoted.replace(/"(")|\\(.)/gs, '$1$2');
  });
}
