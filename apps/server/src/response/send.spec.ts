import { createServer, type Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { type Client, clientOf } from '@resource-catalogue/testing/requests';
import { listen } from '@resource-catalogue/testing/sockets';
import { Answer, FixedBody } from './send.js';

describe('Answer', () => {
  let server: Server;
  let client: Client;
  beforeAll(async () => {
    const app = express();
    app.get('/:length', ({ params: { length } }, response) =>
      new Answer(200, { Vary: 'Accept-Encoding' }, Buffer.alloc(Number(length), 'a')).send(response),
    );
    server = createServer(app);
    client = clientOf(`http://127.0.0.1:${await listen(server)}`, '');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const ask = (length: number, accepted: string, method = 'GET') =>
    client.request(`/${length}`, { method, headers: { 'accept-encoding': accepted } });

  it('HTTP-5: only bodies longer than 1 KiB are compressed', async () => {
    for (const [length, coding] of [
      [0, undefined],
      [1024, undefined],
      [1025, 'gzip'],
    ] as const) {
      const { headers } = await ask(length, 'gzip');
      expect(headers['content-encoding']).toBe(coding);
      expect(headers['vary']).toBe('Accept-Encoding');
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
    const { headers, body } = await ask(5000, accepted);
    expect(headers['content-encoding'] ?? 'none').toBe(coding);
    expect(decoders[coding](body).equals(Buffer.alloc(5000, 'a'))).toBe(true);
    expect(headers['content-length']).toBe(String(body.length));
  });

  it('HTTP-3: HEAD has the headers of GET, and no body', async () => {
    for (const accepted of ['gzip', 'identity']) {
      const get = await ask(5000, accepted);
      const head = await ask(5000, accepted, 'HEAD');
      expect(head.body).toHaveLength(0);
      expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    }
  });

  it('HTTP-5: each coding of a fixed body is made once', async () => {
    const body = new FixedBody(Buffer.from('x'.repeat(5000)), 'text/plain');
    for (const coding of ['br', 'gzip'] as const) expect(body.in(coding)).toBe(body.in(coding));
    expect(brotliDecompressSync(await body.in('br'))).toEqual(body.bytes);
    expect(gunzipSync(await body.in('gzip'))).toEqual(body.bytes);
  });
});
