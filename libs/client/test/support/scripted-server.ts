import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach } from '@jest/globals';
import { listen } from '@resource-catalogue/testing/sockets';

/** Responds to one request, correctly or not. */
export type Responder = (response: ServerResponse, request: IncomingMessage) => unknown;

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0)) await leave();
});

/** Starts a server that sends one response after the other, and then repeats the last one. */
export async function scriptedServer(
  ...script: readonly (Response | Responder)[]
): Promise<{ readonly baseUrl: string; readonly requests: readonly IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async () => {
      const next = script[Math.min(requests.length, script.length - 1)];
      requests.push(request);
      if (!(next instanceof Response)) return next?.(response, request);
      const body = await next.clone().text();
      return response.writeHead(next.status, Object.fromEntries(next.headers)).end(body);
    });
  });
  const port = await listen(server);
  left.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { baseUrl: `http://127.0.0.1:${port}`, requests };
}
