import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completeEnvironment } from './jest/environment.mjs';
import { flags as jestFlags } from './jest/flags.mjs';
import { missingPrograms } from './missing-programs.mjs';
import { nx, root } from './workspace.mjs';

// `npm test`: formatting, lint, types, and the tests on the embedded database. `--full` runs the end-to-end tests, and
// the database tests on PostgreSQL. `--exhaustive` runs all of them with every case and a random seed
// (tools/README.md). The last line has the total counts.
const [mode = ''] = process.argv.slice(2);
const exhaustive = mode === '--exhaustive';
const full = mode === '--full' || exhaustive;
if (exhaustive) {
  process.env.EXHAUSTIVE = '1';
  process.env.TEST_SEED ??= 'random';
}
completeEnvironment(process.env);

/** The names of the steps that failed. */
const broken = [];
const counts = { passed: 0, failed: 0, skipped: 0 };

if (mode !== '--full') await checkSources();
await build();
if (mode !== '--full') await jest('tests', 'workspace', [], { TEST_DATABASE_URL: '' });
if (full) await jest('end-to-end tests', 'workspace-e2e');
if (full && process.env.TEST_DATABASE_URL)
  await jest('tests on PostgreSQL', 'workspace', databaseSpecs(), { TEST_DATABASES: 'postgres' });
report();

async function checkSources() {
  await run('formatting', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']);
  // Lint reads the generated Prisma client, and its import rule reads the project graph that Nx creates.
  await runNx('generated code', 'run-many', '-t', 'generate');
  await run('lint', ['node_modules/oxlint/bin/oxlint', '.']);
  await run('imports between projects', ['node_modules/eslint/bin/eslint.js', '.']);
  await run('types', ['node_modules/@typescript/tsc/bin/tsc', '--build']);
}

/** Builds everything that tests depend on. */
async function build() {
  const targets = ['build', 'bundle', 'test-databases', ...(full ? ['package'] : [])];
  await runNx('build', 'run-many', '-t', ...targets);
  if (full) await runNx('tools of the end-to-end tests', 'run', '@resource-catalogue/examples:install');
}

async function jest(name, configuration, files = [], environment = {}) {
  const results = join(root, '.nx/test-results', `${configuration}.json`);
  mkdirSync(dirname(results), { recursive: true });
  rmSync(results, { force: true });
  const options = [`--config=tools/jest/${configuration}.mjs`, '--ci', '--json', `--outputFile=${results}`];
  const chosen = files.length > 0 ? ['--runTestsByPath', ...files] : [];
  const args = [...jestFlags, 'node_modules/jest/bin/jest.js', ...options, ...chosen];
  await run(name, args, { env: { ...process.env, ...environment }, stdio: ['inherit', 'ignore', 'inherit'] });
  if (!existsSync(results)) return;
  const found = JSON.parse(readFileSync(results, 'utf8'));
  counts.passed += found.numPassedTests;
  counts.failed += found.numFailedTests + found.numRuntimeErrorTestSuites;
  counts.skipped += found.numPendingTests + found.numTodoTests;
}

/** The specs that `npm test` runs only on the embedded database. */
function databaseSpecs() {
  const args = ['node_modules/jest/bin/jest.js', '--config=tools/jest/workspace.mjs', '--listTests'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const specs = stdout.split('\n').filter((path) => path.endsWith('.spec.ts'));
  return specs.filter((path) => readFileSync(path, 'utf8').includes('databaseKinds'));
}

function runNx(name, ...args) {
  return run(name, [nx, ...args, '--outputStyle=static']);
}

async function run(name, args, options = {}) {
  console.log(`\n== ${name}`);
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', ...options });
  const [status] = await once(child, 'exit');
  if (status !== 0) broken.push(name);
}

function report() {
  console.log('');
  if (full) for (const line of missingPrograms()) console.log(line);
  for (const name of broken) console.log(`Broken: ${name}.`);
  const { passed, skipped } = counts;
  const failed = counts.failed || broken.length;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(broken.length > 0 || passed === 0 ? 1 : 0);
}
