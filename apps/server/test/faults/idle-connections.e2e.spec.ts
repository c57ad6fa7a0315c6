import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { banner, seededFolder, startService } from '@resource-catalogue/testing/running-program';
import { makeClient } from '@resource-catalogue/testing/requests';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';

const limit = process.env['EXHAUSTIVE'] ? 10_000 : 200;
const wave = 100;

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

it('RATE-4: idle connections beyond MAX_CONNECTIONS are closed, while other clients get responses', async () => {
  const MAX_CONNECTIONS = String(limit);
  const service = startService({ DATA_DIR: await seededFolder(), RATE_LIMIT: '1000000/60s', MAX_CONNECTIONS });
  const { url, token = '' } = await banner(service);
  const port = Number(new URL(url).port);
  const steady = makeClient(url, token);
  const ask = async (client = steady) => (await client.request('/api/v1/spaces?limit=1')).status;
  let closed = 0;
  while (sockets.length < limit + 3 * wave) {
    const next = Array.from({ length: wave }, () => connectTo(port));
    for (const [index, socket] of next.entries()) {
      socket.resume().on('close', () => (closed += 1));
      if (index % 2 === 0) socket.write('GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\n');
    }
    sockets.push(...next);
    await Promise.all(next.map((socket) => once(socket, 'connect')));
    // Connections are accepted in order, so a response here means that all others are accepted.
    const newcomer = makeClient(url, token);
    expect([await ask(newcomer), await ask()]).toEqual([200, 200]);
    await newcomer.close();
  }
  await until(() => closed >= 2 * wave);
  expect(await ask()).toBe(200);
  await steady.close();
});
