import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import express from 'express';
import { connectTo, listen } from '@resource-catalogue/testing/sockets';
import { Connections } from '../http/connections.js';
import { stopListening } from './shutdown.js';

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

it('HTTP-8: a service reports not ready before it stops listening, and serves connections waiting to be accepted', async () => {
  const connections = new Connections({ maxConnections: Infinity });
  // Connections never count as idle, even on a slow machine.
  connections.closeQuiet = () => undefined;
  const app = express().use(connections.handler);
  app.get('/', (_, response) => void response.send('here'));
  const server = createServer(app);
  connections.watch(server);
  const port = await listen(server);

  // The kernel connects them at once, but none is accepted before the next turn of the event loop.
  const sockets = Array.from({ length: 50 }, () => connectTo(port));
  const responses = sockets.map((socket) => text(socket));
  let listened = false;
  const readiness = { end: () => (listened = server.listening) };
  const stopped = stopListening({ server, connections, readiness }, 0);
  while (server.listening) await new Promise(setImmediate);
  expect(listened).toBe(true);
  for (const socket of sockets) socket.write(request);
  for (const response of await Promise.all(responses)) expect(response).toMatch(/\r\nConnection: close\r\n[^]*here$/);
  await stopped;
});
