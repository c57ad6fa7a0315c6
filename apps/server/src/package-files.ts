import { readFileSync } from 'node:fs';

/**
 * Files that the programs read beside their own code. `src/`, `dist/` and `bundle/` are equally deep, so these paths hold in all
 * three as long as this module stays at the top of `src/`.
 */
const beside = (path: string): URL => new URL(path, import.meta.url);

const manifest = beside('../package.json');
export const viewerScript = beside('../generated/viewer.js');
/** Always the bundled one: Node runs no TypeScript in a worker thread. */
export const renderWorker = beside('../bundle/render-worker.js');
export const explorerFolder = beside('../../explorer/bundle/');
export const migrationsFolder = beside('../../../prisma/migrations/');
export const exampleFolder = beside('../../../examples/makerspace/');

/** The version of the installed package, such as `1.4.0`. */
export function packageVersion(): string {
  const known: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof known === 'object' && known !== null && 'version' in known ? String(known.version) : 'unknown';
}
