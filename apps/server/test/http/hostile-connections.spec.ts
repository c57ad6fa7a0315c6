import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { startTestService, type TestService } from '../support/service.js';
import { exchange, headerOf, requestText } from './support/raw-client.js';

describe('connections that do not keep to the rules', () => {
  let service: TestService;
  let authorization: string;
  beforeAll(async () => {
    service = await startTestService('embedded');
    authorization = `Authorization: Bearer ${service.token}`;
  });
  afterAll(() => service.close());
  // Whatever came, the next client is served.
  afterEach(async () => {
    expect((await service.request('/api/v1/spaces?limit=1')).status).toBe(200);
  });

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['empty lines and nonsense', '\r\n\r\n\r\n????\r\n\r\n'],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'.padEnd(200, '\u0007')],
    ['bytes without an end', '\u0000\u00ff'.repeat(5000)],
    ['an unknown method', requestText('BREW /api/v1/spaces HTTP/1.1')],
    ['a method in lower case', requestText('get /api/v1/spaces HTTP/1.1')],
    ['an unknown version', requestText('GET / HTTP/3.7')],
    ['spaces in the target', requestText('GET /api/v1/spa ces HTTP/1.1')],
    ['NUL in the target', requestText('GET /api/v1/spaces\u0000 HTTP/1.1')],
    ['a control character in the target', requestText('GET /api/v1/spaces\u0007 HTTP/1.1')],
    ['NUL in a header', requestText('GET / HTTP/1.1', ['X-A: a\u0000b'])],
    ['a header without a colon', requestText('GET / HTTP/1.1', ['X-A'])],
    ['a space before the colon', requestText('GET / HTTP/1.1', ['X-A : b'])],
    ['a folded header', requestText('GET / HTTP/1.1', ['X-A: a', ' b'])],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a length that is none', requestText('POST / HTTP/1.1', ['Content-Length: -1'])],
    ['one length twice', requestText('POST / HTTP/1.1', ['Content-Length: 2', 'Content-Length: 2'], 'ab')],
    ['two lengths in one', requestText('POST / HTTP/1.1', ['Content-Length: 2, 2'], 'ab')],
    ['two lengths', requestText('POST / HTTP/1.1', ['Content-Length: 1', 'Content-Length: 2'], 'ab')],
    [
      'a length and chunks',
      requestText('POST / HTTP/1.1', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
    [
      'chunks and a length',
      requestText('POST / HTTP/1.1', ['Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n'),
    ],
    [
      'chunks twice',
      requestText('POST / HTTP/1.1', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
    ],
    ['chunks that are not last', requestText('POST / HTTP/1.1', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n')],
    ['an unknown transfer coding', requestText('POST / HTTP/1.1', ['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
  ])('ERR-4: %s is refused, and the connection ends', async (_, bytes) => {
    const { answers, closed } = await exchange(service.port, bytes, { answers: 2 });
    for (const { status } of answers) expect(status).toBe(400);
    expect(answers.length).toBeLessThanOrEqual(1);
    expect(closed).toBe(true);
  });

  it('ERR-4: a bad chunk ends the connection after the answer', async () => {
    const bytes = requestText('POST /api/v1/spaces HTTP/1.1', [authorization, 'Transfer-Encoding: chunked'], 'zz\r\n');
    const { answers, closed } = await exchange(service.port, bytes, { answers: 2 });
    expect(answers.every(({ status }) => status === 405 || status === 400)).toBe(true);
    expect(closed).toBe(true);
  });

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a bad chunk', requestText('POST / HTTP/1.1', ['Transfer-Encoding: chunked'], 'zz\r\n')],
    ['a head that is too large', requestText('GET / HTTP/1.1', [`X-A: ${'a'.repeat(20_000)}`])],
  ])('RATE-4: a whole request is answered with what it did, whatever follows it: %s', async (what, rest) => {
    const members = await service.request('/api/v1/members?filters[soft_deleted][eq]=false&limit=1');
    const author = objectOf(arrayOf(objectOf(members.json())['data'])[0])['id'];
    const name = `Followed by ${what}`;
    const body = JSON.stringify({ name, author_id: author });
    const headers = [authorization, 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const create = requestText('POST /api/v1/projects HTTP/1.1', headers, body);
    const { answers, closed } = await exchange(service.port, `${create}${rest}`, { answers: 2 });
    expect(answers.map((answer) => [answer.status, headerOf(answer, 'Connection')])).toEqual([[201, 'close']]);
    expect(closed).toBe(true);
    expect(await service.database.prisma.project.count({ where: { name } })).toBe(1);
  });

  it('a smuggled second request is never answered as the first one’s client', async () => {
    const inner = requestText('GET /api/v1/users HTTP/1.1', [authorization]);
    const bytes = requestText('GET / HTTP/1.1', [`Content-Length: ${inner.length}`], inner);
    const { answers } = await exchange(service.port, `${bytes}${requestText('GET /health/live HTTP/1.1')}`, {
      answers: 2,
    });
    expect(answers.map(({ body }) => body.toString())).toEqual([expect.stringContaining('<html'), '{"status":"live"}']);
  });

  it('HTTP-1: of requests in one write each is answered, in their order, refusals included', async () => {
    const paths = ['/api/v1/spaces?limit=1', '/api/v1/nothing', '/api/v1/spaces?limit=0', '/', '/api/v1/machines'];
    const bytes = paths.map((path, index) =>
      requestText(`GET ${path} HTTP/1.1`, [authorization, `X-Request-Id: r${index}`]),
    );
    const { answers } = await exchange(service.port, bytes.join(''), { answers: paths.length });
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 200, 200]);
    expect(answers.map((answer) => headerOf(answer, 'X-Request-Id'))).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  });

  it('a request that trickles in byte by byte is answered', async () => {
    const bytes = requestText('GET /health/live HTTP/1.1');
    const { answers } = await exchange(service.port, [...bytes], { pause: 3 });
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  it('a connection that stays silent in the middle of a request holds nobody up', async () => {
    const silent = Array.from({ length: 30 }, () => connectTo(service.port));
    for (const socket of silent) socket.write('GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\nX-');
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect((await service.request('/api/v1/spaces')).status).toBe(200);
    // All of them are still there: nobody waited for one of them to end.
    expect(silent.filter(({ readyState }) => readyState === 'open')).toHaveLength(silent.length);
    for (const socket of silent) socket.destroy();
  });

  it('clients that leave before their answer, or in the middle of it, do no harm', async () => {
    const request = requestText('GET /api/v1/machines?limit=200 HTTP/1.1', [authorization, 'Accept-Encoding: br']);
    const clients: Promise<unknown>[] = [];
    const leaving = (bytes: string): Socket => {
      const socket = connectTo(service.port);
      clients.push(new Promise((resolve) => socket.once('close', resolve)));
      socket.write(bytes);
      return socket;
    };
    for (let round = 0; round < 40; round += 1) {
      const socket = leaving(round % 2 === 0 ? request : request + request);
      // Some leave before they are connected, some before the service has read anything, some within their answer.
      if (round % 3 === 1) await once(socket, 'connect');
      if (round % 3 === 2) await nextData(socket);
      if (round % 5 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
    for (const cut of [10, 60, request.length - 2]) leaving(request.slice(0, cut)).resume().end();
    await Promise.all(clients);
  });

  it.each([
    ['an expectation that Node knows', 'Expect: 100-continue', 405],
    ['an expectation that nobody knows', 'Expect: the-unexpected', 405],
    ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket', 405],
    [
      'an upgrade to HTTP/2',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
      405,
    ],
  ])('HTTP-1: %s is answered as any request', async (_, header, status) => {
    const bytes = requestText('POST /api/v1/spaces HTTP/1.1', [authorization, header, 'Content-Length: 2'], '{}');
    const [answer] = (await exchange(service.port, bytes)).answers;
    expect([answer?.status, answer && headerOf(answer, 'Content-Type')]).toEqual([status, 'application/problem+json']);
    expect(answer && headerOf(answer, 'X-Request-Id')).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ['in one segment', '', (bytes: string) => [bytes]],
    ['byte by byte', '', (bytes: string) => [...bytes]],
    ['with a body', '{}', (bytes: string) => [bytes]],
  ])('HTTP-9: an upgrade ends the connection, so that no answer is to another request: %s', async (_, body, cut) => {
    const headers = ['Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${body.length}`, 'X-Request-Id: r1'];
    const behind = ['r2', 'r3'].map((id) => requestText('GET /health/live HTTP/1.1', [`X-Request-Id: ${id}`]));
    const pieces = cut(`${requestText('GET /health/live HTTP/1.1', headers, body)}${behind[0]}`);
    const { answers, closed } = await exchange(service.port, [...pieces, behind[1] ?? ''], { answers: 3, pause: 2 });
    const shown = answers.map((answer) => [headerOf(answer, 'X-Request-Id'), headerOf(answer, 'Connection')]);
    expect([shown, closed]).toEqual([[['r1', 'close']], true]);
  });

  it('CONNECT opens no tunnel, and takes no answer from the request before it', async () => {
    const connect = requestText('CONNECT 127.0.0.1:5432 HTTP/1.1');
    for (const [bytes, statuses] of [
      [connect, [400]],
      [requestText('GET /health/live HTTP/1.1') + connect, [200]],
    ] as const) {
      const { answers, closed } = await exchange(service.port, bytes, { answers: 2 });
      expect([answers.map(({ status }) => status), closed]).toEqual([statuses, true]);
    }
  });

  it('OPTIONS * is an unknown path', async () => {
    const [answer] = (await exchange(service.port, requestText('OPTIONS * HTTP/1.1'))).answers;
    expect([answer?.status, answer && headerOf(answer, 'Content-Type')]).toEqual([404, 'application/problem+json']);
  });

  it('ERR-5: a body that nobody asked for is not kept, and the connection serves on', async () => {
    const body = 'x'.repeat(3_000_000);
    const bytes = requestText('PUT /api/v1/spaces HTTP/1.1', [authorization, `Content-Length: ${body.length}`], body);
    const { answers } = await exchange(service.port, bytes + requestText('GET /health/live HTTP/1.1'), { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([405, 200]);
  });
});
