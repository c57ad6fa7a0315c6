import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { banner, seededFolder, startService } from '@resource-catalogue/testing/running-program';
import { figure, timed } from '@resource-catalogue/testing/figures';
import { clientOf } from '@resource-catalogue/testing/requests';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';

/** As many as the default allows, where there is time for them. */
const most = process.env['EXHAUSTIVE'] ? 10_000 : 200;
const wave = 100;

/** Resident, in MB, where the system tells. */
function memoryOf(pid = 0): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

it('RATE-4: idle connections beyond the most are closed, the oldest first, and every client that asks is answered', async () => {
  const service = startService({
    DATA_DIR: await seededFolder(),
    RATE_LIMIT: '1000000/60s',
    ...(most === 10_000 ? {} : { MAX_CONNECTIONS: String(most) }),
  });
  const { url, token = '' } = await banner(service);
  const port = Number(new URL(url).port);
  // This one keeps its connection all the while.
  const steady = clientOf(url, token);
  let closed = 0;
  const before = memoryOf(service.child.pid);
  while (sockets.length < most + 3 * wave) {
    const next = Array.from({ length: wave }, () => connectTo(port));
    for (const [index, socket] of next.entries()) {
      socket.resume().on('close', () => (closed += 1));
      // Some of them have sent half a request.
      if (index % 2 === 0) socket.write('GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\n');
    }
    sockets.push(...next);
    await Promise.all(next.map((socket) => once(socket, 'connect')));
    // Connections are accepted in the order in which they came: once the last one is answered, the others have their places.
    const newcomer = clientOf(url, token);
    expect((await newcomer.request('/api/v1/spaces?limit=1')).status).toBe(200);
    await newcomer.close();
    expect((await steady.request('/api/v1/spaces?limit=1')).status).toBe(200);
  }
  await until(() => closed >= 2 * wave);
  figure(`${most} idle connections: memory of the service more`, memoryOf(service.child.pid) - before, 'MB');
  await timed(`${most} idle connections: one request`, () => steady.request('/api/v1/spaces?limit=1'));
  expect((await steady.request('/health/ready')).status).toBe(200);
  await steady.close();
  for (const socket of sockets) socket.destroy();
  service.child.kill('SIGINT');
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
});
