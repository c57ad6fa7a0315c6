import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files created by `npx nx run server:test-databases`. */
export const prepared = (name: string): string => fileURLToPath(new URL(`../../../.nx/${name}`, import.meta.url));

/** Turns the directory into a data directory with the small demo catalogue, newly seeded. */
export const copySeededFiles = (folder: string): Promise<void> => copyFiles('test-data', folder);

/** Turns the directory into an empty data directory with the newest schema. */
export const copyEmptyFiles = (folder: string): Promise<void> => copyFiles('test-data-empty', folder);

/** A stopped server needs only its cluster. */
const copyFiles = (from: string, folder: string): Promise<void> =>
  cp(prepared(from), folder, { recursive: true, filter: (source) => basename(source) !== 'users' });
