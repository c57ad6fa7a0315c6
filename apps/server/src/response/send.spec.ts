import { createServer, type Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express from 'express';
import { type Client, makeClient } from '@resource-catalogue/testing/requests';
import { listen } from '@resource-catalogue/testing/sockets';
import { HttpResponse, FixedBody } from './send.js';

let server: Server;
let client: Client;
beforeAll(async () => {
  const app = express();
  app.get('/:length', ({ params: { length } }, response) =>
    new HttpResponse(200, { Vary: 'Accept-Encoding' }, Buffer.alloc(Number(length), 'a')).send(response),
  );
  server = createServer(app);
  client = makeClient(`http://127.0.0.1:${await listen(server)}`, '');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes } as const;

it.each([
  [1025, 'gzip, deflate, br', 'gzip'],
  [1024, 'gzip', 'none'],
  [0, 'gzip', 'none'],
  [5000, 'gzip;q=0.5, br', 'br'],
  [5000, 'GZIP', 'gzip'],
  [5000, '*', 'br'],
  [5000, 'br;q=0, *', 'gzip'],
  [5000, 'br;q=0, gzip;q=0.1, identity;q=0', 'gzip'],
  [5000, '', 'none'],
  [5000, 'zstd', 'none'],
  [5000, '*;q=0', 'none'],
  [5000, 'identity, gzip;q=0.5', 'none'],
] as const)('HTTP-3, HTTP-5: %i bytes for Accept-Encoding %j have the coding %s', async (length, accepted, coding) => {
  const ask = (method: string) => client.request(`/${length}`, { method, headers: { 'accept-encoding': accepted } });
  const { headers, body } = await ask('GET');
  expect([headers['content-encoding'] ?? 'none', headers['vary']]).toEqual([coding, 'Accept-Encoding']);
  expect(decoders[coding](body)).toEqual(Buffer.alloc(length, 'a'));
  expect(headers['content-length']).toBe(String(body.length));
  const head = await ask('HEAD');
  expect([head.text, { ...head.headers, date: '' }]).toEqual(['', { ...headers, date: '' }]);
});

it('HTTP-5: a fixed body is compressed once for each coding', async () => {
  const body = new FixedBody(Buffer.from('x'.repeat(5000)), 'text/plain');
  for (const coding of ['br', 'gzip'] as const) {
    expect(body.in(coding)).toBe(body.in(coding));
    expect(decoders[coding](await body.in(coding))).toEqual(body.bytes);
  }
});
