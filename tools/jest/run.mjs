import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jest, root } from '../workspace.mjs';

// Runs one project's tests and writes their results where Nx caches them (nx.json): the tests of `jest.config.json`, or
// of `jest.e2e.json` if `--e2e` comes first.
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const words = process.argv.slice(2);
const endToEnd = words[0] === '--e2e';
// Nx runs several projects at a time, and each worker creates its own databases.
const workers = endToEnd || words.some((word) => word.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=1'];
const results = join(root, '.nx/test-results', `${name}${endToEnd ? '-e2e' : ''}.json`);
mkdirSync(dirname(results), { recursive: true });

const { status } = spawnSync(
  process.execPath,
  [
    ...jest,
    '--json',
    `--outputFile=${results}`,
    '--ci',
    ...workers,
    ...(endToEnd ? ['--config=jest.e2e.json', ...words.slice(1)] : words),
  ],
  // With --json, Jest prints its report to stderr and repeats it as JSON on stdout.
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
process.exit(status ?? 1);
