import { readFile } from 'node:fs/promises';
import { isNativeError } from 'node:util/types';
import { apiPrefix } from '@resource-catalogue/contracts';
import { CommandError, isObject } from '@resource-catalogue/program';
import { readError } from './byte-source.js';
import { tryParseJson } from './raw-json.js';

export const manifestName = 'manifest.json';

/** API version of the rows. */
export const interfaceVersion = Number(/v(\d+)$/.exec(apiPrefix)?.[1]);

export interface ManifestFile {
  readonly collection: string;
  readonly file: string;
  readonly rows: number;
  /** Digest of the file on disk, as `sha256sum` prints it. */
  readonly sha256: string;
}

export interface Manifest {
  readonly interface_version: number;
  /** Time of the snapshot. */
  readonly exported_at: string;
  readonly format: 'ndjson' | 'csv';
  readonly files: readonly ManifestFile[];
}

/** Reads a manifest; null if there is none. */
export async function readManifest(path: string): Promise<Manifest | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return null;
    throw readError(error, path);
  });
  if (text === null) return null;
  const manifest = tryParseJson(text);
  if (!isManifest(manifest)) {
    throw new CommandError(`Nothing was imported: ${path} is not a valid manifest. Correct or delete it.`);
  }
  if (manifest.interface_version > interfaceVersion) {
    throw new CommandError(
      `${path} has API version ${manifest.interface_version}, but this program supports versions up to ` +
        `${interfaceVersion}: import it with a newer program.`,
    );
  }
  return manifest;
}

const isManifest = (value: unknown): value is Manifest =>
  isObject(value) &&
  Number.isInteger(value['interface_version']) &&
  Array.isArray(value['files']) &&
  value['files'].every(isManifestFile);

const isManifestFile = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['file'] === 'string' &&
  Number.isInteger(value['rows']) &&
  typeof value['sha256'] === 'string';
