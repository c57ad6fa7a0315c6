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

/** The paths that were answered, each with what its answer said of the connection. */
const answersIn = (received: string): string[][] =>
  [...received.matchAll(/^Connection: (\S+)\r\n(?:[^\r]+\r\n)*\r\n(\/[a-z]+)/gm)].map(([, said = '', path = '']) => [
    path,
    said,
  ]);

describe('Connections (HTTP-8)', () => {
  let connections: Connections;
  let server: Server;
  let port: number;
  let requests: number;
  /** Answers that wait for the test, by their path. */
  const held = new Map<string, Response>();
  const sockets: Socket[] = [];

  /** Room for so many connections. */
  async function serve(maxConnections = Infinity): Promise<void> {
    connections = new Connections({ maxConnections });
    const app = express().use(connections.handler);
    app.get('/:name', (request, response) => void held.set(request.path, response));
    app.post('/:name', (request, response) => void response.send(request.path));
    server = createServer(app).on('request', () => (requests += 1));
    connections.watch(server);
    port = await listen(server);
  }

  beforeEach(() => {
    held.clear();
    requests = 0;
    return serve();
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

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise(setImmediate);
  }
  const received = (number: number) => until(() => requests >= number);
  const arrived = (path: string) => until(() => held.has(path));

  const answer = (path: string) => held.get(path)?.send(path);

  it('HTTP-8: the last of several pending answers ends the connection', async () => {
    const socket = await open();
    socket.write(get('/a') + get('/b'));
    await received(2);
    connections.closeAfterAnswers();
    socket.write(get('/c'));
    await received(3);
    for (const path of ['/a', '/b', '/c']) {
      await arrived(path);
      answer(path);
    }
    expect(answersIn(await text(socket))).toEqual([
      ['/a', 'keep-alive'],
      ['/b', 'keep-alive'],
      ['/c', 'close'],
    ]);
  });

  it.each([false, true])(
    'RATE-4: a request is carried out once the one before it is answered (held: %s)',
    async (hold) => {
      const socket = await open();
      socket.write(get('/a'));
      await arrived('/a');
      if (hold) connections.hold();
      socket.write(get('/b') + get('/c'));
      await received(3);
      expect([...held.keys()]).toEqual(['/a']);
      answer('/a');
      await once(held.get('/a') ?? server, 'close');
      connections.release();
      await arrived('/b');
      expect([...held.keys()]).toEqual(['/a', '/b']);
    },
  );

  it('HTTP-8: a request that follows the beginning of the last answer is not carried out', async () => {
    const socket = await open();
    connections.closeAfterAnswers();
    socket.write(get('/a'));
    await arrived('/a');
    held.get('/a')?.set('Content-Length', '2').write('/');
    socket.write(get('/late'));
    await once(server, 'request');
    held.get('/a')?.end('a');
    expect(answersIn(await text(socket))).toEqual([['/a', 'close']]);
    expect([...held.keys()]).toEqual(['/a']);
  });

  it('HTTP-8: answers are sent whole, however long, though CONNECT follows', async () => {
    const socket = await open();
    const long = 'x'.repeat(10_000_000);
    socket.pause().write(`${get('/long')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
    await arrived('/long');
    const response = held.get('/long');
    if (response) writeInParts(response.set('Content-Length', String(long.length)), Buffer.from(long));
    const said = await text(socket);
    expect(said.slice(said.indexOf('\r\n\r\n') + 4)).toBe(long);
  });

  it('HTTP-8: unused, used and begun connections end in their time, and none with a pending answer', async () => {
    const closed: string[] = [];
    const kinds = ['unused', 'used', 'begun', 'waiting'] as const;
    const opened = new Map<string, Socket>();
    for (const kind of kinds) {
      const socket = await open();
      opened.set(
        kind,
        socket.resume().on('close', () => closed.push(kind)),
      );
    }
    opened.get('used')?.write(get('/used'));
    opened.get('waiting')?.write(get('/waiting'));
    await Promise.all([arrived('/used'), arrived('/waiting')]);
    const used = opened.get('used');
    answer('/used');
    if (used) await nextData(used);
    const begun = opened.get('begun');
    begun?.write('GET /begun HTTP/1.1\r\n');
    // What one connection sent has been read once a later one has been seen to send.
    opened.get('waiting')?.write(get('/second'));
    await received(3);

    const closedAfter = async (looks: number, number: number): Promise<string[]> => {
      for (let look = 0; look < looks; look += 1) connections.closeQuiet({ idle: 3, begun: 5 });
      while (closed.length < number) await new Promise(setImmediate);
      await new Promise(setImmediate);
      return [...closed].sort();
    };
    // The first look sees what came before it.
    expect(await closedAfter(3, 1)).toEqual(['unused']);
    expect(await closedAfter(1, 2)).toEqual(['unused', 'used']);
    expect(await closedAfter(1, 2)).toEqual(['unused', 'used']);
    expect(await closedAfter(1, 3)).toEqual(['begun', 'unused', 'used']);
    expect(await closedAfter(1000, 3)).toEqual(['begun', 'unused', 'used']);
  });

  describe('a request that is answered before its end', () => {
    const body = 'x'.repeat(1_000_000);

    /** A connection whose answer has come, and the end of the service's side, while the body is still to be sent. */
    async function answered(): Promise<Socket> {
      const socket = connectTo(port, { allowHalfOpen: true });
      sockets.push(socket);
      let said = '';
      socket.on('data', (chunk) => (said += String(chunk)));
      socket.write(`POST /early HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
      await once(socket, 'end');
      expect(answersIn(said)).toEqual([['/early', 'close']]);
      return socket;
    }

    it('a request that is answered early is read to its end, so that no reset takes its answer away', async () => {
      const [closing, staying] = [await answered(), await answered()];
      for (const socket of [closing, staying]) socket.write(body);
      expect(await once(closing.end(), 'close')).toEqual([false]);
      // The other client leaves its side open.
      await until(() => connections.open.size === 0);
    });

    it('a request that is answered early does not keep its connection, however much it sends', async () => {
      const socket = await answered();
      const [kept] = connections.open.keys();
      for (let look = 0; look < 5; look += 1) {
        expect(connections.open.size).toBe(1);
        const { bytesRead = 0 } = kept ?? {};
        socket.write('x');
        while (kept?.bytesRead === bytesRead) await new Promise(setImmediate);
        connections.closeQuiet({ idle: 1000, begun: 5 });
      }
      await until(() => connections.open.size === 0);
    });
  });

  describe('a request whose body the parser refuses', () => {
    const head = '/held HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

    /** What the client reads, which sends on until the service has ended its side, and then reads no reset. */
    async function refused(bytes: string): Promise<string> {
      const socket = connectTo(port, { allowHalfOpen: true });
      sockets.push(socket);
      let said = '';
      socket.on('data', (chunk) => (said += String(chunk)));
      socket.write(`${bytes}zz\r\n${'x'.repeat(1_000_000)}`);
      await once(socket, 'end');
      socket.write('x'.repeat(1_000_000));
      expect(await once(socket.end(), 'close')).toEqual([false]);
      await until(() => connections.open.size === 0);
      return said;
    }

    it('RATE-4: a request with an invalid body gets 400 unless it has an answer, and takes none from the request before it', async () => {
      expect(await refused(`GET ${head}`)).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      expect(answersIn(await refused(`POST ${head}`))).toEqual([['/held', 'keep-alive']]);
      const seen = requests;
      const answers = refused(`${get('/a')}GET ${head}`);
      await received(seen + 2);
      answer('/a');
      expect(answersIn(await answers)).toEqual([['/a', 'close']]);
    });
  });

  describe('beyond the most', () => {
    beforeEach(() => {
      server.close();
      return serve(3);
    });

    async function answered(socket: Socket, path: string): Promise<void> {
      socket.write(get(path));
      await arrived(path);
      answer(path);
      await nextData(socket);
    }

    const closed = (socket: Socket) => text(socket);

    it('RATE-4: beyond the limit the connection is closed that has been idle for longest, and none with a pending answer', async () => {
      const [first, second, third] = [await open(), await open(), await open()];
      await answered(first, '/a');
      second.write(get('/b'));
      await arrived('/b');
      // The third has said nothing at all, the second waits for its answer, the first has just had one.
      const fourth = await open();
      expect(await closed(third)).toBe('');
      await open();
      expect(await closed(first)).toBe('');
      await answered(fourth, '/c');
      answer('/b');
      expect(await nextData(second)).toContain('/b');
    });

    it('RATE-4: beyond the limit a new connection is closed where all others have pending answers', async () => {
      const busy = [await open(), await open(), await open()];
      for (const [index, socket] of busy.entries()) {
        socket.write(get(`/w${index}`));
        await arrived(`/w${index}`);
      }
      expect(await closed(await open())).toBe('');
      for (const [index, socket] of busy.entries()) {
        answer(`/w${index}`);
        expect(await nextData(socket)).toContain(`/w${index}`);
      }
    });
  });
});
