import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { objectOf } from '../support/json.js';
import { banner, catalogue, newFolder, root, seededFolder, startService, statusOf } from './running-program.js';

/** The words of a command line as a shell reads them. */
function wordsOf(line: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

describe('a start', () => {
  it('on an empty directory fills a database and prints a request that works; the next start prints a new token', async () => {
    const variables = { DATA_DIR: await newFolder() };
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
    service.child.kill();
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' });

    const next = await banner(startService(variables));
    expect(next.token).not.toBe(token);
    expect(await statusOf(`${next.url}/api/v1/spaces`, next.token)).toBe(200);
    expect(await statusOf(`${next.url}/api/v1/spaces`, token)).toBe(401);
  });

  it('with DEMO=off makes neither data nor a token; after a stop while it is set up, and after a kill, it starts again', async () => {
    const folder = await newFolder();
    const variables = { DATA_DIR: folder, DEMO: 'off' };
    const interrupted = startService(variables);
    while (!(await readdir(folder)).includes('postgres')) await after(50);
    interrupted.child.kill();
    expect(await interrupted.ended).toMatchObject({ code: 0, stderr: '', stdout: '' });

    const killed = startService(variables);
    await banner(killed);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });

    const service = startService(variables);
    const { url, token } = await banner(service);
    expect(token).toBeUndefined();
    const said = await service.said(/Access tokens/);
    const [, program = ''] = /^Access tokens +node (\S+) tokens create --name NAME --scopes read$/m.exec(said) ?? [];
    expect(resolve(tmpdir(), program)).toBe(join(root, 'apps/server/bundle/catalogue.js'));
    expect(await statusOf(`${url}/health/ready`, undefined)).toBe(200);
    service.child.kill();
    await service.ended;
    expect(await catalogue(variables, 'tokens', 'list')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^There are no tokens\. /),
    });
  });
});

describe('two services that start at once on one data directory', () => {
  it('are one service and one refusal', async () => {
    const folder = await seededFolder();
    const services = [startService({ DATA_DIR: folder }), startService({ DATA_DIR: folder })];
    const results = await Promise.allSettled(services.map(banner));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = services[results.findIndex(({ status }) => status === 'rejected')];
    const ending = await loser?.ended;
    expect(ending).toMatchObject({ code: 1, stdout: '' });
    // The other process is named as soon as it has written its name.
    expect(ending?.stderr).toMatch(
      /^The data directory \S+ is in use by (?:process \d+ on \S+|another process): .*\n$/,
    );
    for (const result of results) {
      if (result.status === 'fulfilled') {
        expect(await statusOf(`${result.value.url}/api/v1/spaces`, result.value.token)).toBe(200);
      }
    }
  });
});

describe('a start with invalid variables', () => {
  it('is refused in one line that names all of them and repeats no value', async () => {
    const { code, stdout, stderr } = await startService({
      PORT: '70000',
      DATABASE_URL: 'mysql://root:secret@localhost/x',
      DEMO: 'perhaps',
    }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^The configuration is not valid: PORT must be [^;]*; DATABASE_URL must be [^;]*; DEMO must be [^;]*\.\n$/,
    );
    expect(stderr).not.toContain('secret');
  });
});
