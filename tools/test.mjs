import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nx, root } from './workspace.mjs';

// The whole check of the workspace, and one closing line that adds up every test runner's counts.
const results = join(root, '.nx/test-results');
rmSync(results, { recursive: true, force: true });

const steps = [
  ['formatting', 'node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  ['build', nx, ['run-many', '-t', 'build', '--outputStyle=static']],
  ['lint and types', nx, ['run-many', '-t', 'lint', 'typecheck', '--parallel=2', '--outputStyle=static']],
  ['tests', nx, ['run-many', '-t', 'test', '--parallel=1', '--outputStyle=static']],
];
const broken = steps.filter(([name, program, args]) => {
  console.log(`\n== ${name}`);
  return spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' }).status !== 0;
});

let passed = 0;
let failed = 0;
let skipped = 0;
const files = existsSync(results) ? readdirSync(results, { recursive: true }) : [];
for (const file of files.filter((name) => name.endsWith('.json'))) {
  const counts = JSON.parse(readFileSync(join(results, file), 'utf8'));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  skipped += counts.numPendingTests + counts.numTodoTests;
}
console.log('');
if (!process.env.TEST_DATABASE_URL) {
  console.log('Not run: the tests on PostgreSQL. Set TEST_DATABASE_URL to a server where databases may be created.');
}
if (spawnSync('chromium', ['--version']).status !== 0) {
  console.log('Not run: the client and the HTML report in a browser. Install chromium (apt-get install chromium).');
}
for (const [name] of broken) console.log(`Broken: ${name}.`);
if (broken.length > 0 && failed === 0) failed = broken.length;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(broken.length > 0 || passed === 0 ? 1 : 0);
