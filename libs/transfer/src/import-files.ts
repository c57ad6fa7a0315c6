import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Database, unavailableMessage, wasSuspended } from '@resource-catalogue/database';
import { catalogueCommand, CommandError, printable } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { ImportError } from './import-errors.js';
import { importCatalogue, type ImportOptions, type ImportResult, type ImportSource } from './import-catalogue.js';
import type { SourceRow } from './source-row.js';
import { type Demo, findDemo, noRows } from './merge/demo.js';
import { type Manifest, manifestName, readManifest } from './read/manifest.js';
import type { Report } from './progress.js';
import { findNearest } from './values/proposals.js';
import { readRows, type RowFile } from './read/ndjson.js';
import { collectionLayout } from './layout.js';
import type { MappedFile } from './map/mapped-file.js';
import { mapTables } from './map/mapped-files.js';
import type { Mapping } from './map/mapping.js';
import { ownFile } from './map/own-file.js';
import { openBytes, readError, type ReadWatch } from './read/byte-source.js';
import { csvTable } from './read/csv.js';
import type { Table } from './read/table.js';
import { Resolver } from './resolve/resolver.js';

export interface ImportFile extends RowFile {
  /** Digest in the manifest; null without one. */
  readonly sha256: string | null;
  /** The table that maps to rows of its collection; null for NDJSON. */
  readonly mapped: MappedFile | null;
}

export interface FilesResult extends ImportResult {
  /** The demo data before the import: it is removed if it was untouched. */
  readonly demo: Demo;
}

/** Imports files and exported directories. */
export async function importFiles(
  database: Database,
  definitions: readonly Definition[],
  files: readonly ImportFile[],
  options: Omit<ImportOptions, 'fromFiles' | 'replacesDemo'>,
): Promise<FilesResult> {
  try {
    const demo = await findDemo(database.source, definitions);
    const replacesDemo = demo === 'untouched';
    const stored = replacesDemo ? noRows : database.source;
    const mapped = files.map((file) => file.mapped);
    const tables = mapped.filter((file) => file !== null);
    const resolver = await Resolver.open(database.source, stored, definitions, tables);
    const sources = files.map((file): ImportSource => {
      const read = (watch: ReadWatch) =>
        file.mapped ? resolver.rowsOf(file.mapped, watch) : readRows(file, definitions, watch);
      return { collection: file.collection, batches: checked(file, read, options.report) };
    });
    const onError = (error: ImportError): void => options.onError(resolver.inColumns(error, mapped));
    const all = { ...options, fromFiles: true, replacesDemo, onError };
    return { ...(await importCatalogue(database, definitions, sources, all)), demo };
  } catch (error) {
    const reason = unavailableMessage(error);
    if (error instanceof CommandError || reason === null) throw error;
    throw new CommandError(
      wasSuspended(error)
        ? 'Nothing was imported: the program was suspended for too long while it stored rows, so the database ended its session. Run the import again.'
        : `The import was aborted: the database failed (${reason}). Run it again: either all rows were stored or none.`,
    );
  }
}

/** Maps tables to files by a mapping. */
export async function mappedFiles(
  tables: readonly Table[],
  mapping: Mapping,
  definitions: readonly Definition[],
): Promise<readonly ImportFile[]> {
  const mapped = await mapTables(tables, mapping, definitions);
  return mapped.map((file) => ({ path: file.path, collection: file.collection, sha256: null, mapped: file }));
}

/** Remarks for people about how files were read, one sentence each. */
export function findNotes(files: readonly ImportFile[]): readonly string[] {
  const notes = files.flatMap(
    ({ mapped }) => mapped?.table.notes.map((note) => `${mapped.table.title}: ${note}.`) ?? [],
  );
  const ordered = files.flatMap(({ path, collection, mapped }) =>
    [...(mapped?.ordered ?? [])].map(
      (header) =>
        `${path}: ${collection}.${header} numbers equal names in the order of the rows, so add new rows below the others, ` +
        'or map a column with a unique number.',
    ),
  );
  return [...new Set([...notes, ...ordered])];
}

/** Finds the files of collections in the paths, in the given order. */
export async function findFiles(
  paths: readonly string[],
  definitions: readonly Definition[],
): Promise<readonly ImportFile[]> {
  const found: ImportFile[] = [];
  for (const path of paths) {
    const kind = await stat(path).catch((error: unknown) => {
      throw readError(error, path);
    });
    found.push(
      ...(kind.isDirectory() ? await resolvePath(path, definitions) : [await fileAt(path, definitions, null)]),
    );
  }
  if (found.length === 0) {
    const advice = (await findUnread(paths, definitions)).slice(0, 1).map((sentence) => ` ${sentence}`);
    throw new CommandError(
      `Nothing was imported: no file in ${paths.join(', ')} has a name like bookings.ndjson, bookings.ndjson.gz or bookings.csv.${advice.join('')}`,
    );
  }
  return found;
}

const rowFile = /\.(?:ndjson|csv)(\.gz)?$/i;
/** Files that macOS and spreadsheet programs create next to others. */
const leftBehind = /^(?:\.|~\$)/;
const workbook = /\.(?:xlsx|xlsm|xlsb|xls|ods|fods|numbers)$/i;

const workbookAdvice = (): string =>
  `write a mapping for it with: ${catalogueCommand()} sheet, and import it with --mapping`;

/** Explains which other data files in these directories are not imported, and why. */
export async function findUnread(
  paths: readonly string[],
  definitions: readonly Definition[],
): Promise<readonly string[]> {
  const collections = new Set(definitions.map(({ name }) => name));
  const found = paths.map(async (folder) => {
    const names = await readdir(folder).catch(() => []);
    return names
      .sort()
      .filter((name) => !leftBehind.test(name) && !rowFile.test(name))
      .flatMap((name) => {
        const [collection = ''] = name.toLowerCase().split('.');
        if (workbook.test(name)) return [`${join(folder, name)} is not imported: ${workbookAdvice()}.`];
        if (!collections.has(collection)) return [];
        return [`${join(folder, name)} is not imported. Only ${collection}.csv and ${collection}.ndjson are.`];
      });
  });
  return (await Promise.all(found)).flat();
}

async function resolvePath(folder: string, definitions: readonly Definition[]): Promise<ImportFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw readError(error, folder);
  });
  const manifest = await readManifest(join(folder, manifestName));
  const files: ImportFile[] = [];
  for (const name of names) {
    if (rowFile.test(name) && !leftBehind.test(name))
      files.push(await fileAt(join(folder, name), definitions, manifest));
  }
  const missing = manifest?.files.find(({ file }) => rowFile.test(file) && !names.includes(file));
  if (missing) {
    throw new CommandError(
      `Nothing was imported: ${join(folder, manifestName)} lists ${missing.file}, which is missing. Restore it, or delete the manifest.`,
    );
  }
  const order = definitions.map(({ name }) => name);
  return files.sort(
    (one, other) => order.indexOf(one.collection) - order.indexOf(other.collection) || (one.path < other.path ? -1 : 1),
  );
}

async function fileAt(
  path: string,
  definitions: readonly Definition[],
  manifest: Manifest | null,
): Promise<ImportFile> {
  const file = basename(path);
  const collection = (file.split('.')[0] ?? '').toLowerCase();
  if (workbook.test(file)) {
    throw new CommandError(`Nothing was imported: ${path} is a workbook: ${workbookAdvice()}.`);
  }
  const names = definitions.map(({ name }) => name);
  if (!rowFile.test(file) || !names.includes(collection)) {
    const near = rowFile.test(file) ? findNearest(collection, names) : null;
    const expected =
      near === null
        ? 'Expected a name like bookings.ndjson, bookings.ndjson.gz or bookings.csv.'
        : `Did you mean ${file.replace(/^[^.]*/, near)}?`;
    throw new CommandError(`Nothing was imported: ${path} does not match a collection. ${expected}`);
  }
  const sha256 = manifest?.files.find((each) => each.file === file)?.sha256 ?? null;
  const mapped = /\.csv(\.gz)?$/i.test(file)
    ? await ownFile(await csvTable(await openBytes(path)), collectionLayout(collection, definitions))
    : null;
  return { path, collection, sha256, mapped };
}

/** Reports the bytes read, and compares the file with its manifest at the end. */
async function* checked(
  { path, sha256 }: ImportFile,
  read: (watch: ReadWatch) => ImportSource['batches'],
  report: Report,
): AsyncGenerator<readonly SourceRow[], void, undefined> {
  let digest = '';
  yield* read({
    onBytes: (done, total) => report({ doing: `reading ${printable(basename(path))}`, done, total, unit: 'bytes' }),
    onDigest: (sum) => (digest = sum),
  });
  if (sha256 === null || digest === sha256) return;
  throw new CommandError(
    `Nothing was imported: ${path} does not match its manifest. Copy it again, or delete the manifest if you changed the file.`,
  );
}
