import { expect, it } from '@jest/globals';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { startTestService } from '../support/service.js';
import { requestText } from './support/raw-client.js';

it('closing the application ends a connection that has left HTTP, although its client does not read', async () => {
  const service = await startTestService();
  const socket = connectTo(service.port, { allowHalfOpen: true });
  const list = requestText('GET /api/v1/bookings?limit=200 HTTP/1.1', [`Authorization: Bearer ${service.token}`]);
  socket.write(list.repeat(200) + requestText('CONNECT 127.0.0.1:5432 HTTP/1.1'));
  expect(await nextData(socket)).toMatch(/^HTTP\/1\.1 200 /);
  socket.pause();
  await service.close();
  socket.destroy();
}, 20_000);
