import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { banner, seededFolder, startService } from '@resource-catalogue/testing/running-program';
import { figure, timed } from '@resource-catalogue/testing/figures';
import { makeClient } from '@resource-catalogue/testing/requests';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';

const limit = process.env['EXHAUSTIVE'] ? 10_000 : 200;
const wave = 100;

/** Resident memory in MB, where the system reports it. */
function memoryOf(pid = 0): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

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
  const before = memoryOf(service.child.pid);
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
  figure(`${limit} idle connections: additional memory`, memoryOf(service.child.pid) - before, 'MB');
  await timed(`${limit} idle connections: one request`, () => ask());
  await steady.close();
});
