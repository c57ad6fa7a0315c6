import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

// `npm run packages`: a tarball of each package in `packages/`, without the version in its name so that documents
// can refer to it.
const folder = join(root, 'packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const versioned = mkdtempSync(join(folder, 'versioned-'));
const projects = ['apps', 'libs'].flatMap((place) =>
  readdirSync(join(root, place)).map((name) => join(root, place, name)),
);
const assembled = projects.map((project) => join(project, 'packaging/dist')).filter((path) => existsSync(path));
const args = ['pack', '--json', '--pack-destination', versioned, ...assembled];
const packed = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
for (const { name, filename } of packed) {
  const tarball = `${name.slice(1).replace('/', '-')}.tgz`;
  renameSync(join(versioned, filename), join(folder, tarball));
  console.log(join('packages', tarball));
}
rmSync(versioned, { recursive: true });
