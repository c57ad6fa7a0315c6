import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { textOf } from '@resource-catalogue/testing/json';
import { listPage } from '../support/list-page.js';
import { startTestService, type TestService } from '../support/service.js';
import { requestText } from './support/raw-client.js';

/** More than the buffers between a service and its clients take. */
const length = 12_000_000;
const responseBuffer = 16 * 1024 * 1024;

/** One category that is as long. */
const longCategory = `
  UPDATE categories SET description = repeat('a', ${length}) WHERE id = (SELECT min(id::text)::uuid FROM categories)`;

describe('clients that do not read their answers (RATE-4)', () => {
  let service: TestService;
  let path: string;
  let clients: Socket[] = [];
  beforeAll(async () => {
    service = await startTestService('embedded', { responseBuffer });
    const [row] = await service.database.source.query({ text: 'SELECT min(id::text) FROM categories' }, []);
    path = `/api/v1/categories/${textOf(row?.[0])}`;
    await service.database.exec(longCategory);
  });
  afterEach(() => {
    for (const client of clients) client.destroy();
    clients = [];
  });
  afterAll(() => service.close());

  function ask(bytes: string): Socket {
    const client = connectTo(service.port).pause();
    client.write(bytes);
    clients.push(client);
    return client;
  }

  const request = (token = service.token) => requestText(`GET ${path} HTTP/1.1`, [`Authorization: Bearer ${token}`]);

  it('are cut off, the first ones first, while others are answered', async () => {
    for (let count = 0; count < 6; count += 1) {
      ask(request());
      await listPage(service, 'bookings', 'limit=5');
    }
    expect((await service.request(path)).body.length).toBeGreaterThan(length);
    while (clients.filter(({ closed }) => closed).length < 3) {
      await listPage(service, 'bookings', 'limit=5');
      // Whoever does not read learns only from writing that a connection has been closed.
      for (const client of clients) client.write('\r\n');
    }
    const last = clients.at(-1);
    if (!last) throw new Error('There is no client.');
    expect(clients.slice(0, 3).map(({ closed }) => closed)).toEqual([true, true, true]);
    let received = 0;
    last.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
    while (received < length) await nextData(last);
  });

  it('have one request worked on, however many they send at once', async () => {
    const quota = { requests: 1000, seconds: 3600 };
    const { token } = await service.newToken({ quota });
    ask(request(token).repeat(500));
    const remaining = async () => {
      const { headers } = await service.request('/api/v1/spaces?limit=1', { token });
      return Number(/;r=([0-9]+);/.exec(textOf(headers['ratelimit']))?.[1]);
    };
    const first = await remaining();
    for (let asked = 1; asked <= 20; asked += 1) {
      // Each costs one; the other client's one may come in between.
      expect([first - asked, first - asked - 1]).toContain(await remaining());
    }
    expect(first).toBeGreaterThanOrEqual(quota.requests - 2);
  });

  it('and those that leave in the middle of a long answer do no harm', async () => {
    for (const coding of ['identity', 'gzip']) {
      const bytes = requestText(`GET ${path} HTTP/1.1`, [
        `Authorization: Bearer ${service.token}`,
        `Accept-Encoding: ${coding}`,
      ]);
      const [early, late] = [ask(bytes), ask(bytes)];
      await listPage(service, 'bookings', 'limit=5');
      early.destroy();
      late.resume();
      await nextData(late);
      late.resetAndDestroy();
    }
    expect((await service.request(path)).body.length).toBeGreaterThan(length);
  });
});
