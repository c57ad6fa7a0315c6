import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { connectTo, listen, nextData } from '@resource-catalogue/testing/sockets';
import { Connections } from './connections.js';
import { writeInParts } from '../response/write-in-parts.js';

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** The paths of the responses, each with its `Connection` header. */
const responsesIn = (received: string): string[][] =>
  [...received.matchAll(/^Connection: (\S+)\r\n(?:[^\r]+\r\n)*\r\n(\/[a-z]+)/gm)].map(([, said = '', path = '']) => [
    path,
    said,
  ]);

describe('Connections', () => {
  let connections: Connections;
  let server: Server;
  let port: number;
  let requests: number;
  /** Responses held by the test, by path. */
  const held = new Map<string, Response>();
  const sockets: Socket[] = [];

  beforeEach(async () => {
    held.clear();
    requests = 0;
    connections = new Connections({ maxConnections: 4 });
    const app = express().use(connections.handler);
    app.get('/:name', (request, response) => void held.set(request.path, response));
    app.post('/:name', (request, response) => void response.send(request.path));
    server = createServer(app).on('request', () => (requests += 1));
    connections.watch(server);
    port = await listen(server);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    connections.closeAll();
    server.close();
  });

  async function open(): Promise<Socket> {
    const socket = connectTo(port);
    sockets.push(socket);
    await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
    return socket;
  }

  const turn = () => new Promise(setImmediate);
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await turn();
  }
  const received = (number: number) => until(() => requests >= number);
  const respond = (path: string) => held.get(path)?.send(path);

  /** Sends a request whose response is held by the test. */
  async function ask(socket: Socket, path: string): Promise<void> {
    socket.write(get(path));
    await until(() => held.has(path));
  }

  function read(socket: Socket, path: string): Promise<string> {
    respond(path);
    return nextData(socket);
  }

  it('HTTP-8: the connection ends after the last pending response', async () => {
    const socket = await open();
    socket.write(get('/a') + get('/b'));
    await received(2);
    connections.closeAfterResponses();
    socket.write(get('/c'));
    await received(3);
    for (const path of ['/a', '/b', '/c']) {
      await until(() => held.has(path));
      respond(path);
    }
    expect(responsesIn(await text(socket))).toEqual([
      ['/a', 'keep-alive'],
      ['/b', 'keep-alive'],
      ['/c', 'close'],
    ]);
  });

  it.each([false, true])('RATE-4: a pipelined request waits for the response before it (held: %s)', async (hold) => {
    const socket = await open();
    await ask(socket, '/a');
    if (hold) connections.hold();
    socket.write(get('/b') + get('/c'));
    await received(3);
    expect([...held.keys()]).toEqual(['/a']);
    respond('/a');
    await once(held.get('/a') ?? server, 'close');
    connections.release();
    await until(() => held.size > 1);
    expect([...held.keys()]).toEqual(['/a', '/b']);
  });

  it('HTTP-8: a request received after the start of the last response is ignored', async () => {
    const socket = await open();
    connections.closeAfterResponses();
    await ask(socket, '/a');
    held.get('/a')?.set('Content-Length', '2').write('/');
    socket.write(get('/late'));
    await once(server, 'request');
    held.get('/a')?.end('a');
    expect(responsesIn(await text(socket))).toEqual([['/a', 'close']]);
    expect([...held.keys()]).toEqual(['/a']);
  });

  it('HTTP-8: a long response is sent in full, although CONNECT follows', async () => {
    const socket = await open();
    const long = 'x'.repeat(10_000_000);
    socket.pause().write(`${get('/long')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until(() => held.has('/long'));
    const response = held.get('/long');
    if (response) writeInParts(response.set('Content-Length', String(long.length)), Buffer.from(long));
    const output = await text(socket);
    expect(output.slice(output.indexOf('\r\n\r\n') + 4)).toBe(long);
  });

  it('HTTP-8: unused, used and incomplete connections time out, but not one with a pending response', async () => {
    const closed: string[] = [];
    const openAs = async (kind: string) => (await open()).resume().on('close', () => closed.push(kind));
    await openAs('unused');
    const [used, begun, waiting] = [await openAs('used'), await openAs('begun'), await openAs('waiting')];
    await ask(used, '/used');
    await ask(waiting, '/waiting');
    await read(used, '/used');
    begun.write('GET /begun HTTP/1.1\r\n');
    // A response on a later connection proves that earlier bytes were read.
    waiting.write(get('/second'));
    await received(3);
    // The first check sees only earlier events.
    for (const [checks, expected] of [
      [3, ['unused']],
      [1, ['unused', 'used']],
      [1, ['unused', 'used']],
      [1, ['unused', 'used', 'begun']],
      [1000, ['unused', 'used', 'begun']],
    ] as const) {
      for (let check = 0; check < checks; check += 1) connections.closeQuiet({ idle: 3, begun: 5 });
      await until(() => closed.length >= expected.length);
      await turn();
      expect(closed).toEqual(expected);
    }
  });

  /** A half-open connection and all received bytes. */
  function openHalf(): { socket: Socket; output: () => string } {
    let output = '';
    const socket = connectTo(port, { allowHalfOpen: true }).on('data', (chunk) => (output += String(chunk)));
    sockets.push(socket);
    return { socket, output: () => output };
  }
  const body = 'x'.repeat(1_000_000);

  /** A connection that has received a response and the end of the stream before its request body is sent. */
  async function respondedEarly(): Promise<Socket> {
    const { socket, output: said } = openHalf();
    socket.write(`POST /early HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
    await once(socket, 'end');
    expect(responsesIn(said())).toEqual([['/early', 'close']]);
    return socket;
  }

  it('a request with an early response is read to its end, so that a reset does not discard the response', async () => {
    const [closing, staying] = [await respondedEarly(), await respondedEarly()];
    for (const socket of [closing, staying]) socket.write(body);
    expect(await once(closing.end(), 'close')).toEqual([false]);
    // The other client keeps its side open.
    await until(() => connections.open.size === 0);
  });

  it('a request with an early response does not hold its connection, however much it sends', async () => {
    const socket = await respondedEarly();
    const [kept] = connections.open.keys();
    for (let check = 0; check < 5; check += 1) {
      expect(connections.open.size).toBe(1);
      const { bytesRead = 0 } = kept ?? {};
      socket.write('x');
      await until(() => kept?.bytesRead !== bytesRead);
      connections.closeQuiet({ idle: 1000, begun: 5 });
    }
    await until(() => connections.open.size === 0);
  });

  it('RATE-4: a request with an invalid body gets 400 unless it has a response, and leaves the previous response intact', async () => {
    /** Everything received by a client that keeps sending until the service ends its side without a reset. */
    const rejected = async (bytes: string): Promise<string> => {
      const { socket, output: said } = openHalf();
      socket.write(`${bytes}zz\r\n${body}`);
      await once(socket, 'end');
      socket.write(body);
      expect(await once(socket.end(), 'close')).toEqual([false]);
      await until(() => connections.open.size === 0);
      return said();
    };
    const head = '/held HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await rejected(`GET ${head}`)).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    expect(responsesIn(await rejected(`POST ${head}`))).toEqual([['/held', 'keep-alive']]);
    const seen = requests;
    const pipelined = rejected(`${get('/a')}GET ${head}`);
    await received(seen + 2);
    respond('/a');
    expect(responsesIn(await pipelined)).toEqual([['/a', 'close']]);
  });

  it('RATE-4: a new connection replaces the one idle for longest, but not one with a pending response', async () => {
    const [waiting, first, second, third] = [await open(), await open(), await open(), await open()];
    await ask(waiting, '/x');
    await ask(first, '/a');
    await read(first, '/a');
    await ask(second, '/b');
    // The third has sent nothing, two have pending requests, and the first has just received a response.
    const fourth = await open();
    expect(await text(third)).toBe('');
    const fifth = await open();
    expect(await text(first)).toBe('');
    const busy = { '/x': waiting, '/b': second, '/c': fourth, '/d': fifth };
    for (const path of ['/c', '/d'] as const) await ask(busy[path], path);
    // All others have pending requests.
    expect(await text(await open())).toBe('');
    for (const [path, socket] of Object.entries(busy)) expect(await read(socket, path)).toContain(path);
  });
});
