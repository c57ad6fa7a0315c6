import { mkdir, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { asObject } from '@resource-catalogue/testing/json';
import { banner, catalogue, root, run, seededFolder, fetchStatus } from '@resource-catalogue/testing/running-program';

/** The environment without the user's settings, which can cause npm warnings. */
const npm = (args: readonly string[], variables: Record<string, string>) =>
  run(
    'npm',
    ['--prefix', root, ...args],
    { npm_config_userconfig: join(root, 'no-such-file'), npm_config_update_notifier: 'false', ...variables },
    { detached: true },
  );

/** The time of the build; other tests run it concurrently. */
const built = async (): Promise<number> => (await stat(join(root, 'apps/server/bundle/main.js'))).mtimeMs;

it("npm start prints only the service's output, skips a finished build, shares its data, and stops at Ctrl-C", async () => {
  const before = await built();
  // Nx may restore the build outputs last, so make the build information the newest file.
  const now = new Date();
  await utimes(join(root, 'apps/server/dist/tsconfig.lib.tsbuildinfo'), now, now);
  const variables = { DATA_DIR: await seededFolder() };
  const service = npm(['start'], variables);
  const { url, token } = await banner(service);
  expect(await fetchStatus(`${url}/api/v1/spaces`, token)).toBe(200);
  expect(await npm(['run', '-s', 'catalogue', '--', 'tokens', 'list'], variables).ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Demo'),
    stderr: '',
  });
  process.kill(-(service.child.pid ?? NaN), 'SIGINT');
  const { stdout, stderr } = await service.ended;
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\n> \S+ start\n> node tools\/run\.mjs start\n\n\nResource Catalogue +http/);
  await expect(fetchStatus(url, token)).rejects.toThrow('fetch failed');
  expect(await built()).toBe(before);
});

it('npm start stops when only npm receives SIGTERM', async () => {
  const service = npm(['start'], { DATA_DIR: await seededFolder() });
  const { url, token } = await banner(service);
  service.child.kill();
  await service.ended;
  await expect(fetchStatus(url, token)).rejects.toThrow('fetch failed');
});

it('npm run catalogue prints only JSON, passes arguments unchanged, and resolves DATA_DIR from the workspace root', async () => {
  const parent = join(root, '.nx/start-tests');
  await mkdir(parent, { recursive: true });
  const folder = await seededFolder(parent);
  const name = `door "A" 'b' $HOME \\ & ; * ä`;
  const { code, stdout, stderr } = await npm(
    ['run', '-s', 'catalogue', '--', 'tokens', 'create', '--name', name, '--scopes', 'read', '--json'],
    { DATA_DIR: relative(root, folder) },
  ).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(asObject(JSON.parse(stdout))['name']).toBe(name);
  expect(await catalogue({ DATA_DIR: folder }, 'tokens', 'list')).toMatchObject({
    stdout: expect.stringContaining(name),
  });
  const help = await npm(['run', '-s', 'catalogue', '--', 'sheet', '--help'], {}).ended;
  expect(help.stdout).toContain('Usage: npm run catalogue -- sheet [options] [path]\n');
});
