import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const server = 'apps/server';

/** A mistake may make the service hang; the tests of one stage never take this long. */
const timeout = 15 * 60_000;

/**
 * The tests that can detect a change in a copy of the workspace, cheapest first: the unit tests next to the changed
 * file, the HTTP tests listed for it, and all HTTP tests of an area. Each stage returns the first failed test and
 * how to run it again, or null.
 */
export function stagesOf(folder, { file, http, area }) {
  const project = file.split('/').slice(0, 2).join('/');
  return [
    { name: 'unit', run: () => jest(folder, project, unitTests(join(folder, dirname(file)))) },
    { name: 'http', run: () => jest(folder, server, http) },
    { name: 'http', run: () => jest(folder, server, area) },
  ];
}

/** Tests of controllers are excluded, since they start a whole service. */
function unitTests(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.spec.ts') && !name.includes('.controller.'));
  return names.map((name) => join(folder, name));
}

function jest(folder, project, patterns) {
  if (patterns.length === 0) return null;
  const program = join(folder, 'node_modules/jest/bin/jest.js');
  const args = ['--experimental-vm-modules', program, ...patterns, '--runInBand', '--bail', '--ci'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: join(folder, project),
    encoding: 'utf8',
    env: { ...process.env, EXHAUSTIVE: undefined },
    timeout,
  });
  if (status === 0) return null;
  // With --bail, Jest does not write JSON.
  const path = /^FAIL (\S+)/m.exec(stderr)?.[1] ?? patterns.join(' ');
  const title = /^ +● (.+)$/m.exec(stderr)?.[1] ?? 'timed out';
  if (title.includes('Test suite failed to run')) throw new Error(stderr);
  return { path, title, again: () => jest(folder, project, [path]) };
}
