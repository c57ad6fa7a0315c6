import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { codeBlocks, inPlace } from '@resource-catalogue/testing/documents';
import { asArray, asObject } from '@resource-catalogue/testing/json';
import { banner, newFolder, root, run } from '@resource-catalogue/testing/running-program';
import { copyWorkspace } from './workspace-copy.js';
import { WorkspaceTree } from './workspace-tree.js';

const [start = '', request = '', install = '', own = ''] = codeBlocks('README.md', 'sh', 4);
const [program = ''] = codeBlocks('README.md', 'js', 1);

it('the commands of the README work in order, in a copy of the checkout', async () => {
  const checkout = await newFolder();
  const project = join(await newFolder(), 'first');
  copyWorkspace(new WorkspaceTree(root), checkout);
  // The bundle comes last: programs are built again if a source is newer.
  for (const built of ['libs/client/packaging/dist', 'apps/server/bundle'])
    cpSync(join(root, built), join(checkout, built), { recursive: true });

  const service = run(
    'bash',
    ['-euc', inPlace(start, { 'npm ci && ': 'exec ' })],
    {},
    { cwd: checkout, detached: true },
  );
  const { url, token = '' } = await banner(service);
  const types = async (commands: string, words: Readonly<Record<string, string>>): Promise<string> => {
    const env = { ...process.env, npm_config_offline: 'true', npm_config_ignore_scripts: 'true' };
    const { stdout } = await promisify(execFile)('bash', ['-euc', inPlace(commands, words)], { cwd: checkout, env });
    return stdout;
  };

  const page = asObject(JSON.parse(await types(request, { 'rct_…': token, 'http://127.0.0.1:3000': url })));
  expect(asArray(page['data'])).toHaveLength(20);

  // The package is assembled already, and npm finds the client's dependency without a registry.
  await types(install, {
    'npm run packages': 'node tools/packaging/pack.mjs',
    'npm install': `npm install ${join(root, 'node_modules/ky')} && npm install`,
    '~/resource-catalogue': checkout,
    '~/first': project,
  });
  writeFileSync(join(project, 'first.mjs'), inPlace(program, { 'http://127.0.0.1:3000': url, 'rct_…': token }));
  const { stdout } = await promisify(execFile)(process.execPath, ['first.mjs'], { cwd: project });
  expect(stdout).toMatch(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S.*\n){10}$/);

  const [created = ''] = /\brct_\w+/.exec(await types(own, { '~/resource-catalogue': checkout })) ?? [];
  const statusWith = async (bearer: string) =>
    (await fetch(`${url}/api/v1/machines`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  expect([await statusWith(created), await statusWith(token)]).toEqual([200, 401]);
});
