import type { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { asText } from '@resource-catalogue/testing/json';
import { requestText } from '../http/support/raw-client.js';
import { startTestService } from '../support/service.js';

/** More than fits into the buffers between a service and its clients. */
const length = 12_000_000;

it('RATE-4: clients that do not read responses are cut off, oldest first, while others get responses', async () => {
  const service = await startTestService({ responseBuffer: 16 * 1024 * 1024 });
  const [row] = await service.database.source.query({ text: 'SELECT min(id::text) FROM categories' }, []);
  const id = asText(row?.[0]);
  await service.database.exec(`UPDATE categories SET description = repeat('a', ${length}) WHERE id = '${id}'`);
  const expectResponse = async () => expect((await service.request('/api/v1/bookings?limit=5')).status).toBe(200);
  const bytes = requestText(`GET /api/v1/categories/${id} HTTP/1.1`, [`Authorization: Bearer ${service.token}`]);
  const clients: Socket[] = [];
  for (let count = 0; count < 6; count += 1) {
    const client = connectTo(service.port).pause();
    client.write(bytes);
    clients.push(client);
    await expectResponse();
  }
  while (clients.filter(({ closed }) => closed).length < 3) {
    await expectResponse();
    // A client that does not read notices a closed connection only by writing.
    for (const client of clients) client.write('\r\n');
  }
  expect(clients.slice(0, 3).map(({ closed }) => closed)).toEqual([true, true, true]);
  const last = clients[5];
  if (!last) throw new Error('No client is connected.');
  let received = 0;
  last.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  while (received < length) await nextData(last);
  for (const client of clients) client.resetAndDestroy();
  expect((await service.request(`/api/v1/categories/${id}`)).body.length).toBeGreaterThan(length);
  await service.close();
});
