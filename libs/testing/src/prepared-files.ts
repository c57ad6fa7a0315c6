import { cp, link } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files created by `npx nx run server:test-databases`. */
export const prepared = (name: string): string => fileURLToPath(new URL(`../../../.nx/${name}`, import.meta.url));

/** Turns the directory into a data directory with the small demo catalogue, newly seeded. */
export const copySeededFiles = (folder: string): Promise<void> => copyFiles('test-data', folder);

/** Turns the directory into an empty data directory with the newest schema. */
export const copyEmptyFiles = (folder: string): Promise<void> => copyFiles('test-data-empty', folder);

async function copyFiles(name: string, folder: string): Promise<void> {
  const from = prepared(name);
  await cp(from, folder, { recursive: true, filter: (source) => basename(source) !== 'spare' });
  // Half of all bytes never change; they are only freed when the disk is full.
  const spare = [join(from, 'spare'), join(folder, 'spare')] as const;
  await link(...spare).catch(() => cp(...spare));
}
