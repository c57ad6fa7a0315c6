import { IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo, listen } from '@resource-catalogue/testing/sockets';
import { CatalogueAdapter, serverOptions, takeOriginForm } from './server.js';

describe('HTTP-9: a client that does not go on', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    const adapter = new CatalogueAdapter(false);
    adapter.initHttpServer({});
    server = adapter.getHttpServer();
    expect(server).toMatchObject(serverOptions);
    Object.assign(server, { headersTimeout: 1, requestTimeout: 2, connectionsCheckingInterval: 10 });
    port = await listen(server);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it.each([
    ['says nothing', ''],
    ['stops within its head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['stops within its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{}'],
  ])('HTTP-9: a client that %s gets 408, and its connection ends', async (_, bytes) => {
    const socket = connectTo(port);
    socket.write(bytes);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 (408|404) /);
  });
});

describe('the target of a request (HTTP-7, RFC 9112)', () => {
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
  ])('HTTP-7, RFC 9112: the target %s is read as %s', (target, expected, host = 'header.example') => {
    const request = new IncomingMessage(new Socket());
    request.url = target;
    request.headers.host = 'header.example';
    takeOriginForm(request);
    expect([request.url, request.headers.host]).toEqual([expected, host]);
  });
});
