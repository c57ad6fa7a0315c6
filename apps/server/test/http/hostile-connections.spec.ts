import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { workshopOn } from '../projects/support/workshop.js';
import type { TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';
import { responseTo, exchange, requestText } from './support/raw-client.js';

const workshop = workshopOn();
let service: TestService;
let authorization: string;
/** The body and the headers of a POST that creates a project. */
let body: string;
let create: string[];
beforeAll(() => {
  ({ service } = workshop);
  authorization = `Authorization: Bearer ${service.token}`;
  body = JSON.stringify(workshop.writer.body());
  create = [authorization, 'Content-Type: application/json', `Content-Length: ${body.length}`];
});
// Another client still gets a response after each test.
afterEach(async () => {
  expect((await service.request('/api/v1/spaces?limit=1')).status).toBe(200);
});

const postLine = 'POST /api/v1/projects HTTP/1.1';
const live = requestText('GET /health/live HTTP/1.1');
const get = (...headers: readonly string[]) => requestText('GET / HTTP/1.1', headers);
const post = (headers: readonly string[], sent = '') => requestText('POST / HTTP/1.1', headers, sent);
const chunked = 'Transfer-Encoding: chunked';
const noChunks = '0\r\n\r\n';

const statusesOf = async (bytes: string, responses: number) =>
  (await exchange(service.port, bytes, { responses })).responses.map(({ status }) => status);

it.each([
  ['nonsense', 'nonsense\r\n\r\n'],
  ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'.padEnd(200, '\u0007')],
  ['bytes without an end', '\u0000\u00ff'.repeat(5000)],
  ['an unknown version', requestText('GET / HTTP/3.7')],
  ['NUL in a header', get('X-A: a\u0000b')],
  ['a space before the colon', get('X-A : b')],
  ['a folded header', get('X-A: a', ' b')],
  ['a missing Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two lengths', post(['Content-Length: 1', 'Content-Length: 2'], 'ab')],
  ['a length and chunks', post(['Content-Length: 3', chunked], noChunks)],
  ['an unknown transfer coding', post(['Transfer-Encoding: xchunked'], noChunks)],
])('ERR-4: %s is rejected, and the connection ends', async (_, bytes) => {
  const { responses, closed } = await exchange(service.port, bytes, { responses: 2 });
  expect(responses.length).toBeLessThanOrEqual(1);
  for (const response of responses) expectProblem(response, 'invalid_request');
  expect(closed).toBe(true);
});

it('HTTP-1, HTTP-9: pipelined requests get responses in order, even after the client has closed its side', async () => {
  const paths = ['/api/v1/spaces?limit=1', '/api/v1/nothing', '/api/v1/spaces?limit=0', '/', '/api/v1/machines'];
  const bytes = paths.map((path, at) => requestText(`GET ${path} HTTP/1.1`, [authorization, `X-Request-Id: r${at}`]));
  const received = await responsesAfterEnd(bytes.join(''));
  expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '404', '400', '200', '200']);
  expect(received.match(/(?<=\r\nX-Request-Id: )\S+/g)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  const connection = received.match(/(?<=\r\nConnection: )\S+/g);
  expect(connection).toEqual(['keep-alive', 'keep-alive', 'keep-alive', 'keep-alive', 'close']);
});

it('HTTP-1: an unknown expectation is ignored', async () => {
  const headers = [authorization, 'Expect: the-unexpected', 'Content-Length: 2'];
  const response = await responseTo(service.port, requestText('POST /api/v1/spaces HTTP/1.1', headers, '{}'));
  expectProblem(response, 'method_not_allowed');
});

it.each([
  ['in one segment', '', (bytes: string) => [bytes]],
  ['byte by byte', '', (bytes: string) => [...bytes]],
  ['with a body', '{}', (bytes: string) => [bytes]],
])('HTTP-9: an upgrade request sent %s ends the connection after its response', async (_, sent, cut) => {
  const headers = ['Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${sent.length}`, 'X-Request-Id: r1'];
  const pieces = cut(`${requestText('GET /health/live HTTP/1.1', headers, sent)}${live}`);
  const { responses, closed } = await exchange(service.port, [...pieces, live], { responses: 3 });
  const shown = responses.map(({ headers }) => [headers['x-request-id'], headers['connection']]);
  expect([shown, closed]).toEqual([[['r1', 'close']], true]);
});

it.each([
  ['CONNECT opens no tunnel', requestText('CONNECT 127.0.0.1:5432 HTTP/1.1'), [400]],
  ['OPTIONS * is an unknown path', requestText('OPTIONS * HTTP/1.1', ['Connection: close']), [404]],
])('a target that is not a path is rejected: %s', async (_, bytes, statuses) => {
  expect(await statusesOf(bytes, 2)).toEqual(statuses);
});

it('ERR-5: an unexpected body is discarded, even one that is a request, and its connection stays open', async () => {
  const inner = requestText('GET /api/v1/users HTTP/1.1', [authorization]);
  const long = inner + 'x'.repeat(3_000_000);
  const bytes = requestText('PUT /api/v1/spaces HTTP/1.1', [authorization, `Content-Length: ${long.length}`], long);
  expect(await statusesOf(bytes + requestText('GET /docs HTTP/1.1') + live, 3)).toEqual([405, 200, 200]);
});

/**
 * Sends bytes and closes its side, then reads until the service closes the connection. No operation responds before
 * the end has arrived.
 */
async function responsesAfterEnd(bytes: string): Promise<string> {
  // While the table is locked, no project is created.
  const { databaseUrl } = service.location;
  const { received } = await whileHeld(databaseUrl, 'LOCK TABLE projects IN SHARE MODE', async () => {
    const socket = connectTo(service.port, { allowHalfOpen: true });
    const received = text(socket);
    socket.end(bytes);
    await once(socket, 'finish');
    // A response on a later connection proves that earlier bytes were read.
    await service.request('/health/live');
    return { received };
  });
  return received;
}

it.each([
  [
    'after a complete POST gets its response',
    () => requestText(postLine, create, body),
    /^HTTP\/1\.1 201 [^]*: close\r\n/,
  ],
  ['at once does not delay the service', () => '', /^$/],
  ['within a head does not delay the service', () => 'GET / HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1\.1 400 /],
  [
    'within a body does not delay the service',
    () => requestText(postLine, ['Content-Length: 10'], '{}'),
    /^HTTP\/1\.1 4/,
  ],
])('HTTP-9: a client that closes its side %s', async (_, bytes, expected) => {
  expect(await responsesAfterEnd(bytes())).toMatch(expected);
});

/** Sends the head of a request that expects 100 Continue; returns the connection and the first bytes received. */
async function sendHead(lines: readonly string[]): Promise<{ socket: Socket; said: string }> {
  const socket = connectTo(service.port);
  socket.write([...lines, 'Host: a', 'Expect: 100-continue', '', ''].join('\r\n'));
  return { socket, said: await nextData(socket) };
}

it('HTTP-9: a client that waits for 100 Continue gets it once its request is accepted, and then its response', async () => {
  const { socket, said } = await sendHead([postLine, ...create]);
  expect(said).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  expect(await nextData(socket)).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
});

it.each([
  [401, /Bearer .*/, 'Bearer none'],
  [404, '/projects', '/nothing'],
  [405, 'POST', 'PUT'],
  [406, /$/, '\r\nAccept: text/html'],
  [415, 'application/json', 'text/plain'],
  [413, /Length: .*/, 'Length: 1048577'],
  [400, /$/, '\r\nHost: b'],
])('HTTP-9: a client that waits for 100 Continue gets %i before its body, and the connection ends', async (...row) => {
  const [status, from, to] = row;
  const { socket, said } = await sendHead([postLine, ...create].join('\r\n').replace(from, to).split('\r\n'));
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nContent-Type: application/problem\\+json\\r\\n`));
  expect(said).toMatch(/\r\nConnection: close\r\n/);
  await once(socket, 'end');
});

const limit = 16 * 1024;
const spaces = 'GET /api/v1/spaces HTTP/1.1';

/** The lines of a request with this many filler bytes. */
const heads: Readonly<Record<string, (filling: number) => readonly [line: string, ...headers: string[]]>> = {
  'a URL': (filling) => [`GET /api/v1/spaces?${'&'.repeat(filling)} HTTP/1.1`],
  'a header': (filling) => [spaces, `X-Fill: ${'a'.repeat(filling)}`],
  'many headers': (filling) => [spaces, ...Array<string>(2000).fill('a: '), `b: ${'b'.repeat(filling)}`],
};

it.each(Object.entries(heads))('RATE-3: %s of up to 16 KiB is accepted', async (name, make) => {
  const bytes = (filling: number) => {
    const [line, ...headers] = make(filling);
    return requestText(line, [...headers, authorization]);
  };
  const responseOf = (size: number) => responseTo(service.port, bytes(size - bytes(0).length));
  expect((await responseOf(limit)).status).toBe(200);
  expectProblem(await responseOf(limit + 1), name === 'a URL' ? 'uri_too_long' : 'headers_too_large');
  // Node's parser rejects much longer heads of any kind.
  expectProblem(await responseOf(3 * limit), 'headers_too_large');
});
