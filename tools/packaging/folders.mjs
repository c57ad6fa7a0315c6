import { cpSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../workspace.mjs';
import { publish, read } from './publish.mjs';

// `node tools/packaging/folders.mjs PROJECT` publishes bundled programs and the files they read: each path of the
// manifest is the same in the package as in the workspace. Packages that cannot be bundled are dependencies in the
// version of the lock file.
await publish((project, target, { paths, installed, ...manifest }) => {
  for (const path of paths) cpSync(join(root, path), join(target, path), { recursive: true });

  const { version, type } = read(join(project, 'package.json'));
  const place = join(target, relative(root, project), 'package.json');
  writeFileSync(place, `${JSON.stringify({ version, type }, null, 2)}\n`);

  const { packages } = read(join(root, 'package-lock.json'));
  const dependencies = installed.map((name) => [name, packages[`node_modules/${name}`].version]);
  return { ...manifest, dependencies: Object.fromEntries(dependencies) };
});
