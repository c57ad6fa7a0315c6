import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { isEmpty } from '@resource-catalogue/demo';
import { asObject } from '@resource-catalogue/testing/json';
import {
  banner,
  built,
  emptyFolder,
  newFolder,
  root,
  run,
  startService,
  fetchStatus,
} from '@resource-catalogue/testing/running-program';

/** The words of a command line as parsed by a shell. */
function wordsOf(line: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

it('the first start fills an empty directory, even after an interrupted one, and the next start finds the data', async () => {
  const folder = await newFolder();
  const variables = { DATA_DIR: folder };
  const interrupted = startService(variables);
  while (!(await readdir(folder)).includes('pgdata')) await after(50);
  interrupted.child.kill();
  expect(await interrupted.ended).toMatchObject({ code: 0, stderr: '', stdout: '' });

  const service = startService(variables);
  const { url, docs, token, curl } = await banner(service);
  expect(docs).toBe(`${url}/docs`);
  const words = wordsOf(curl ?? '');
  expect(words).toEqual(['-H', `Authorization: Bearer ${token}`, `${url}/api/v1/bookings?limit=2`]);
  const headers = { authorization: `Bearer ${token}` };
  const rows: unknown = await (await fetch(words[2] ?? '', { headers })).json();
  expect(asObject(rows)['data']).toHaveLength(2);
  service.child.kill('SIGKILL');
  expect(await service.ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });

  const next = await banner(startService(variables));
  expect(next.token).toBe(token);
  expect(await fetchStatus(`${next.url}/api/v1/spaces`, token)).toBe(200);
});

it('a first start that may open too few files says which limit to raise', async () => {
  const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, built('main.js')];
  const service = run('sh', limited, { DATA_DIR: await newFolder() });
  expect(await service.ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The database could not be created: insufficient file descriptors .*ulimit -n 4096.*\n$/,
    ),
  });
});

it('a start with DEMO=off creates neither data nor a token', async () => {
  const variables = { DATA_DIR: await emptyFolder(), DEMO: 'off' };
  const service = startService(variables);
  expect((await banner(service)).token).toBeUndefined();
  const output = await service.untilOutput(/^Access tokens.*\n/m);
  const [, program = ''] = /^Access tokens +node (\S+) tokens create --name NAME --scopes read$/m.exec(output) ?? [];
  expect(resolve(tmpdir(), program)).toBe(join(root, 'apps/server/bundle/catalogue.js'));
  service.child.kill();
  await service.ended;
  const database = await openDatabase({ dataDir: variables.DATA_DIR, databaseUrl: null });
  const left = [await database.prisma.accessToken.count(), await isEmpty(database)];
  await database.close();
  expect(left).toEqual([0, true]);
});

it('the flags --host and --port replace the variables, and wrong values are rejected in one sentence', async () => {
  const start = (...flags: readonly string[]) =>
    run(process.execPath, [built('main.js'), ...flags], {
      DATA_DIR: folder,
      DEMO: 'off',
      PORT: '1',
      HOST: '192.0.2.1',
    });
  const folder = await emptyFolder();
  const service = start('--port', '0', '--host=localhost');
  const { url } = await banner(service);
  expect(url).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
  expect(await fetchStatus(`${url}/health/ready`, undefined)).toBe(200);
  service.child.kill();
  await service.ended;
  const stderr = '--port must be a port number from 0 to 65535, like 3000.\n';
  expect(await start('--port=http').ended).toMatchObject({ code: 1, stdout: '', stderr });
});
