import { IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { Express } from 'express';
import { connectTo, listen } from '@resource-catalogue/testing/sockets';
import { CatalogueAdapter, serverOptions, normaliseTarget } from './server.js';

it.each([
  ['sends nothing', ''],
  ['stops within its head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['stops within its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{}'],
])('HTTP-9: the connection of a client that %s ends', async (_, bytes) => {
  const adapter = new CatalogueAdapter(false);
  adapter.initHttpServer();
  const server: Server = adapter.getHttpServer();
  expect(server).toMatchObject(serverOptions);
  Object.assign(server, { headersTimeout: 1, requestTimeout: 2, connectionsCheckingInterval: 10 });
  const socket = connectTo(await listen(server));
  socket.write(bytes);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 (408|404) /);
  server.close();
});

it('requests and responses have the prototypes that Express would give them', async () => {
  const adapter = new CatalogueAdapter(false);
  adapter.initHttpServer();
  const server: Server = adapter.getHttpServer();
  const { request, response }: Express = adapter.getInstance();
  const seen = new Promise((resolve) =>
    server.prependOnceListener('request', (received, sent) =>
      resolve([Object.getPrototypeOf(received) === request, Object.getPrototypeOf(sent) === response]),
    ),
  );
  connectTo(await listen(server)).end('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await seen).toEqual([true, true]);
  server.close();
});

it.each([
  ['/api/v1/users?limit=2', '/api/v1/users?limit=2'],
  ['*', '*'],
  ['//evil.example/x', '//evil.example/x'],
  ['/a%2Fb?x=%zz', '/a%2Fb?x=%zz'],
  ['/api/v1/users?limit=2#top', '/api/v1/users?limit=2%23top'],
  ['/api/v1/users\u00a0', '/api/v1/users%A0'],
  ['/next?url=http://a.example/', '/next?url=http://a.example/'],
  ['http://other.example/api/v1/users?limit=2', '/api/v1/users?limit=2', 'other.example'],
  ['HTTP://other.example:81', '/', 'other.example:81'],
  ['http://other.example?limit=2', '/?limit=2', 'other.example'],
  ['http://[::1/api/v1/users', '/api/v1/users', '[::1'],
  ['ftp://', '/', ''],
])('HTTP-7, RFC 9112: the target %s is parsed as %s', (target, expected, host = 'header.example') => {
  const request = new IncomingMessage(new Socket());
  request.url = target;
  request.headers.host = 'header.example';
  normaliseTarget(request);
  expect([request.url, request.headers.host]).toEqual([expected, host]);
});
