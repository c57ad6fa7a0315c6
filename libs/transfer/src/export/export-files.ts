import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Database, unavailableMessage } from '@resource-catalogue/database';
import { CommandError, fileError } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { csvFormat } from './csv.js';
import { type RowsOf, withSnapshot } from './export-rows.js';
import { interfaceVersion, type Manifest, type ManifestFile, manifestName } from '../read/manifest.js';
import type { Report } from '../progress.js';

export interface ExportOptions {
  readonly format: 'ndjson' | 'csv';
  readonly gzip: boolean;
}

/**
 * Exports each collection to a file from one snapshot, with a manifest. Existing files are replaced only once all
 * files are complete.
 */
export async function exportToFolder(
  database: Database,
  definitions: readonly Definition[],
  folder: string,
  options: ExportOptions,
  report: Report,
): Promise<Manifest> {
  const draft = (file: string) => join(folder, `${file}.part`);
  const begun: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    const [exportedAt, files] = await withSnapshot(database, async (rowsOf) => {
      const instant = new Date().toISOString();
      const written: ManifestFile[] = [];
      for (const definition of definitions) {
        const file = `${definition.name}.${options.format}${options.gzip ? '.gz' : ''}`;
        begun.push(file);
        const target = createWriteStream(draft(file));
        written.push({ file, ...(await write(definition, rowsOf, options, target, report)) });
      }
      return [instant, written] as const;
    });
    const manifest = { interface_version: interfaceVersion, exported_at: exportedAt, format: options.format, files };
    begun.push(manifestName);
    await writeFile(draft(manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const file of begun) await rename(draft(file), join(folder, file));
    return manifest;
  } catch (error) {
    for (const file of begun) await rm(draft(file), { force: true }).catch(() => undefined);
    throw exportError(error, folder);
  }
}

/** Writes the rows of one collection to a stream and ends the stream. */
export function exportToStream(
  database: Database,
  definition: Definition,
  target: Writable,
  options: ExportOptions,
  report: Report,
): Promise<{ readonly rows: number }> {
  return withSnapshot(database, (rowsOf) => write(definition, rowsOf, options, target, report)).catch(
    (error: unknown) => {
      throw exportError(error, 'standard output');
    },
  );
}

async function write(
  definition: Definition,
  rowsOf: RowsOf,
  { format, gzip }: ExportOptions,
  target: Writable,
  report: Report,
): Promise<Omit<ManifestFile, 'file'>> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const { name } = definition;
  let rows = 0;
  const texts = async function* (): AsyncGenerator<string> {
    const csv = format === 'csv' ? csvFormat(definition.dto) : null;
    if (csv) yield csv.header;
    for await (const batch of rowsOf(definition)) {
      yield* inPieces(batch, csv?.line ?? ((row) => `${row}\n`));
      rows += batch.length;
      report({ doing: `exporting ${name}`, done: rows, total: null, unit: 'rows' });
    }
  };
  await (gzip ? pipeline(texts, createGzip(), hashing, target) : pipeline(texts, hashing, target));
  return { collection: name, rows, sha256: hash.digest('hex') };
}

/** Maximum chunk length: V8 frees longer strings only in a full garbage collection. */
const longestPiece = 32 * 1024;

function* inPieces(rows: readonly string[], written: (row: string) => string): Generator<string, void, undefined> {
  let piece = '';
  for (const row of rows) {
    piece += written(row);
    if (piece.length < longestPiece) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function exportError(error: unknown, place: string): unknown {
  const failure = fileError(error, (reason) => `Nothing was exported: ${place} cannot be written because ${reason}.`);
  const reason = failure === error ? unavailableMessage(error) : null;
  if (reason === null) return failure;
  return new CommandError(`The export was aborted: the database failed (${reason}). Run it again.`);
}
