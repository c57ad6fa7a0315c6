import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const sources = ['apps', 'libs', 'prisma', 'package-lock.json', 'tsconfig.base.json'];
const made = new Set(['node_modules', 'bundle', 'dist', 'out-tsc', 'generated', 'coverage', '.data', 'test']);

/**
 * Whether the build or bundle of a project is newer than all sources of the workspace. If it is, skip Nx: without its
 * daemon it restores the build from its cache each time, even while other programs use it.
 */
export function isBuilt(project, target) {
  // Do not compare build and bundle: Nx restores them in any order.
  const build = timeOf(
    join(root, 'apps', project, target === 'bundle' ? 'bundle/main.js' : 'dist/tsconfig.lib.tsbuildinfo'),
  );
  return build > 0 && !sources.some((path) => hasYounger(join(root, path), build));
}

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function hasYounger(path, time) {
  const stats = statSync(path);
  const younger = stats.mtimeMs > time;
  if (!stats.isDirectory()) return younger && !/\.spec\.ts$|\.tsbuildinfo$/.test(path);
  const names = readdirSync(path);
  const kept = names.filter((name) => !made.has(name));
  // The time of a directory changes when a file is deleted, but also when something is built in it.
  if (younger && kept.length === names.length) return true;
  return kept.some((name) => hasYounger(join(path, name), time));
}
