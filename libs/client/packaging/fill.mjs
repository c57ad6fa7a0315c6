import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entries, rolledDeclarations } from './declarations.mjs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Copies the compiled files, with the declarations of each entry in one file. Run by `npx nx package client`. */
export async function fill(project, target, manifest) {
  const root = join(project, '../..');
  const dist = join(project, 'dist');
  // Skip outputs of deleted sources. Declarations are bundled below.
  const sourceOf = (path) => join(project, 'src', path.slice(dist.length).replace(/\.js(?:\.map)?$/, '.ts'));
  const filter = (path) => !path.includes('.', dist.length) || existsSync(sourceOf(path));
  cpSync(dist, target, { recursive: true, filter });

  for (const [path, text] of await rolledDeclarations()) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }

  cpSync(join(project, 'README.md'), join(target, 'README.md'));
  // Comments in the declarations cite its rules.
  cpSync(join(root, 'docs/interface.md'), join(target, 'interface.md'));

  const { name, description, sideEffects, dependencies } = read(join(project, 'package.json'));
  // The package requires the Node version of ky; the workspace is also tested on older ones.
  const { engines } = read(join(root, 'node_modules/ky/package.json'));
  const exported = entries.map((entry) => {
    const path = entry === '.' ? './index' : `./${entry}/index`;
    return [entry === '.' ? '.' : `./${entry}`, { types: `${path}.d.ts`, default: `${path}.js` }];
  });
  const exports = { ...Object.fromEntries(exported), './package.json': './package.json' };
  return { name, description, engines, sideEffects, dependencies, exports, ...manifest };
}
