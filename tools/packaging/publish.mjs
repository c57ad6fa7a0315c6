import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../workspace.mjs';

export const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Makes packaging/dist of the project that the command line names, the folder that is published. `fill(project, target,
 * manifest)` puts the programs into it, and answers with what to publish of packaging/manifest.json.
 */
export async function publish(fill) {
  const project = resolve(process.argv[2]);
  const target = join(project, 'packaging/dist');
  const { version, license, type } = read(join(project, 'package.json'));
  const { engines, repository } = read(join(root, 'package.json'));

  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest = await fill(project, target, read(join(project, 'packaging/manifest.json')));

  // The first release writes the changelog.
  for (const path of [join(project, 'packaging/README.md'), join(project, 'CHANGELOG.md'), join(root, 'LICENSE')]) {
    if (existsSync(path)) cpSync(path, join(target, path.split('/').at(-1)));
  }
  // What is released beside it is asked for as `workspace:^`, and then by the version that it has.
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (range !== 'workspace:^') continue;
    manifest.dependencies[name] = `^${read(join(root, 'node_modules', name, 'package.json')).version}`;
  }
  const published = { engines, ...manifest, version, license, type, repository, publishConfig: { access: 'public' } };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}
