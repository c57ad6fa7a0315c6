import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { banner, seededFolder, startService, statusOf, timed } from './running-program.js';

async function connectionTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const refused = await connectionTo(url).then(
      (socket) => void socket.destroy(),
      (error: unknown) => error,
    );
    if (refused !== undefined) return;
  }
}

/** The newest lock of a folder is the one that counts. */
async function lockOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^lock\.\d+$/.test(name));
  const newest = Math.max(...names.map((name) => Number(name.slice('lock.'.length))));
  return readFile(join(folder, `lock.${newest}`), 'utf8');
}

describe('a service stops with 0', () => {
  it('on SIGINT, also twice and with idle connections open, and gives its folder back', async () => {
    const folder = await seededFolder();
    const service = startService({ DATA_DIR: folder });
    const { url, token } = await banner(service);
    const unused = await connectionTo(url);
    const idle = await connectionTo(url);
    idle.write(`GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    expect(String(await once(idle, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await lockOf(folder)).toContain(`"pid":${service.child.pid}`);
    service.child.kill('SIGINT');
    service.child.kill('SIGINT');
    const { value: ending, seconds } = await timed(service.ended);
    expect(ending).toMatchObject({ code: 0, stderr: '' });
    expect(seconds).toBeLessThan(2);
    expect(await lockOf(folder)).toBe('released');
    unused.destroy();
    idle.destroy();
  }, 120_000);

  it('on SIGTERM, after it has answered what was under way, and within 5 s of a request that never ends', async () => {
    const service = startService({ DATA_DIR: await seededFolder() });
    const { url, token } = await banner(service);
    const endless = await connectionTo(url);
    endless.write('GET /api/v1/spaces HTTP/1.1\r\n');
    const running = await connectionTo(url);
    running.write('GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\n');
    // What earlier connections sent has arrived once a later one has its answer.
    expect(await statusOf(`${url}/api/v1/spaces`, token)).toBe(200);
    service.child.kill('SIGTERM');
    const stopping = timed(service.ended);
    await expect(untilRefused(url)).resolves.toBeUndefined();
    running.write(`Authorization: Bearer ${token}\r\n\r\n`);
    let answer = '';
    for await (const chunk of running) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*\{"data":\[[^]*\}$/);
    const { value: ending, seconds } = await stopping;
    expect(ending).toMatchObject({ code: 0, stderr: '' });
    expect(seconds).toBeLessThan(5);
    endless.destroy();
  }, 120_000);
});

describe('two services', () => {
  it('that start at once on one folder: one wins', async () => {
    const folder = await seededFolder();
    const services = [startService({ DATA_DIR: folder }), startService({ DATA_DIR: folder })];
    const results = await Promise.allSettled(services.map(banner));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = services[results.findIndex(({ status }) => status === 'rejected')];
    const ending = await loser?.ended;
    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending?.stderr).toMatch(/^The data directory \S+ is in use by process \d+ on \S+: .*\n$/);
  }, 120_000);
});
