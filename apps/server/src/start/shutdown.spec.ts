import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { connectTo, listen, nextData } from '@resource-catalogue/testing/sockets';
import { Connections } from '../http/connections.js';
import { stopListening } from './shutdown.js';

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const saidIn = (received: string) => received.match(/^Connection: .*(?=\r)/gm);

describe('stopListening', () => {
  const order: string[] = [];
  let connections: Connections;
  let server: Server;
  let port: number;

  beforeEach(async () => {
    order.length = 0;
    connections = new Connections({ maxConnections: Infinity });
    // However slow this machine is, no connection counts as quiet.
    connections.closeQuiet = () => undefined;
    const app = express().use(connections.handler);
    app.get('/', (_, response) => void response.send('here'));
    server = createServer(app);
    connections.watch(server);
    port = await listen(server);
  });

  const open = (): Socket => connectTo(port);
  const stop = () => stopListening({ server, connections, readiness: { end: () => order.push('not ready') } }, 0);

  async function closed(): Promise<void> {
    while (server.listening) {
      order.push('listening');
      await new Promise(setImmediate);
    }
  }

  it('HTTP-8: a request on an open connection is answered after the last new connection', async () => {
    const socket = open();
    socket.write(request);
    let received = await nextData(socket);
    const stopped = stop();
    await closed();
    expect(order.slice(0, 2)).toEqual(['not ready', 'listening']);
    socket.write(request);
    received += await text(socket);
    await stopped;
    expect(saidIn(received)).toEqual(['Connection: keep-alive', 'Connection: close']);
  });

  it('HTTP-8: connections that wait to be accepted are accepted before the port is closed', async () => {
    // The kernel connects them at once, but none is accepted before the event loop turns.
    const sockets = Array.from({ length: 50 }, open);
    const answers = sockets.map((socket) => text(socket));
    const stopped = stop();
    await closed();
    for (const socket of sockets) socket.write(request);
    expect((await Promise.all(answers)).map(saidIn)).toEqual(Array(50).fill(['Connection: close']));
    await stopped;
  });
});
