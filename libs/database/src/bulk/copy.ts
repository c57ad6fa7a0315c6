import type { Database, Session } from '../database.js';

/** JSON columns take text. */
type CopyValue = string | number | bigint | boolean | Date | Uint8Array | readonly string[] | null;
export type CopyRow = readonly CopyValue[];

/** Copies rows into columns of a table and returns their number. */
export type CopyRows = (
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<CopyRow> | Iterable<CopyRow>,
) => Promise<number>;

/** Loads several tables in one transaction, all rows or none, and analyses each for the planner. */
export function loadTables<T>(
  database: Pick<Database, 'session'>,
  work: (copy: CopyRows, inside: Session) => Promise<T>,
): Promise<T> {
  const copyOn = (session: Session): CopyRows =>
    async function copy(table, columns, rows) {
      let count = 0;
      let chunk = '';
      const append = () => session.append(table, columns, Buffer.from(chunk));
      for await (const row of rows) {
        chunk += `${row.map(encode).join('\t')}\n`;
        count += 1;
        if (chunk.length < chunkLength) continue;
        await append();
        chunk = '';
      }
      if (chunk !== '') await append();
      // Without this the planner has no statistics until a vacuum runs.
      await session.exec(`ANALYZE ${quoteIdentifier(table)}`);
      return count;
    };
  return database.session((session) => session.transaction((inside) => work(copyOn(inside), inside)));
}

export const copyStatement = (table: string, columns: readonly string[], from: string): string =>
  `COPY ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) FROM ${from}`;

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Characters per chunk: enough to make the cost of a statement negligible, few enough to bound memory. */
const chunkLength = 1024 * 1024;

function encode(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeForCopy(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return escapeForCopy(`\\x${Buffer.from(value).toString('hex')}`);
  if (typeof value === 'object') return escapeForCopy(`{${value.map(element).join(',')}}`);
  return String(value);
}

const element = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const special = /[\\\t\n\r]/;

/**
 * Escapes a text for a column of the COPY format: column and row separators, and the backslash, which begins
 * escapes, null and the end.
 */
export const escapeForCopy = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;
