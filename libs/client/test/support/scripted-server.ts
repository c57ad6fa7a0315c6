import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

/** A request as the server got it. */
interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request, well or badly. */
export type Answerer = (response: ServerResponse, request: SeenRequest) => unknown;

/** A server on this machine that answers as a test says. */
interface ScriptedServer {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
}

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0)) await leave();
});

/** Starts a server that answers by one answerer after the other; the last one answers all that follows. */
export async function scriptedServer(...answerers: readonly [Answerer, ...Answerer[]]): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void read(incoming).then((request) => {
      const answer = answerers[Math.min(requests.length, answerers.length - 1)];
      requests.push(request);
      answer?.(response, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  left.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests };
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = incoming;
  return { method, url, headers, body: Buffer.concat(chunks).toString() };
}

/** Answers with JSON. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answerer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Answers with a page of rows that have these ids. */
export const page = (ids: readonly string[], next: string | null = null, headers?: Readonly<Record<string, string>>) =>
  json(200, listBody(ids, next), headers);

/** The body of a page of rows that have these ids. */
export function listBody(ids: readonly string[], next: string | null = null, nextLink: string | null = null) {
  const links = { first: 'http://127.0.0.1/first', next: nextLink };
  return { data: ids.map((id) => ({ id })), links, meta: { next, limit: 50 } };
}

/** Answers with a problem. */
export const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answerer =>
  json(
    status,
    {
      type: `https://example.org/problems/${code}`,
      title: code,
      status,
      detail: `It is ${code}.`,
      code,
      request_id: 'r1',
    },
    { 'content-type': 'application/problem+json', 'x-request-id': 'r1', ...headers },
  );
