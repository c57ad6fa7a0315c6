import { isUtf8 } from 'node:buffer';
import { fieldTable } from '@resource-catalogue/contracts';
import { CommandError, errorMessage, isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { type ImportLimits, importLimits } from '../import-limits.js';
import { byteLines, openBytes, type ReadWatch } from './byte-source.js';
import { duplicateKey } from './raw-json.js';

/** A file with rows of a collection. */
export interface RowFile {
  readonly path: string;
  readonly collection: string;
}

/** A line of a file, or the reason that it cannot be read. */
export interface FileLine {
  /** Line number, from 1. */
  readonly line: number;
  readonly text: string | null;
  readonly problem?: string;
}

/** The JSON value of a line with its text, or the reason that it cannot be read. */
export type FileRow =
  | { readonly line: number; readonly value: unknown; readonly text: string }
  | { readonly line: number; readonly problem: string };

/** Reads the rows of an NDJSON file. Throws if it belongs to another collection, where every line would be an error. */
export async function* readRows(
  { path, collection }: RowFile,
  definitions: readonly Definition[],
  watch?: ReadWatch,
): AsyncGenerator<readonly FileRow[], void, undefined> {
  let first = true;
  for await (const batch of readLines(path, watch)) {
    const rows = batch.map(toRow);
    if (first && rows[0] && 'value' in rows[0]) rejectOthers(path, collection, rows[0].value, definitions);
    first = false;
    yield rows;
  }
}

/** Reads the non-blank lines of a text file, compressed or not, in batches. Throws if it is not UTF-8. */
export async function* readLines(
  path: string,
  watch?: ReadWatch,
  { rowBytes }: ImportLimits = importLimits,
): AsyncGenerator<readonly FileLine[], void, undefined> {
  const source = await openBytes(path);
  let line = 0;
  for await (const lines of byteLines(source.chunks(watch), rowBytes)) {
    const batch = lines.flatMap((bytes): FileLine[] => {
      line += 1;
      if (bytes === null) {
        return [{ line, text: null, problem: `is longer than ${rowBytes / 1024 / 1024} MiB, the maximum` }];
      }
      if (!isUtf8(bytes)) throw new CommandError(`${path}:${line} is not UTF-8. Save the file as UTF-8.`);
      const text = bytes.toString('utf8');
      return /\S/.test(text) ? [{ line, text: line === 1 ? text.replace(byteOrderMark, '') : text }] : [];
    });
    if (batch.length > 0) yield batch;
  }
}

const byteOrderMark = /^\ufeff/;

function toRow({ line, text, problem }: FileLine): FileRow {
  if (text === null) return { line, problem: problem ?? 'cannot be read' };
  try {
    const value: unknown = JSON.parse(text);
    const duplicate = duplicateKey(text, value);
    return duplicate === null
      ? { line, value, text }
      : { line, problem: `${duplicate} is a duplicate key: remove one` };
  } catch (error) {
    return { line, problem: `must be a JSON object on one line (${errorMessage(error)})` };
  }
}

function rejectOthers(path: string, collection: string, value: unknown, definitions: readonly Definition[]): void {
  if (!isObject(value)) return;
  const keys = Object.keys(value).sort().join();
  const matching = definitions
    .filter(({ dto }) => [...fieldTable(dto).keys()].sort().join() === keys)
    .map(({ name }) => name);
  if (matching.length === 0 || matching.includes(collection)) return;
  throw new CommandError(`${path} has rows of ${matching.join(' or ')}, not of ${collection}. Rename it.`);
}
