import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nx, root } from '../workspace.mjs';
import { Executed } from './executed.mjs';

// `npm run test:coverage` runs the tests of all projects and prints how much of each project's sources they execute,
// as recorded by every process that loads sources (NODE_V8_COVERAGE). Built programs that tests start are not counted.
// `-- server markdown` runs and prints only these projects.
const requested = process.argv.slice(2);
const folders = ['apps', 'libs'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`));
const projects = [...folders, 'prisma']
  .filter((folder) => existsSync(join(root, folder, 'jest.config.json')))
  .filter((folder) => requested.length === 0 || requested.some((wish) => folder.endsWith(wish)));

const raw = join(root, '.nx/coverage');
rmSync(raw, { recursive: true, force: true });

run(root, {}, nx, 'run-many', '-t', 'build', 'test-databases', 'package', '--outputStyle=static');
for (const folder of projects) {
  const call = (...words) =>
    run(join(root, folder), { NODE_V8_COVERAGE: raw }, join(root, 'tools/jest/run.mjs'), ...words);
  call();
  if (existsSync(join(root, folder, 'jest.e2e.json'))) call('--e2e');
}
const executed = Executed.in(raw);
console.log('\n| Project | Statements | Branches |\n| --- | ---: | ---: |');
for (const folder of projects) {
  const { statements, branches } = (await executed.below(folder)).getCoverageSummary();
  console.log(`| \`${folder}\` | ${statements.pct.toFixed(1)} % | ${branches.pct.toFixed(1)} % |`);
}

/** Failed tests execute less, so their figures would be wrong. */
function run(cwd, variables, ...args) {
  const env = { ...process.env, NX_DAEMON: 'false', ...variables };
  const { status } = spawnSync(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(1);
}
