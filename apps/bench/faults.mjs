import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverFolder } from './peers/process.mjs';
import { measuredOn, median, shown, table, writeReport } from './report.mjs';

const specs = ['faults/', 'scale-out/'];

/** Runs the fault tests, which also record their figures, on the server of the database. */
export async function run({ databaseUrl, where, rounds }, undo, say) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-faults-'));
  undo.add(() => rm(folder, { recursive: true }));
  const file = join(folder, 'figures');
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  const env = {
    ...process.env,
    ...{ FAULT_FIGURES: file, TEST_DATABASE_URL: server.href, EXHAUSTIVE: '1', EXHAUSTIVE_ROUNDS: String(rounds) },
  };
  for (const args of [
    ['test/support/prepare.mjs'],
    ['../../node_modules/.bin/jest', '--config=jest.e2e.json', '--maxWorkers=1', ...specs],
  ]) {
    say(args.join(' '));
    const [status] = await once(spawn(process.execPath, args, { cwd: serverFolder, env, stdio: 'inherit' }), 'exit');
    if (status !== 0) throw new Error('A fault test failed, so the report was not written. See its output above.');
  }
  const noted = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  await writeReport('faults', markdown(noted, where, rounds), say);
}

function markdown(noted, where, rounds) {
  const rows = [...new Set(noted.map(({ what }) => what))].map((what) => {
    const own = noted.filter((line) => line.what === what);
    const values = own.map(({ value }) => value);
    const [{ unit }] = own;
    return [what, values.length, shown(median(values), unit), shown(Math.max(...values), unit)];
  });
  return `# Measurements of faults

Written by \`npm run bench -- --faults\`, which runs the fault tests. ${measuredOn(where)} ${rounds} rounds where a test
has rounds. [faults.md](../operations/faults.md) explains each of them.

${table(['', 'Times', 'Median', 'Max'], rows)}
`;
}
