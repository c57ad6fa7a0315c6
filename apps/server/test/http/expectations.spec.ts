import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { startTestService, type TestService } from '../support/service.js';

const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('HTTP-9: a client that waits for 100 Continue', () => {
  let service: TestService;
  let reader: string;
  let body: string;
  beforeAll(async () => {
    service = await startTestService('embedded');
    reader = (await service.newToken({ scopes: ['read'] })).token;
    const members = objectOf((await service.request('/api/v1/members?filters[soft_deleted][eq]=false')).json());
    body = JSON.stringify({ name: 'Asked first', author_id: objectOf(arrayOf(members['data'])[0])['id'] });
  });
  afterAll(() => service.close());

  /** Sends the head alone, and gives back the connection and the first thing that is said to it. */
  async function ask(lines: readonly string[]): Promise<{ socket: Socket; said: string }> {
    const socket = connectTo(service.port);
    socket.write([...lines, 'Host: a', 'Expect: 100-continue', '', ''].join('\r\n'));
    return { socket, said: await nextData(socket) };
  }

  const good = (): string[] => [
    'POST /api/v1/projects HTTP/1.1',
    `Authorization: Bearer ${service.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const but = (from: string | RegExp, to: string) => good().map((line) => line.replace(from, to));

  it('is told to go on when its request has passed, and then answered', async () => {
    const { socket, said } = await ask(good());
    expect(said).toBe(proceed);
    socket.write(body);
    expect(await nextData(socket)).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });

  it.each([
    ['401', () => but(/Bearer .*/, 'Bearer none')],
    ['404', () => but('/projects', '/nothing')],
    ['405', () => but('POST', 'PUT')],
    ['403', () => but(/Bearer .*/, `Bearer ${reader}`)],
    ['406', () => [...good(), 'Accept: text/html']],
    ['415', () => but('application/json', 'text/plain')],
    ['413', () => but(/Length: .*/, 'Length: 1048577')],
    ['400', () => [...good(), 'Host: b']],
  ])('hears %s before it has sent a body, and the connection ends', async (status, lines) => {
    const { socket, said } = await ask(lines());
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nContent-Type: application/problem\\+json\\r\\n`));
    expect(said).toMatch(/\r\nConnection: close\r\n/);
    await once(socket, 'end');
  });

  it('hears 429 before it has sent a body', async () => {
    const { token } = await service.newToken({ quota: { requests: 1, seconds: 60 } });
    const lines = but(/Bearer .*/, `Bearer ${token}`);
    const first = await ask(lines);
    expect(first.said).toBe(proceed);
    first.socket.destroy();
    expect((await ask(lines)).said).toMatch(/^HTTP\/1\.1 429 /);
  });
});
