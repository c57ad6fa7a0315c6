import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs one project's tests and keeps their counts where the whole run adds them up.
const root = fileURLToPath(new URL('../..', import.meta.url));
const results = join(root, '.nx/test-results');
mkdirSync(results, { recursive: true });

const { name } = await import(join(process.cwd(), 'package.json'), { with: { type: 'json' } }).then(
  (module) => module.default,
);
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${join(results, `${basename(name)}.json`)}`,
    '--ci',
    ...process.argv.slice(2),
  ],
  // Jest prints its report to stderr and, with --json, the same again as JSON to stdout.
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
process.exit(status ?? 1);
