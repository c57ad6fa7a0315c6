import { cpSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../workspace.mjs';
import { publish, read } from './publish.mjs';

// `node tools/packaging/folders.mjs PROJECT` publishes bundled programs and the files they read: each path of the
// manifest is the same in the package as in the workspace. Packages that cannot be bundled are the optional dependencies
// of a project.
await publish((project, target, { paths, optionalDependenciesOf, ...manifest }) => {
  for (const path of paths) cpSync(join(root, path), join(target, path), { recursive: true });

  const { version, type } = read(join(project, 'package.json'));
  const place = join(target, relative(root, project), 'package.json');
  writeFileSync(place, `${JSON.stringify({ version, type }, null, 2)}\n`);

  const { optionalDependencies } = read(join(root, optionalDependenciesOf, 'package.json'));
  return { ...manifest, optionalDependencies };
});
