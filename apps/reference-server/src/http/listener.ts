import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Behaviour } from '../behaviour.js';
import { corsHeaders } from './answers.js';
import { type Answer, getHeader, type Request } from './exchange.js';

/** The interface between the network and the service. */
export interface Listening {
  readonly behaviour: Behaviour;
  readonly basePath: string;
  readonly origins: readonly string[];
  readonly answer: (request: Request) => Promise<Answer>;
}

const maxBufferedBytes = 2 * 1024 * 1024;

/** Listens on a local port, 0 for a free one. Throws if the port is in use. */
export async function listen(port: number, maxHeaderSize: number): Promise<{ server: Server; port: number }> {
  const server = createServer({ maxHeaderSize, keepAliveTimeout: 5000 });
  // HTTP-9: a client that has closed its side gets its responses. Node has no documented option for this.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, port: address.port };
}

export function serve(server: Server, listening: Listening): void {
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    // Node's parser drops data that arrives in the same segment as an upgrade request, so close its connection
    // (HTTP-9).
    if (incoming.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    received(incoming)
      .then((body) => respond(incoming, { body }, response, listening))
      .catch(() => response.destroy());
  });
  // HTTP-9: the client may send the body once the request has passed all checks that need none.
  server.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
    const declared = Math.min(Number(incoming.headers['content-length'] ?? 0), maxBufferedBytes);
    const receive = (): Promise<Buffer> => {
      response.writeContinue();
      return received(incoming);
    };
    response.setHeader('Connection', 'close');
    respond(incoming, { body: Buffer.alloc(declared), receive }, response, listening).catch(() => response.destroy());
  });
}

function received(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBufferedBytes) chunks.push(chunk);
  });
  return new Promise((resolve, reject) => {
    incoming.on('error', reject);
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

async function respond(
  incoming: IncomingMessage,
  body: Pick<Request, 'body' | 'receive'>,
  response: ServerResponse,
  listening: Listening,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers, headersDistinct, socket } = incoming;
  const client = socket.remoteAddress ?? '';
  const repeated = Object.keys(headersDistinct).filter((name) => (headersDistinct[name]?.length ?? 0) > 1);
  const { request, answer } = await answered({ method, target, headers, repeated, client, ...body }, listening);
  listening.behaviour.transmit(answer, request, response);
}

export interface Arrived extends Omit<Request, 'path' | 'rawQuery' | 'requestId'> {
  readonly target: string;
}

/** A parsed request and its response, ready to be transmitted. */
export async function answered(
  { target, ...arrived }: Arrived,
  { behaviour, basePath, origins, answer }: Listening,
): Promise<{ readonly request: Request; readonly answer: Answer }> {
  const [, whole = '', rawQuery = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const path = whole.startsWith(`${basePath}/`) || basePath === '' ? whole.slice(basePath.length) : '/nowhere';
  const requestId = behaviour.requestIdOf(getHeader(arrived, 'x-request-id'));
  const request = { ...arrived, path, rawQuery, requestId };
  const made = await answer(request);
  const headers = { ...made.headers, ...corsHeaders(request, origins) };
  const coded = encoded({ ...made, headers }, getHeader(request, 'accept-encoding'), behaviour);
  return { request, answer: behaviour.sent(coded, request) };
}

function encoded(answer: Answer, accepted: string | undefined, behaviour: Behaviour): Answer {
  const { body, headers } = answer;
  if (body === null) return answer;
  const coding = behaviour.codingFor(accepted, body.length);
  if (coding === null) return withBody(answer, body);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const compressed = coding === 'br' ? brotliCompressSync(body, quality) : gzipSync(body);
  return withBody({ ...answer, headers: { ...headers, 'Content-Encoding': coding } }, compressed);
}

const withBody = (answer: Answer, body: Buffer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Content-Length': String(body.length) },
  body,
});
