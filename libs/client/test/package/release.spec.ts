import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

it('a release takes its version and its changelog from the commits', async () => {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [nx, 'release', '--dry-run', '--skip-publish', '--first-release'],
    { cwd: root, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 1e7 },
  );
  expect(stdout).toMatch(/New version \d+\.\d+\.\d+ written to manifest: libs\/client\/package\.json/);
  expect(stdout).toContain('Previewing an entry in libs/client/CHANGELOG.md');
  expect(stdout).not.toMatch(/contracts.*New version/);
});
