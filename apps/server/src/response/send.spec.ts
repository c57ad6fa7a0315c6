import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { listen } from '@resource-catalogue/testing/sockets';
import { Answer, FixedBody } from './send.js';

describe('Answer', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    const app = express();
    app.get('/:length', ({ params: { length } }, response) =>
      new Answer(200, { Vary: 'Accept-Encoding' }, Buffer.alloc(Number(length), 'a')).send(response),
    );
    server = createServer(app);
    port = await listen(server);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  async function ask(
    length: number,
    accepted: string,
    method = 'GET',
  ): Promise<{ response: IncomingMessage; body: Buffer }> {
    const headers = { 'accept-encoding': accepted };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { port, path: `/${length}`, method, headers, agent: false };
      httpRequest(options, resolve).on('error', reject).end();
    });
    return { response, body: await buffer(response) };
  }

  it('HTTP-5: compresses what is longer than 1 KiB, and nothing that is not', async () => {
    for (const [length, coding] of [
      [0, undefined],
      [1024, undefined],
      [1025, 'gzip'],
    ] as const) {
      const { response } = await ask(length, 'gzip');
      expect(response.headers['content-encoding']).toBe(coding);
      expect(response.headers.vary).toBe('Accept-Encoding');
    }
  });

  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes } as const;
  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0.5, br', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0.1, identity;q=0', 'gzip'],
    ['', 'none'],
    ['zstd', 'none'],
    ['gzip;q=0, br;q=0', 'none'],
    ['*;q=0', 'none'],
    ['identity, gzip;q=0.5', 'none'],
  ] as const)('HTTP-5: Accept-Encoding %j leads to the coding %s of the same bytes', async (accepted, coding) => {
    const { response, body } = await ask(5000, accepted);
    expect(response.headers['content-encoding'] ?? 'none').toBe(coding);
    expect(decoders[coding](body).equals(Buffer.alloc(5000, 'a'))).toBe(true);
    expect(response.headers['content-length']).toBe(String(body.length));
  });

  it('HTTP-3: sends the same headers to HEAD, and no body', async () => {
    for (const accepted of ['gzip', 'identity']) {
      const get = await ask(5000, accepted);
      const head = await ask(5000, accepted, 'HEAD');
      expect(head.body).toHaveLength(0);
      expect({ ...head.response.headers, date: '' }).toEqual({ ...get.response.headers, date: '' });
    }
  });

  it('HTTP-5: a body that stays as it is has each coding made once', async () => {
    const body = new FixedBody(Buffer.from('x'.repeat(5000)), 'text/plain');
    for (const coding of ['br', 'gzip'] as const) expect(body.in(coding)).toBe(body.in(coding));
    expect(brotliDecompressSync(await body.in('br'))).toEqual(body.bytes);
    expect(gunzipSync(await body.in('gzip'))).toEqual(body.bytes);
  });
});
