import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CommandError, fileError } from '@resource-catalogue/program';
import { csvTable } from './csv-table.js';
import { odsTables, xlsTables, xlsxTables } from './workbook-tables.js';
import { expandedBytes } from './zip-size.js';

/** The content of a cell. Dates are local times as if in UTC, because spreadsheets have no time zones. */
export type Content = string | number | boolean | Date | null;

export interface TableRow {
  /** The row number in the sheet, from 1. */
  readonly row: number;
  /** The first line of the row in a CSV file; the row number in a workbook. */
  readonly line: number;
  readonly cells: readonly Content[];
}

/** A sheet of a workbook, or a CSV file. It can be read repeatedly. */
export interface Table {
  readonly path: string;
  /** Name in messages: `inventory.xlsx, sheet Tools`. */
  readonly title: string;
  /** The name of the sheet, or of the file without its extension. */
  readonly name: string;
  readonly rows: () => AsyncGenerator<TableRow, void, undefined>;
}

/** Maximum size; workbooks are read into memory, and real ones have a few megabytes. */
const maxFileBytes = 64 * 1024 * 1024;

const extensions = ['.xlsx', '.ods', '.xls', '.csv', '.tsv', '.txt'];

/** Opens a workbook, a CSV file, a directory of them, or standard input (`-`) with either. */
export async function openTables(path: string): Promise<readonly Table[]> {
  if (path === '-') return tablesIn('standard input', await contents('standard input', process.stdin));
  const kind = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  if (!kind.isDirectory()) return tablesIn(path, await contents(path, createReadStream(path)));
  const names = await readdir(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  const files = names.filter((name) => !/^[.~]/.test(name) && extensions.includes(extname(name).toLowerCase()));
  const tables: Table[] = [];
  for (const name of files.sort()) tables.push(...(await openTables(join(path, name))));
  return tables;
}

/** Counts bytes while reading, because standard input and devices have no size. */
async function contents(path: string, input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxFileBytes) throw tooLarge(path);
    }
  } catch (error) {
    throw unreadable(error, path);
  }
  return Buffer.concat(chunks);
}

function tooLarge(path: string): CommandError {
  const maxMiB = maxFileBytes / 1024 / 1024;
  return new CommandError(
    `${path} has more than ${maxMiB} MiB, the maximum. Split it, or import CSV without a mapping.`,
  );
}

const unreadable = (error: unknown, path: string): unknown =>
  fileError(error, (reason) => `${path} cannot be read because ${reason}.`);

const zipMark = Buffer.from('PK\u0003\u0004');
const oldExcelMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const odsMark = Buffer.from('application/vnd.oasis.opendocument.spreadsheet');

/** Ten times the expanded size of 100,000 rows with ten columns. */
const maxExpandedBytes = 512 * 1024 * 1024;

function checkExpansion(path: string, bytes: Buffer): void {
  if (expandedBytes(bytes) <= maxExpandedBytes) return;
  const maxMiB = maxExpandedBytes / 1024 / 1024;
  throw new CommandError(`${path} expands to more than ${maxMiB} MiB, the maximum. Split it, or save it as CSV.`);
}

/** Detects the format by content, because extensions are unreliable. */
async function tablesIn(path: string, bytes: Buffer): Promise<readonly Table[]> {
  if (bytes.subarray(0, 4).equals(zipMark)) {
    checkExpansion(path, bytes);
    return bytes.subarray(0, 200).includes(odsMark) ? odsTables(path, bytes) : xlsxTables(path, bytes);
  }
  if (bytes.subarray(0, 4).equals(oldExcelMark)) return xlsTables(path, bytes);
  return [csvTable(path, basename(path, extname(path)), bytes)];
}
