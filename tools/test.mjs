import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completeEnvironment } from './jest/environment.mjs';
import { flags as jestFlags } from './jest/flags.mjs';
import { nx, root } from './workspace.mjs';

// The whole check of the workspace, and one closing line that adds up every test runner's counts. `--exhaustive` takes the
// time for every case, and for values that no run has had before (see CONTRIBUTING.md).
const exhaustive = process.argv.includes('--exhaustive');
if (exhaustive) {
  process.env.EXHAUSTIVE = '1';
  process.env.TEST_SEED ??= 'random';
}
completeEnvironment(process.env);

const results = join(root, '.nx/test-results/workspace.json');
mkdirSync(dirname(results), { recursive: true });
rmSync(results, { force: true });

const runMany = (...args) => [nx, ['run-many', ...args, '--outputStyle=static']];

const formatting = ['formatting', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']];
// Lint reads the generated Prisma client, and the rule on imports the project graph that Nx leaves behind.
const generated = ['generated code', ...runMany('-t', 'generate')];
const lint = ['lint', 'node_modules/oxlint/bin/oxlint', ['.']];
const imports = ['imports between projects', 'node_modules/eslint/bin/eslint.js', ['.']];
// All that tests depend on. Without its daemon Nx takes the outputs of a task away and puts them back from its cache, so
// nothing is generated again while lint reads it.
const targets = ['build', 'typecheck', 'bundle', 'package', 'test-databases'];
const build = ['build and types', ...runMany('-t', ...targets, '--excludeTaskDependencies')];
const tests = [
  'tests',
  'node_modules/jest/bin/jest.js',
  ['--config=tools/jest/workspace.mjs', '--ci', '--json', `--outputFile=${results}`],
  jestFlags,
];
const keep = ['run', '@resource-catalogue/conformance:keep-exhaustive-run', 'workspace.json', '--outputStyle=static'];
const record = ['record', nx, keep];

/** The names of the steps that failed. */
const broken = [];

await run(formatting);
await run(generated);
await run(lint);
// One thread, which needs nothing of what the others make.
const checked = runQuietly(imports);
await runQuietly(build);
await checked;
await run(tests, ['inherit', 'ignore', 'inherit']);
if (exhaustive && broken.length === 0) await run(record);

async function run([name, program, args, flags = []], stdio = 'inherit') {
  console.log(`\n== ${name}`);
  const child = spawn(process.execPath, [...flags, program, ...args], { cwd: root, stdio });
  const [status] = await once(child, 'exit');
  if (status !== 0) broken.push(name);
}

/** Beside another step: what it prints is shown at its end. */
async function runQuietly([name, program, args, flags = []]) {
  const child = spawn(process.execPath, [...flags, program, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  console.log(`\n== ${name}`);
  process.stdout.write(Buffer.concat(output));
  if (status !== 0) broken.push(name);
}

let passed = 0;
let failed = 0;
let skipped = 0;
if (existsSync(results)) {
  const counts = JSON.parse(readFileSync(results, 'utf8'));
  passed = counts.numPassedTests;
  failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  skipped = counts.numPendingTests + counts.numTodoTests;
}
console.log('');
if (!process.env.TEST_DATABASE_URL) {
  console.log(
    'Not run: the tests on PostgreSQL, with replicas and faults of a server. Set TEST_DATABASE_URL to a server where databases may be created.',
  );
} else if (!existsSync('/usr/lib/postgresql') && spawnSync('pg_config', ['--bindir']).status !== 0) {
  console.log(
    'Not run: reads on replicas, and faults of a PostgreSQL server. Install the programs of a PostgreSQL server (apt-get install postgresql).',
  );
}
if (spawnSync('chromium', ['--version']).status !== 0) {
  console.log(
    'Not run: the explorer, the client, the HTML report and the reference in a browser. Install chromium (apt-get install chromium).',
  );
}
if (spawnSync('redis-server', ['--version']).status !== 0) {
  console.log('Not run: limits that instances share over Redis. Install it (apt-get install redis-server).');
}
if (spawnSync('pgbouncer', ['--version']).status !== 0) {
  console.log('Not run: the service behind PgBouncer. Install it (apt-get install pgbouncer).');
}
if (spawnSync('jq', ['--version']).status !== 0) {
  console.log('Not run: two commands of the guides. Install jq (apt-get install jq).');
}
if (spawnSync('unshare', ['--mount', 'true']).status !== 0) {
  console.log('Not run: PostgreSQL on a disk that is full. Run the tests as a user who may mount one.');
}
for (const name of broken) console.log(`Broken: ${name}.`);
if (broken.length > 0 && failed === 0) failed = broken.length;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(broken.length > 0 || passed === 0 ? 1 : 0);
