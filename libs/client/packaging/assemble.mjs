import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entries, rolledDeclarations } from './declarations.mjs';

// Makes packaging/dist, the folder that is published: what tsc compiled, with the declarations of each entry in one file and
// a manifest without what only this workspace needs. Run it through Nx: npx nx package @resource-catalogue/client
const project = fileURLToPath(new URL('..', import.meta.url));
const dist = join(project, 'dist');
const target = join(project, 'packaging/dist');
const compiled = ['cache', 'collections', 'errors', 'http', 'lists', 'logging', 'operations', 'query', 'resources'];

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const isCode = (path) => !/\.[cm]?[jt]s/.test(path) || /\.js(?:\.map)?$/.test(path);
for (const folder of [...compiled, 'testing', 'validation', 'values']) {
  cpSync(join(dist, folder), join(target, folder), { recursive: true, filter: isCode });
}
for (const file of ['client.js', 'client.js.map', 'index.js', 'index.js.map'])
  cpSync(join(dist, file), join(target, file));

for (const [path, text] of await rolledDeclarations()) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
}

for (const file of ['README.md', 'CHANGELOG.md']) cpSync(join(project, file), join(target, file));
cpSync(join(project, '../../LICENSE'), join(target, 'LICENSE'));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);

function manifest() {
  const {
    devDependencies: _,
    nx: _nx,
    scripts: _scripts,
    exports: _exports,
    ...published
  } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const exported = entries.map((entry) => {
    const path = entry === '.' ? './index' : `./${entry}/index`;
    return [entry === '.' ? '.' : `./${entry}`, { types: `${path}.d.ts`, default: `${path}.js` }];
  });
  return {
    ...published,
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    files: ['**/*.js', '**/*.js.map', '**/*.d.ts', 'CHANGELOG.md'],
  };
}
