import { constants, createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError, fileError } from '@resource-catalogue/program';
import { byteOrderMark, cell, lineEnd } from './csv.js';
import { type ImportError, type Place, problemText, rowText } from './import-errors.js';
import { type ImportFile, isSheet } from './import-files.js';
import { lineReader } from './sheets/delimiters.js';
import type { SheetFile } from './sheets/read-sheet.js';
import { problemHeader } from './sheets/sheet-head.js';

/** Whether the path of rejects is one sheet instead of a folder. */
export const isRejectsSheet = (path: string): boolean => /\.csv$/i.test(path);

/** Checks that the sheet can be written, before anything is stored. */
export async function tryRejectsSheet(path: string, files: readonly ImportFile[]): Promise<void> {
  const other = files.find((file) => !isSheet(file));
  if (other) {
    throw new CommandError(
      `Nothing was imported: ${path} of --rejects takes rows of spreadsheets, and ${other.path} is none. Name a folder.`,
    );
  }
  await access(dirname(path), constants.W_OK).catch((error: unknown) => {
    throw fileError(error, (reason) => `Nothing was imported: ${path} of --rejects cannot be written, ${reason}.`);
  });
}

/** Writes the rejected rows of sheets to one sheet: in their own columns, behind one that says what is wrong. */
export async function writeRejectsSheet(
  path: string,
  files: readonly ImportFile[],
  rejected: readonly Place[],
  errors: readonly ImportError[],
): Promise<void> {
  const problems = new Map<string, string[]>(rejected.map((place) => [keyOf(place), []]));
  for (const error of errors) {
    const text = problemText(error, (row) => rowText(basename(files[row.source]?.path ?? ''), row));
    problems.get(keyOf(error.row))?.push(text);
  }
  try {
    const sheets = await Promise.all(
      [...new Set(rejected.map(({ source }) => source))].map((source) => opened(files, source)),
    );
    await pipeline(rejectedLines(sheets.flat(), problems), createWriteStream(path));
  } catch (error) {
    throw fileError(
      error,
      (reason) => `The rejected rows cannot be written to ${path}, ${reason}. The other rows are stored.`,
    );
  }
}

interface ReadFile extends ReturnType<typeof lineReader> {
  readonly source: number;
  readonly file: SheetFile;
}

async function opened(files: readonly ImportFile[], source: number): Promise<ReadFile[]> {
  const file = files[source];
  if (!file || !isSheet(file)) return [];
  const { head, close } = await file.sheet();
  await close();
  return [{ source, file, ...lineReader(head.text) }];
}

/** All columns that the files have; where there are several files, each row says from which one it is. */
async function* rejectedLines(
  sheets: readonly ReadFile[],
  problems: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<string, void, undefined> {
  const named = sheets.length > 1;
  const all = new Set(sheets.flatMap(({ headers }) => headers));
  const headers = [...all].filter((header) => header !== problemHeader);
  yield `${byteOrderMark}${lineOf([problemHeader, ...(named ? ['file'] : []), ...headers])}`;
  for (const { source, file, headers: own, read } of sheets) {
    const name = named ? [basename(file.path)] : [];
    for await (const batch of (await file.sheet()).rows) {
      for (const { line, text } of batch) {
        const found = problems.get(keyOf({ source, line }));
        if (!found) continue;
        const cells = read(text);
        yield lineOf([found.join('; '), ...name, ...headers.map((header) => cells[own.indexOf(header)] ?? '')]);
      }
    }
  }
}

const keyOf = ({ source, line }: Place): string => `${source} ${line}`;
const lineOf = (cells: readonly string[]): string => `${cells.map(cell).join(',')}${lineEnd}`;
