import { cp, link } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What `npx nx run server:test-databases` has made. */
export const prepared = (name: string): string => fileURLToPath(new URL(`../../../.nx/${name}`, import.meta.url));

/** Makes the folder a data directory of its own that holds the small demonstration catalogue, newly seeded. */
export const copySeededFiles = (folder: string): Promise<void> => copyFiles('test-data', folder);

/** Makes the folder a data directory of its own that has the newest schema, and no rows. */
export const copyEmptyFiles = (folder: string): Promise<void> => copyFiles('test-data-empty', folder);

async function copyFiles(name: string, folder: string): Promise<void> {
  const from = prepared(name);
  await cp(from, folder, { recursive: true, filter: (source) => basename(source) !== 'spare' });
  // Half of all bytes, which are never changed, only given back where the disk is full.
  const spare = [join(from, 'spare'), join(folder, 'spare')] as const;
  await link(...spare).catch(() => cp(...spare));
}
