import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { startTestService, type TestService } from '../support/service.js';
import { firstId } from './support/first-id.js';
import { expectProblem } from './support/problems.js';
import { asAnswer, exchange, headerOf, requestText } from './support/raw-client.js';

let service: TestService;
let authorization: string;
/** A POST that makes a project, and its parts. */
let body: string;
let create: string[];
beforeAll(async () => {
  service = await startTestService('embedded');
  authorization = `Authorization: Bearer ${service.token}`;
  body = JSON.stringify({
    name: 'Sent at once',
    author_id: await firstId(service, 'members', 'filters[soft_deleted][eq]=false'),
  });
  create = [authorization, 'Content-Type: application/json', `Content-Length: ${body.length}`];
});
afterAll(() => service.close());
// Whatever came, the next client is served.
afterEach(async () => {
  expect((await service.request('/api/v1/spaces?limit=1')).status).toBe(200);
});

const postLine = 'POST /api/v1/projects HTTP/1.1';
const live = requestText('GET /health/live HTTP/1.1');
const get = (...headers: readonly string[]) => requestText('GET / HTTP/1.1', headers);
const post = (headers: readonly string[], sent = '') => requestText('POST / HTTP/1.1', headers, sent);
const chunked = 'Transfer-Encoding: chunked';
const noChunks = '0\r\n\r\n';

describe('a connection that breaks the rules', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'.padEnd(200, '\u0007')],
    ['bytes without an end', '\u0000\u00ff'.repeat(5000)],
    ['an unknown version', requestText('GET / HTTP/3.7')],
    ['NUL in a header', get('X-A: a\u0000b')],
    ['a space before the colon', get('X-A : b')],
    ['a folded header', get('X-A: a', ' b')],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two lengths', post(['Content-Length: 1', 'Content-Length: 2'], 'ab')],
    ['a length and chunks', post(['Content-Length: 3', chunked], noChunks)],
    ['an unknown transfer coding', post(['Transfer-Encoding: xchunked'], noChunks)],
  ])('ERR-4: %s is refused, and the connection ends', async (_, bytes) => {
    const { answers, closed } = await exchange(service.port, bytes, { answers: 2 });
    expect(answers.length).toBeLessThanOrEqual(1);
    for (const answer of answers) expectProblem(asAnswer(answer), 'invalid_request');
    expect(closed).toBe(true);
  });

  it('a smuggled second request is never answered as the first one’s client', async () => {
    const inner = requestText('GET /api/v1/users HTTP/1.1', [authorization]);
    const bytes = requestText('GET / HTTP/1.1', [`Content-Length: ${inner.length}`], inner);
    const { answers } = await exchange(service.port, `${bytes}${live}`, { answers: 2 });
    expect(answers.map((answer) => answer.body.toString())).toEqual([
      expect.stringContaining('<html'),
      '{"status":"live"}',
    ]);
  });

  it('HTTP-1, HTTP-9: requests in one write are answered in their order, also behind the end of the client', async () => {
    const paths = ['/api/v1/spaces?limit=1', '/api/v1/nothing', '/api/v1/spaces?limit=0', '/', '/api/v1/machines'];
    const bytes = paths.map((path, at) => requestText(`GET ${path} HTTP/1.1`, [authorization, `X-Request-Id: r${at}`]));
    const { answers } = await exchange(service.port, bytes.join(''), { answers: paths.length });
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 200, 200]);
    expect(answers.map((answer) => headerOf(answer, 'X-Request-Id'))).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    const answered = await answersAfterEnd(bytes.join(''));
    expect(answered.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '404', '400', '200', '200']);
    const said = [...Array<string>(4).fill('keep-alive'), 'close'];
    expect(answered.match(/(?<=\r\nConnection: )\S+/g)).toEqual(said);
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

  it.each([
    ['an expectation that Node knows', 'Expect: 100-continue'],
    ['an expectation that nobody knows', 'Expect: the-unexpected'],
    ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket'],
  ])('HTTP-1: %s is answered as any request', async (_, header) => {
    const bytes = requestText('POST /api/v1/spaces HTTP/1.1', [authorization, header, 'Content-Length: 2'], '{}');
    const [answer] = (await exchange(service.port, bytes)).answers;
    expect([answer?.status, answer && headerOf(answer, 'Content-Type')]).toEqual([405, 'application/problem+json']);
    expect(answer && headerOf(answer, 'X-Request-Id')).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ['in one segment', '', (bytes: string) => [bytes]],
    ['byte by byte', '', (bytes: string) => [...bytes]],
    ['with a body', '{}', (bytes: string) => [bytes]],
  ])('HTTP-9: an upgrade ends the connection, so that no answer is to another request: %s', async (_, sent, cut) => {
    const headers = ['Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${sent.length}`, 'X-Request-Id: r1'];
    const pieces = cut(`${requestText('GET /health/live HTTP/1.1', headers, sent)}${live}`);
    const { answers, closed } = await exchange(service.port, [...pieces, live], { answers: 3 });
    const shown = answers.map((answer) => [headerOf(answer, 'X-Request-Id'), headerOf(answer, 'Connection')]);
    expect([shown, closed]).toEqual([[['r1', 'close']], true]);
  });

  it.each([
    ['CONNECT opens no tunnel', requestText('CONNECT 127.0.0.1:5432 HTTP/1.1'), [400]],
    ['CONNECT takes no answer from the request before', `${live}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`, [200]],
    ['OPTIONS * is an unknown path', requestText('OPTIONS * HTTP/1.1', ['Connection: close']), [404]],
  ])('%s', async (_, bytes, statuses) => {
    const { answers, closed } = await exchange(service.port, bytes, { answers: 2 });
    expect([answers.map(({ status }) => status), closed]).toEqual([statuses, true]);
  });

  it('ERR-5: a body that nobody asked for is not kept, and the connection serves on', async () => {
    const long = 'x'.repeat(3_000_000);
    const bytes = requestText('PUT /api/v1/spaces HTTP/1.1', [authorization, `Content-Length: ${long.length}`], long);
    const { answers } = await exchange(service.port, bytes + live, { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([405, 200]);
  });
});

/** Sends bytes and the end, and reads until the service ends, too. No operation is answered before the end has come. */
async function answersAfterEnd(bytes: string): Promise<string> {
  // The embedded database has one connection.
  const sending = async () => {
    const socket = connectTo(service.port, { allowHalfOpen: true });
    const received = text(socket);
    socket.end(bytes);
    await once(socket, 'finish');
    // What earlier connections sent has been read once a later one has its answer.
    await service.request('/health/live');
    return { received };
  };
  const { received } = await service.database.session((session) => session.transaction(sending));
  return received;
}

describe('a client that closes its side', () => {
  it.each([
    ['after a whole POST is answered', () => requestText(postLine, create, body), /^HTTP\/1\.1 201 [^]*: close\r\n/],
    ['after nothing is not waited for', () => '', /^$/],
    ['after half a head is not waited for', () => 'GET / HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1\.1 400 /],
    ['after half a body is not waited for', () => requestText(postLine, ['Content-Length: 10'], '{}'), /^HTTP\/1\.1 4/],
  ])('HTTP-9: a client that closes its side %s', async (_, bytes, expected) => {
    expect(await answersAfterEnd(bytes())).toMatch(expected);
  });

  it('HTTP-9: a client that closes its side after its answers leaves no connection behind', async () => {
    const socket = connectTo(service.port, { allowHalfOpen: true });
    socket.write(live);
    await nextData(socket);
    socket.end();
    expect(await text(socket)).toBe('');
  });
});

describe('a client that waits for 100 Continue', () => {
  const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

  /** Sends the head alone, and gives back the connection and the first thing that is said to it. */
  async function ask(lines: readonly string[]): Promise<{ socket: Socket; said: string }> {
    const socket = connectTo(service.port);
    socket.write([...lines, 'Host: a', 'Expect: 100-continue', '', ''].join('\r\n'));
    return { socket, said: await nextData(socket) };
  }

  const but = (from: string | RegExp, to: string) => [postLine, ...create].map((line) => line.replace(from, to));

  it('HTTP-9: a client that waits for 100 Continue gets it when its request has passed, and then its answer', async () => {
    const { socket, said } = await ask([postLine, ...create]);
    expect(said).toBe(proceed);
    socket.write(body);
    expect(await nextData(socket)).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });

  it.each([
    ['401', () => but(/Bearer .*/, 'Bearer none')],
    ['404', () => but('/projects', '/nothing')],
    ['405', () => but('POST', 'PUT')],
    ['406', () => [...but('', ''), 'Accept: text/html']],
    ['415', () => but('application/json', 'text/plain')],
    ['413', () => but(/Length: .*/, 'Length: 1048577')],
    ['400', () => [...but('', ''), 'Host: b']],
  ])(
    'HTTP-9: a client that waits for 100 Continue gets %s before it has sent a body, and the connection ends',
    async (status, lines) => {
      const { socket, said } = await ask(lines());
      expect(said).toMatch(
        new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nContent-Type: application/problem\\+json\\r\\n`),
      );
      expect(said).toMatch(/\r\nConnection: close\r\n/);
      await once(socket, 'end');
    },
  );
});

describe('RATE-3: the size of a head', () => {
  const limit = 16 * 1024;
  const statusOf = async (bytes: string) => asAnswer((await exchange(service.port, bytes)).answers[0]).status;

  /** A request of this many bytes, filled up with its URL, with one header or with many, none of which may be dropped. */
  const heads: Readonly<Record<string, (size: number) => string>> = {
    'the URL': (size) => filled(size, (filler) => [`GET /api/v1/spaces?${'&'.repeat(filler)} HTTP/1.1`]),
    'a header': (size) => filled(size, (filler) => [spaces, `X-Fill: ${'a'.repeat(filler)}`]),
    'many headers': (size) =>
      filled(size, (filler) => [spaces, ...Array<string>(2000).fill('a: '), `b: ${'b'.repeat(filler)}`]),
  };
  const spaces = 'GET /api/v1/spaces HTTP/1.1';
  function filled(size: number, make: (filler: number) => readonly string[]): string {
    const bytes = (filler: number) => {
      const [line = '', ...headers] = make(filler);
      return requestText(line, [...headers, authorization]);
    };
    return bytes(size - bytes(0).length);
  }

  it.each(Object.entries(heads))(
    'RATE-3: 16 KiB of URL and headers pass, and not a byte more: %s',
    async (where, make) => {
      expect(await statusOf(make(limit))).toBe(200);
      const answerOf = async (size: number) => asAnswer((await exchange(service.port, make(size))).answers[0]);
      expectProblem(await answerOf(limit + 1), where === 'the URL' ? 'uri_too_long' : 'headers_too_large');
      // The parser of Node refuses what is much longer, whatever it is.
      for (const size of [limit + 1024, 3 * limit]) expectProblem(await answerOf(size), 'headers_too_large');
    },
  );
});
