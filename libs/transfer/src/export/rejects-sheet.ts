import { constants, createWriteStream } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { CommandError, fileError } from '@resource-catalogue/program';
import { byteOrderMark, lineEnd, toCsvLine } from './csv.js';
import { type ImportError, type LineLocation, problemText, rowText } from '../import-errors.js';
import type { ImportFile } from '../import-files.js';
import { fileHeader, problemHeader } from '../map/own-file.js';
import { escapeFormula, displayText } from '../values/contents.js';
import { writeWorkbook } from './write-workbook.js';

/** Whether the path of `--rejects` is a sheet rather than a directory. */
export const isRejectsSheet = (path: string): boolean => /\.(?:csv|xlsx)$/i.test(path);

/** Checks that the sheet can be written, before anything is stored. */
export async function tryRejectsSheet(path: string, files: readonly ImportFile[]): Promise<void> {
  const other = files.find(({ mapped }) => mapped === null);
  if (other) {
    throw new CommandError(
      `Nothing was imported: the --rejects file ${path} is a sheet and cannot contain rows of ${other.path}. Use a directory.`,
    );
  }
  try {
    await access(dirname(path), constants.W_OK);
    // Opens for writing without truncating; fails for directories and for files of other users.
    const there = await open(path, constants.O_WRONLY).catch(nullIfMissing);
    await there?.close();
  } catch (error) {
    throw fileError(
      error,
      (reason) => `Nothing was imported: the --rejects file ${path} cannot be written because ${reason}.`,
    );
  }
}

function nullIfMissing(error: unknown): null {
  if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Writes the rejected rows of sheets to a CSV file or a workbook. */
export async function writeRejectsSheet(path: string, rows: AsyncGenerator<readonly string[]>): Promise<void> {
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield byteOrderMark;
    for await (const cells of rows) yield `${toCsvLine(cells.map(escapeFormula))}${lineEnd}`;
  }
  try {
    await (/\.xlsx$/i.test(path) ? writeWorkbook(path, rows) : pipeline(lines(), createWriteStream(path)));
  } catch (error) {
    throw fileError(error, (reason) => `The rejected rows cannot be written to ${path} because ${reason}.`);
  }
}

/** The header and the rejected rows of sheets: their own columns after a column with their problems. */
export async function* rejectedRows(
  files: readonly ImportFile[],
  rejected: readonly LineLocation[],
  errors: readonly ImportError[],
): AsyncGenerator<readonly string[], void, undefined> {
  // A row of a mapped table can become rows of several collections.
  const rowKey = ({ source, line }: LineLocation): string => `${files[source]?.path} ${line}`;
  const problems = new Map<string, Set<string>>(rejected.map((place) => [rowKey(place), new Set()]));
  for (const error of errors) {
    const text = problemText(error, (row) => rowText(basename(files[row.source]?.path ?? ''), row));
    problems.get(rowKey(error.row))?.add(text);
  }
  const opened = files.flatMap(({ path, mapped }, source) =>
    mapped && rejected.some((place) => place.source === source)
      ? [{ source, path, mapped, columns: mapped.columns.names }]
      : [],
  );
  const isNamed = new Set(opened.map(({ path }) => path)).size > 1;
  const ours = new Set<string>([problemHeader, fileHeader]);
  const headers = [...new Set(opened.flatMap(({ columns }) => columns))].filter((header) => !ours.has(header));
  yield [problemHeader, ...(isNamed ? [fileHeader] : []), ...headers];
  for (const { source, path, mapped, columns } of opened) {
    const name = isNamed ? [basename(path)] : [];
    for await (const batch of mapped.rows()) {
      for (const { line, raw } of batch) {
        const key = rowKey({ source, line });
        const found = problems.get(key);
        if (!found) continue;
        problems.delete(key);
        yield [[...found].join('; '), ...name, ...headers.map((header) => displayText(raw[columns.indexOf(header)]))];
      }
    }
  }
}
