import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const sources = ['apps', 'libs', 'prisma', 'package-lock.json', 'tsconfig.base.json'];
const made = new Set(['node_modules', 'bundle', 'dist', 'out-tsc', 'generated', 'coverage', '.data', 'test']);

/**
 * Whether a project's build, or the bundle of it, is younger than all sources of the workspace. Then Nx need not be asked:
 * without its daemon it puts a build back from its cache each time, while other programs use it.
 */
export function isBuilt(project, target) {
  // Not one of them against the other: Nx puts both back in any order.
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
  // A folder is younger where a file was taken away, but also where something was built in it.
  if (younger && kept.length === names.length) return true;
  return kept.some((name) => hasYounger(join(path, name), time));
}
