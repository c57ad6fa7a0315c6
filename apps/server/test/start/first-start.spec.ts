import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { objectOf } from '../support/json.js';
import { banner, catalogue, newFolder, startService, statusOf, timed } from './running-program.js';

/** The words of a command line as a shell reads them. */
function wordsOf(line: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

describe('a start', () => {
  it('on an empty folder fills a database, and prints a request that works; the next start prints a new token', async () => {
    const settings = { DATA_DIR: await newFolder() };
    const service = startService(settings);
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
    service.child.kill();
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' });

    const { value: next, seconds } = await timed(banner(startService(settings)));
    expect(seconds).toBeLessThan(5);
    expect(next.token).not.toBe(token);
    expect(await statusOf(`${next.url}/api/v1/spaces`, next.token)).toBe(200);
    expect(await statusOf(`${next.url}/api/v1/spaces`, token)).toBe(401);
  }, 60_000);

  it('with DEMO=off makes neither data nor a token; it can be stopped while it is set up, and killed, and starts again', async () => {
    const folder = await newFolder();
    const settings = { DATA_DIR: folder, DEMO: 'off' };
    const interrupted = startService(settings);
    while (!(await readdir(folder)).includes('postgres')) await after(50);
    interrupted.child.kill();
    const { value: ending, seconds } = await timed(interrupted.ended);
    expect(ending).toMatchObject({ code: 0, stderr: '', stdout: '' });
    expect(seconds).toBeLessThan(5);

    const killed = startService(settings);
    await banner(killed);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });

    const service = startService(settings);
    const { url, token } = await banner(service);
    expect(token).toBeUndefined();
    expect(await service.said(/Access tokens/)).toMatch(
      /^Access tokens +npm run catalogue -- tokens create --name NAME --scopes read$/m,
    );
    expect(await statusOf(`${url}/health/ready`, undefined)).toBe(200);
    service.child.kill();
    await service.ended;
    expect(await catalogue(settings, 'tokens', 'list')).toMatchObject({ code: 0, stdout: 'There are no tokens.\n' });
  }, 60_000);
});
