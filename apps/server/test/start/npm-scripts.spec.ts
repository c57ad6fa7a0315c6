import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { objectOf } from '../support/json.js';
import { banner, catalogue, root, run, seededFolder, statusOf, timed } from './running-program.js';

/** Without the settings of whoever runs the tests, about which npm may have something to say. */
const npm = (args: readonly string[], settings: Record<string, string>) =>
  run(
    'npm',
    ['--prefix', root, ...args],
    { npm_config_userconfig: join(root, 'no-such-file'), npm_config_update_notifier: 'false', ...settings },
    { detached: true },
  );

describe('npm start', () => {
  it('shows the service alone when nothing is to be built, and stops at Ctrl-C', async () => {
    const service = npm(['start'], { DATA_DIR: await seededFolder() });
    const { url, token } = await banner(service);
    expect(await statusOf(`${url}/api/v1/spaces`, token)).toBe(200);
    process.kill(-(service.child.pid ?? NaN), 'SIGINT');
    const { value, seconds } = await timed(service.ended);
    expect(seconds).toBeLessThan(5);
    const { stdout, stderr } = value;
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\n> \S+ start\n> node tools\/start\.mjs\n\n\nResource Catalogue +http/);
    await expect(statusOf(url, token)).rejects.toThrow('fetch failed');
  }, 60_000);

  it('stops at SIGTERM to npm alone', async () => {
    const service = npm(['start'], { DATA_DIR: await seededFolder() });
    const { url, token } = await banner(service);
    service.child.kill();
    await service.ended;
    await expect(statusOf(url, token)).rejects.toThrow('fetch failed');
  }, 60_000);
});

describe('npm run catalogue', () => {
  it('keeps stdout to one JSON value, and words as they were written; DATA_DIR is seen from the root of the workspace', async () => {
    const parent = join(root, '.nx/start-tests');
    await mkdir(parent, { recursive: true });
    const folder = await seededFolder(parent);
    const name = `door "A" 'b' $HOME \\ & ; * ä`;
    const { code, stdout, stderr } = await npm(
      ['run', '-s', 'catalogue', '--', 'tokens', 'create', '--name', name, '--scopes', 'read', '--json'],
      { DATA_DIR: relative(root, folder) },
    ).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(objectOf(JSON.parse(stdout))['name']).toBe(name);
    expect(await catalogue({ DATA_DIR: folder }, 'tokens', 'list')).toMatchObject({
      stdout: expect.stringContaining(name),
    });
  }, 60_000);

  it('exits as the command does', async () => {
    const { code, stdout, stderr } = await npm(['run', '-s', 'catalogue', '--', 'copy'], {}).ended;
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: "Unknown command 'copy'. --help shows what is there.\n",
    });
  }, 60_000);
});
