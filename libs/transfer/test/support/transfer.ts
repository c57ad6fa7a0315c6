import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { Database } from '@resource-catalogue/database';
import { type JsonObject, asObject } from '@resource-catalogue/testing/json';
import { type ExportOptions, exportToFolder } from '../../src/export/export-files.js';
import { withSnapshot } from '../../src/export/export-rows.js';
import { errorText, rowText } from '../../src/import-errors.js';
import {
  importCatalogue,
  type ImportOptions,
  type ImportResult,
  type ImportSource,
} from '../../src/import-catalogue.js';
import { findFiles, type ImportFile, importFiles } from '../../src/import-files.js';

export const silent = (): void => undefined;

const usual = {
  dryRun: false,
  fromFiles: true,
  replacesDemo: false,
  continueOnError: false,
  prune: false,
  report: silent,
};

/** Every row of the named collections, or else of all collections, as the API shows it. */
export async function everyRow(
  database: Database,
  ...names: readonly string[]
): Promise<Readonly<Record<string, readonly string[]>>> {
  const definitions = catalogueDefinitions.filter(({ name }) => names.length === 0 || names.includes(name));
  return withSnapshot(database, async (rowsOf) => {
    const shown: Record<string, string[]> = {};
    for (const definition of definitions) {
      const rows: string[] = (shown[definition.name] = []);
      for await (const batch of rowsOf(definition)) rows.push(...batch);
    }
    return shown;
  });
}

/** The rows of a collection, parsed. */
export async function parsedRows(database: Database, collection: string): Promise<readonly JsonObject[]> {
  const { [collection]: texts = [] } = await everyRow(database, collection);
  return texts.map((text) => asObject(JSON.parse(text)));
}

/** The tables that an import changed, with the numbers of new and changed rows. */
export const changedTables = ({ tables }: ImportResult) =>
  tables.flatMap(({ table, inserted, updated }) => (inserted + updated > 0 ? [[table, inserted, updated]] : []));

/** Lines of rows in the form that an import reads. */
export async function* batchesOf(texts: readonly string[]): ImportSource['batches'] {
  yield await Promise.resolve(
    texts.map((text, index) => ({ line: index + 1, text, value: JSON.parse(text) as unknown })),
  );
}

/** Imports rows, each collection as if it were one file. */
export async function importRows(
  database: Database,
  rows: Readonly<Record<string, readonly string[] | ImportSource['batches']>>,
  options: Partial<ImportOptions> = {},
): Promise<ImportResult & { readonly messages: readonly string[] }> {
  const messages: string[] = [];
  const sources = Object.entries(rows).map(([collection, texts]) => ({
    collection,
    batches: Symbol.asyncIterator in texts ? texts : batchesOf(texts),
  }));
  const result = await importCatalogue(database, catalogueDefinitions, sources, {
    ...usual,
    onError: (error) => messages.push(errorText(error, ({ collection, line }) => `${collection}.ndjson:${line}`)),
    ...options,
  });
  return { ...result, messages };
}

/** Imports files; messages have their paths without the given prefix. */
export async function importFound(
  database: Database,
  files: readonly ImportFile[],
  options: Partial<ImportOptions> = {},
  beginning = '',
) {
  const messages: string[] = [];
  const result = await importFiles(database, catalogueDefinitions, files, {
    ...usual,
    onError: (error) => {
      const text = errorText(error, (row) => rowText(files[row.source]?.path ?? '', row));
      messages.push(text.replaceAll(beginning, ''));
    },
    ...options,
  });
  return { files, messages, result };
}

/** Imports the files of directories; messages have paths relative to the first one. */
export async function importFolder(
  database: Database,
  path: string | readonly [string, ...string[]],
  options: Partial<ImportOptions> = {},
) {
  const paths: readonly [string, ...string[]] = typeof path === 'string' ? [path] : path;
  return importFound(database, await findFiles(paths, catalogueDefinitions), options, `${paths[0]}/`);
}

/** Exports every collection, by default as plain NDJSON. */
export const exportFolder = (database: Database, path: string, options: Partial<ExportOptions> = {}) =>
  exportToFolder(database, catalogueDefinitions, path, { format: 'ndjson', gzip: false, ...options }, silent);

/** Writes files from their names and lines. */
export async function writeLines(folder: string, files: Readonly<Record<string, readonly string[]>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, lines] of Object.entries(files))
    await writeFile(join(folder, name), lines.map((line) => `${line}\n`).join(''));
}
