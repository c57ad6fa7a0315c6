import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { Writer } from '../projects/support/writer.js';
import { banner, seededFolder, startService } from '@resource-catalogue/testing/running-program';

const delayUntilSignal = new URL('delay-until-signal.mjs', import.meta.url).href;

/** Names the process that holds the folder. */
const lockOf = (folder: string): Promise<string> => readFile(join(folder, 'lock'), 'utf8');

async function connectionTo(url: string, bytes: string): Promise<Socket> {
  const socket = connectTo(Number(new URL(url).port));
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

async function readiness(url: string): Promise<string> {
  const answer = await fetch(`${url}/health/ready`).catch((error: unknown) => textOf(objectOf(error)['message']));
  if (typeof answer === 'string') return answer;
  await answer.arrayBuffer();
  return `${answer.status} ${answer.headers.get('connection')}`;
}

it('HTTP-8: a stopping service is first not ready, then takes no connections, answers pending requests, and ends', async () => {
  const folder = await seededFolder();
  const service = startService({
    DATA_DIR: folder,
    SHUTDOWN_DELAY: '300s',
    NODE_OPTIONS: `--import ${delayUntilSignal}`,
  });
  const { url, token = '' } = await banner(service);
  const authorization = `Authorization: Bearer ${token}\r\n`;
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify((await Writer.to({ url, token })).body({ name: 'Sent slowly' }));
  const write = await connectionTo(
    url,
    `POST /api/v1/projects HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  expect(await readiness(url)).toBe('200 keep-alive');
  expect(await lockOf(folder)).toContain(`process ${service.child.pid} on `);

  service.child.kill('SIGTERM');
  while ((await readiness(url)) === '200 keep-alive');
  expect(await readiness(url)).toBe('503 close');
  // The first one has been taken: of two that come at once the system makes one.
  service.child.kill('SIGTERM');
  const endless = await connectionTo(url, 'GET /api/v1/spaces HTTP/1.1\r\n');
  const read = await connectionTo(url, 'GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\n');
  // The earlier connections have sent theirs once this one has its answer.
  const answer = await fetch(`${url}/api/v1/spaces`, { headers });
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);

  service.child.kill('SIGUSR2');
  while ((await readiness(url)) === '503 close');
  expect(await readiness(url)).toBe('fetch failed');
  read.write(`${authorization}\r\n`);
  write.write(body.slice(10));
  expect(await text(read)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*\{"data":\[[^]*\}$/);
  expect(await text(write)).toMatch(/^HTTP\/1\.1 201 [^]*\r\nConnection: close\r\n[^]*"name":"Sent slowly"[^]*\}$/);
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await lockOf(folder)).toBe('');
  endless.destroy();
});
