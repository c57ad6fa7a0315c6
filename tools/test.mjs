import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completeEnvironment } from './jest/environment.mjs';
import workspace from './jest/workspace.mjs';
import { missingPrograms } from './missing-programs.mjs';
import { jest, nx, root } from './workspace.mjs';

// `npm test`: formatting, lint, types, and the tests on the embedded database. `--full` runs the end-to-end tests and,
// with TEST_DATABASE_URL, the database's tests on that server. `--exhaustive` runs all of them with every case and a random seed
// (tools/README.md). The last line has the total counts.
const [mode = ''] = process.argv.slice(2);
const exhaustive = mode === '--exhaustive';
const full = mode === '--full' || exhaustive;
if (exhaustive) {
  process.env.EXHAUSTIVE = '1';
  process.env.TEST_SEED ??= 'random';
}
completeEnvironment(process.env);

/** `--coverage` prints which lines and branches of the sources the tests execute. */
const coverage = mode === '--coverage' ? ['--coverage', '--coverageProvider=v8', '--coverageReporters=text'] : [];

/** The names of the steps that failed. */
const broken = [];
const counts = { passed: 0, failed: 0, skipped: 0 };

if (mode !== '--full') await checkSources();
await build();
if (mode !== '--full') await runJest('tests', 'workspace', { TEST_DATABASE_URL: '' }, coverage);
if (full) await runJest('end-to-end tests', 'workspace-e2e');
if (full && process.env.TEST_DATABASE_URL)
  await runJest('tests on another PostgreSQL', 'workspace', {}, ['--projects', ...projectsWithDatabase()]);
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

async function runJest(name, configuration, environment = {}, selection = []) {
  const results = join(root, '.nx/test-results', `${configuration}.json`);
  mkdirSync(dirname(results), { recursive: true });
  rmSync(results, { force: true });
  const options = [`--config=tools/jest/${configuration}.mjs`, '--ci', '--json', `--outputFile=${results}`];
  const args = [jest, ...options, ...selection];
  await run(name, args, { env: { ...process.env, ...environment }, stdio: ['inherit', 'ignore', 'inherit'] });
  if (!existsSync(results)) return;
  const found = JSON.parse(readFileSync(results, 'utf8'));
  counts.passed += found.numPassedTests;
  counts.failed += found.numFailedTests + found.numRuntimeErrorTestSuites;
  counts.skipped += found.numPendingTests + found.numTodoTests;
}

/** The projects whose tests use the database. */
function projectsWithDatabase() {
  const uses = (folder) => readFileSync(join(folder, 'jest.config.json'), 'utf8').includes('test-databases');
  return workspace.projects.map(dirname).filter(uses);
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
