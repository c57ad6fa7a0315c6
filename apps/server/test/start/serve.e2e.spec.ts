import { execFileSync } from 'node:child_process';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { until } from '@resource-catalogue/testing/until';
import { banner, root, run, seededFolder } from '@resource-catalogue/testing/running-program';

/** Nothing is built, since other tests use the build at the same time. */
const serve = ['node_modules/nx/dist/bin/nx.js', 'serve', 'server', '--exclude-task-dependencies'];

/** The process and all that it has started, directly or not. */
function familyOf(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(
    rows.map((row) => row.trim().split(/\s+/).map(Number)).map(([pid = 0, ppid = 0]) => [pid, ppid]),
  );
  const isOfFamily = (pid: number): boolean => pid === root || (parents.has(pid) && isOfFamily(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isOfFamily);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('nx serve starts again after a change, with the same token, and leaves no process behind', async () => {
  const variables = { DATA_DIR: await seededFolder(), NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' };
  const service = run('node', [...serve, '--outputStyle=stream-without-prefixes'], variables, { cwd: root });
  const { token } = await banner(service);
  const source = join(root, 'libs/read/src/reader.ts');
  const { atime, mtime } = await stat(source);
  await utimes(source, atime, mtime);
  const output = await service.said(/^curl [^]*^curl .*\n/m);
  expect(output.match(/(?<=^Demo token +)\S+/gm)).toEqual([token, token]);

  const family = familyOf(service.child.pid ?? 0);
  expect(family.length).toBeGreaterThan(2);
  service.child.kill();
  await service.ended;
  try {
    await until(() => !family.some(runs), new Promise((resolve) => setTimeout(resolve, 10_000)));
  } finally {
    for (const pid of family.filter(runs)) process.kill(pid, 'SIGKILL');
  }
});
