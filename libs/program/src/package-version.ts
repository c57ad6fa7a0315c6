import { readFileSync } from 'node:fs';

/** The manifest of the package that contains both programs: equally far from the sources and from their bundle. */
const manifest = new URL('../../../apps/server/package.json', import.meta.url);

/** The version of the installed package, such as `1.4.0`. */
export function packageVersion(): string {
  const known: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof known === 'object' && known !== null && 'version' in known ? String(known.version) : 'unknown';
}
