import { existsSync, readFileSync } from 'node:fs';

/** The version in the nearest package.json, which lies at different depths above the sources, the build and the package. */
export function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder);
    if (!existsSync(file)) continue;
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  }
  return 'unknown';
}
