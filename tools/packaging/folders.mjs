import { cpSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../workspace.mjs';
import { publish, read } from './publish.mjs';

// `node tools/packaging/folders.mjs PROJECT` publishes programs that are bundled already, and what they read beside
// themselves: each path of the manifest stands in the package where it stands in the workspace. Packages that cannot be
// bundled are installed in the version of the lock file.
await publish((project, target, { paths, installed, ...manifest }) => {
  for (const path of paths) cpSync(join(root, path), join(target, path), { recursive: true });

  const { version, type } = read(join(project, 'package.json'));
  const place = join(target, relative(root, project), 'package.json');
  writeFileSync(place, `${JSON.stringify({ version, type }, null, 2)}\n`);

  const { packages } = read(join(root, 'package-lock.json'));
  const dependencies = installed.map((name) => [name, packages[`node_modules/${name}`].version]);
  return { ...manifest, dependencies: Object.fromEntries(dependencies) };
});
