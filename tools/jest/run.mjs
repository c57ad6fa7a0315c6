import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flags } from './flags.mjs';

// Runs one project's tests and keeps their results where Nx looks for them. With `--e2e` first, those that
// `jest.e2e.json` of the project names; without, all others, or of all those that the words of the command line choose.
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { name } = read('package.json');
const words = process.argv.slice(2);
const endToEnd = words[0] === '--e2e';
// Where Nx looks for it, as nx.json says.
const results = join(root, '.nx/test-results', `${name}${endToEnd ? '-e2e' : ''}.json`);
mkdirSync(dirname(results), { recursive: true });

const { status } = spawnSync(
  process.execPath,
  [
    ...flags,
    join(root, 'node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${results}`,
    '--ci',
    ...(endToEnd ? ['--config=jest.e2e.json', ...words.slice(1)] : [...words, ...choice()]),
  ],
  // Jest prints its report to stderr and, with --json, the same again as JSON to stdout.
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
process.exit(status ?? 1);

/** What leaves the project's end-to-end tests to its other target. */
function choice() {
  if (words.some((word) => !word.startsWith('-')) || !existsSync('jest.e2e.json')) return [];
  const { testMatch } = read('jest.e2e.json');
  // Jest knows its word for the folder only where a glob begins.
  const others = testMatch.map((glob) => `!${glob.replace('<rootDir>', process.cwd())}`);
  return ['**/*.spec.ts', ...others].map((glob) => `--testMatch=${glob}`);
}
