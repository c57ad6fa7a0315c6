import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../workspace.mjs';

export const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Creates packaging/dist, the directory to publish, for the project on the command line. `fill(project, target,
 * manifest)` adds the programs and returns the fields of packaging/manifest.json to publish.
 */
export async function publish(fill) {
  const project = resolve(process.argv[2]);
  const target = join(project, 'packaging/dist');
  const { version, license, type } = read(join(project, 'package.json'));
  const { engines, repository } = read(join(root, 'package.json'));

  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest = await fill(project, target, read(join(project, 'packaging/manifest.json')));

  // The changelog exists only after the first release.
  for (const path of [join(project, 'packaging/README.md'), join(project, 'CHANGELOG.md'), join(root, 'LICENSE')]) {
    if (existsSync(path)) cpSync(path, join(target, path.split('/').at(-1)));
  }
  // Packages released together are declared as `workspace:^`; publish their current version.
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (range !== 'workspace:^') continue;
    manifest.dependencies[name] = `^${read(join(root, 'node_modules', name, 'package.json')).version}`;
  }
  const published = { engines, ...manifest, version, license, type, repository, publishConfig: { access: 'public' } };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}
