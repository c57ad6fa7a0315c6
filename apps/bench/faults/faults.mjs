import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../measure/statistics.mjs';
import { serverFolder } from '../peers/process.mjs';

const specs = ['faults/', 'scale-out/'];

/** Runs the tests of faults, which note their figures by the way, on the server of the database. */
export async function measureFaults({ databaseUrl, rounds }, undo, say) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-faults-'));
  undo.add(() => rm(folder, { recursive: true }));
  const file = join(folder, 'figures');
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  const env = {
    ...process.env,
    ...{ FAULT_FIGURES: file, TEST_DATABASE_URL: server.href, EXHAUSTIVE: '1', EXHAUSTIVE_ROUNDS: String(rounds) },
  };
  for (const args of [['test/support/prepare.mjs'], ['../../tools/jest/run.mjs', '--e2e', '--runInBand', ...specs]]) {
    say(args.join(' '));
    const [status] = await once(spawn(process.execPath, args, { cwd: serverFolder, env, stdio: 'inherit' }), 'exit');
    if (status !== 0) throw new Error('A test of a fault has failed, so there are no figures.');
  }
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return [...new Set(lines.map(({ what }) => what))].map((what) => {
    const noted = lines.filter((line) => line.what === what);
    const values = noted.map(({ value }) => value);
    return { what, unit: noted[0].unit, times: values.length, middle: median(values), most: Math.max(...values) };
  });
}
