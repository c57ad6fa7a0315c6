import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { Database } from '@resource-catalogue/database';
import { withSnapshot } from '../../src/export-rows.js';
import { errorText, rowText } from '../../src/import-errors.js';
import {
  importCatalogue,
  type ImportOptions,
  type ImportResult,
  type ImportSource,
} from '../../src/import-catalogue.js';
import { findFiles, importFiles } from '../../src/import-files.js';

export const silent = (): void => undefined;

/** A folder of the test's own. */
export async function scratchFolder(): Promise<{ readonly path: string; drop(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'catalogue-transfer-'));
  return { path, drop: () => rm(path, { recursive: true, force: true }) };
}

/** Every row of every collection, or of those that are named, as the API shows it. */
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

/** Rows as a source of an import. */
export function sourceOf(collection: string, texts: readonly string[]): ImportSource {
  async function* batches() {
    yield await Promise.resolve(
      texts.map((text, index) => ({ line: index + 1, text, value: JSON.parse(text) as unknown })),
    );
  }
  return { collection, batches: batches() };
}

type Imported = ImportResult & { readonly messages: readonly string[] };

/** Imports rows, each collection as if it were one file. */
export function importRows(
  database: Database,
  rows: Readonly<Record<string, readonly string[]>>,
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  const sources = Object.entries(rows).map(([collection, texts]) => sourceOf(collection, texts));
  return importSources(database, sources, options);
}

export async function importSources(
  database: Database,
  sources: readonly ImportSource[],
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  const messages: string[] = [];
  const result = await importCatalogue(database, catalogueDefinitions, sources, {
    dryRun: false,
    continueOnError: false,
    prune: false,
    report: silent,
    onError: (error) => messages.push(errorText(error, ({ collection, line }) => `${collection}.ndjson:${line}`)),
    ...options,
  });
  return { ...result, messages };
}

/** Imports the files of folders, and names them without the first. */
export async function importFolder(
  database: Database,
  path: string | readonly [string, ...string[]],
  options: Partial<ImportOptions> = {},
) {
  const [first, ...others] = typeof path === 'string' ? [path] : path;
  const definitions = catalogueDefinitions;
  const messages: string[] = [];
  const files = await findFiles([first, ...others], definitions);
  const result = await importFiles(database, definitions, files, {
    dryRun: false,
    continueOnError: false,
    prune: false,
    report: silent,
    onError: (error) => {
      const text = errorText(error, (row) => rowText(files[row.source]?.path ?? '', row));
      messages.push(text.replaceAll(`${first}/`, ''));
    },
    ...options,
  });
  return { files, messages, result };
}
