import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { isEmpty } from '@resource-catalogue/demo';
import { objectOf } from '@resource-catalogue/testing/json';
import {
  type Banner,
  banner,
  emptyFolder,
  newFolder,
  root,
  startService,
  statusOf,
} from '@resource-catalogue/testing/running-program';

/** The words of a command line as a shell reads them. */
function wordsOf(line: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

describe('a start', () => {
  it('a start on an empty directory fills a database, also after a stop on the way, and prints a request that works; of the next two at once one is refused', async () => {
    const folder = await newFolder();
    const variables = { DATA_DIR: folder };
    const interrupted = startService(variables);
    while (!(await readdir(folder)).includes('postgres')) await after(50);
    interrupted.child.kill();
    expect(await interrupted.ended).toMatchObject({ code: 0, stderr: '', stdout: '' });

    const service = startService(variables);
    const { url, docs, token, curl } = await banner(service);
    expect(docs).toBe(`${url}/docs`);
    expect((await fetch(docs)).headers.get('content-type')).toMatch(/^text\/html/);
    const [flag, header = '', address = '', ...rest] = wordsOf(curl ?? '');
    expect({ flag, header, address, rest }).toEqual({
      flag: '-H',
      header: `Authorization: Bearer ${token}`,
      address: `${url}/api/v1/bookings?limit=2`,
      rest: [],
    });
    const answer = await fetch(address, { headers: { authorization: header.replace('Authorization: ', '') } });
    expect(answer.status).toBe(200);
    expect(objectOf(await answer.json())['data']).toHaveLength(2);
    service.child.kill('SIGKILL');
    expect(await service.ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });

    const next = await oneOfTwo(variables);
    expect(next.token).toBe(token);
    expect(await statusOf(`${next.url}/api/v1/spaces`, token)).toBe(200);
  });

  it('a start with DEMO=off makes neither data nor a token', async () => {
    const variables = { DATA_DIR: await emptyFolder(), DEMO: 'off' };
    const service = startService(variables);
    const { url, token } = await banner(service);
    expect(token).toBeUndefined();
    const said = await service.said(/Access tokens/);
    const [, program = ''] = /^Access tokens +node (\S+) tokens create --name NAME --scopes read$/m.exec(said) ?? [];
    expect(resolve(tmpdir(), program)).toBe(join(root, 'apps/server/bundle/catalogue.js'));
    expect(await statusOf(`${url}/health/ready`, undefined)).toBe(200);
    service.child.kill();
    await service.ended;
    const database = await openDatabase({ dataDir: variables.DATA_DIR, databaseUrl: null });
    const left = [await database.prisma.accessToken.count(), await isEmpty(database)];
    await database.close();
    expect(left).toEqual([0, true]);
  });
});

/** Starts two services at once on one data directory, of which one is refused, and answers the banner of the other. */
async function oneOfTwo(variables: Readonly<Record<string, string>>): Promise<Banner> {
  const services = [startService(variables), startService(variables)];
  const results = await Promise.allSettled(services.map(banner));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const loser = services[results.findIndex(({ status }) => status === 'rejected')];
  const ending = await loser?.ended;
  expect(ending).toMatchObject({ code: 1, stdout: '' });
  // The other process is named as soon as it has written its name.
  expect(ending?.stderr).toMatch(/^The data directory \S+ is in use by (?:process \d+ on \S+|another process): .*\n$/);
  const winner = results.find((result) => result.status === 'fulfilled');
  if (!winner) throw new Error('No service has started.');
  return winner.value;
}
