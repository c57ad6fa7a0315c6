import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entries, rolledDeclarations } from './declarations.mjs';

// Makes packaging/dist, the folder that is published: what tsc compiled, with the declarations of each entry in one file and
// a manifest without what only this workspace needs. Run it through Nx: npx nx package @resource-catalogue/client
const project = fileURLToPath(new URL('..', import.meta.url));
const dist = join(project, 'dist');
const target = join(project, 'packaging/dist');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

// What the sources of today compile to: a build leaves behind what former ones did. Declarations are rolled up below.
cpSync(dist, target, {
  recursive: true,
  filter: (path) => !path.includes('.', dist.length) || existsSync(sourceOf(path)),
});

for (const [path, text] of await rolledDeclarations()) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
}

cpSync(join(project, 'README.md'), join(target, 'README.md'));
// The comments cite its rules.
cpSync(join(project, '../../docs/interface.md'), join(target, 'interface.md'));
// The first release writes it.
if (existsSync(join(project, 'CHANGELOG.md'))) cpSync(join(project, 'CHANGELOG.md'), join(target, 'CHANGELOG.md'));
cpSync(join(project, '../../LICENSE'), join(target, 'LICENSE'));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);

/** The source of a compiled module or its map; of any other file, a name that nothing has. */
function sourceOf(path) {
  return join(project, 'src', path.slice(dist.length).replace(/\.js(?:\.map)?$/, '.ts'));
}

function manifest() {
  const {
    devDependencies: _,
    nx: _nx,
    scripts: _scripts,
    exports: _exports,
    ...published
  } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  // Installed together with ky, the package needs what ky needs; the workspace itself is tested on older Node, too.
  const { engines } = JSON.parse(readFileSync(join(project, '../../node_modules/ky/package.json'), 'utf8'));
  // npm compares it with where the provenance says that the package was made.
  const { repository } = JSON.parse(readFileSync(join(project, '../../package.json'), 'utf8'));
  const exported = entries.map((entry) => {
    const path = entry === '.' ? './index' : `./${entry}/index`;
    return [entry === '.' ? '.' : `./${entry}`, { types: `${path}.d.ts`, default: `${path}.js` }];
  });
  return {
    ...published,
    engines,
    repository,
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    files: ['**/*.js', '**/*.js.map', '**/*.d.ts', 'CHANGELOG.md', 'interface.md'],
  };
}
