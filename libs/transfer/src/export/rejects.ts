import { constants, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileError } from '@resource-catalogue/program';
import type { LineLocation } from '../import-errors.js';
import type { ImportFile } from '../import-files.js';
import { isUnnamed } from '../map/columns.js';
import type { MappedFile } from '../map/mapped-file.js';
import { displayText } from '../values/contents.js';
import { toCsvLine } from './csv.js';
import { readLines } from '../read/ndjson.js';

/** Checks that the directory can be written, before anything is stored. */
export async function tryRejectsFolder(folder: string): Promise<void> {
  try {
    const made = await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    // Delete the directory again: most imports reject nothing.
    if (made !== undefined) await rm(made, { recursive: true });
  } catch (error) {
    throw fileError(
      error,
      (reason) => `Nothing was imported: the --rejects directory ${folder} cannot be written because ${reason}.`,
    );
  }
}

/** Writes the original rejected lines to the directory, to be corrected and imported from there. */
export async function writeRejects(
  folder: string,
  files: readonly ImportFile[],
  rejected: readonly LineLocation[],
  errors: readonly string[],
): Promise<void> {
  const written: string[] = [];
  const linesBySource = new Map<number, Set<number>>();
  for (const { source, line } of rejected)
    linesBySource.set(source, (linesBySource.get(source) ?? new Set()).add(line));
  try {
    await mkdir(folder, { recursive: true });
    for (const [index, name] of rejectNames(files).entries()) {
      const [file, lines] = [files[index], linesBySource.get(index)];
      if (!file || !lines) continue;
      const texts = file.mapped ? tableLines(file.mapped, lines) : rowLines(file, lines);
      await pipeline(texts, createWriteStream(join(folder, `${name}.part`)));
      written.push(name);
    }
    // Temporary names, because the directory may contain the files that are being read.
    for (const name of written) await rename(join(folder, `${name}.part`), join(folder, name));
    await writeFile(join(folder, 'errors.txt'), errors.map((text) => `${text}\n`).join(''));
  } catch (error) {
    throw fileError(
      error,
      (reason) =>
        `The rejected lines cannot be written to ${folder} because ${reason}. ` +
        'The other lines are stored. Import again with another --rejects directory.',
    );
  }
}

/**
 * Creates one rejects file per input file, because sheets of a collection may have different columns. Equal names
 * are numbered.
 */
function rejectNames(files: readonly ImportFile[]): string[] {
  const own = files.map(({ path }) => basename(path, '.gz'));
  const taken = new Set<string>();
  return own.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free) || (free !== name && own.includes(free)); number += 1) {
      free = name.replace(/\.[^.]+$/, `.${number}$&`);
    }
    taken.add(free);
    return free;
  });
}

async function* rowLines({ path }: ImportFile, lines: ReadonlySet<number>): AsyncGenerator<string, void, undefined> {
  for await (const batch of readLines(path)) {
    yield batch.map(({ line, text }) => (lines.has(line) && text !== null ? `${text}\n` : '')).join('');
  }
}

/** The rejected rows with their header, so that they can be imported again. */
async function* tableLines(file: MappedFile, lines: ReadonlySet<number>): AsyncGenerator<string, void, undefined> {
  // With semicolons between cells, an import reads commas in numbers as decimal commas again.
  const delimiter = file.table.decimalComma ? ';' : ',';
  yield `${toCsvLine(file.columns.names.map(headerText), delimiter)}\n`;
  for await (const batch of file.rows()) {
    yield batch
      .map(({ line, raw }) => (lines.has(line) ? `${toCsvLine(raw.map(displayText), delimiter)}\n` : ''))
      .join('');
  }
}

/** The header of a column in a rejects file: empty for a column without a name. */
const headerText = (name: string): string => (isUnnamed(name) ? '' : name);
