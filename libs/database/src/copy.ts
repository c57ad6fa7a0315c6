import type { Database } from './database.js';

/** Json columns take their text. */
type CopyValue = string | number | bigint | boolean | Date | Uint8Array | readonly string[] | null;
export type CopyRow = readonly CopyValue[];

/** Copies rows into the columns of a table and answers how many. */
export type CopyRows = (
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<CopyRow> | Iterable<CopyRow>,
) => Promise<number>;

/** Loads several tables in one transaction: all rows of all of them, or none. */
export function loadTables<T>(database: Database, work: (copy: CopyRows) => Promise<T>): Promise<T> {
  return database.copying((copyText) =>
    work(async (table, columns, rows) => {
      let count = 0;
      await copyText(
        table,
        columns,
        inChunks(rows, () => (count += 1)),
      );
      return count;
    }),
  );
}

export const copyStatement = (table: string, columns: readonly string[], from: string): string =>
  `COPY ${quoted(table)} (${columns.map(quoted).join(', ')}) FROM ${from}`;

/** Without it the planner knows nothing of the rows until a vacuum comes by, and to the embedded database none ever does. */
export const analyseStatement = (table: string): string => `ANALYZE ${quoted(table)}`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Large enough that the cost of a chunk does not count, small enough that a few in flight do not either. */
const chunkLength = 64 * 1024;

async function* inChunks(
  rows: AsyncIterable<CopyRow> | Iterable<CopyRow>,
  counted: () => void,
): AsyncGenerator<string, void, undefined> {
  let chunk = '';
  for await (const row of rows) {
    chunk += `${row.map(encode).join('\t')}\n`;
    counted();
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

function encode(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return escaped(`\\x${Buffer.from(value).toString('hex')}`);
  if (typeof value === 'object') return escaped(`{${value.map(element).join(',')}}`);
  return String(value);
}

const element = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

// The format's column and row separators, and the backslash that begins its escapes, its null and its end.
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;

const special = /[\\\t\n\r]/;

/** A text as a column of the COPY format. */
export const escapedForCopy = escaped;
