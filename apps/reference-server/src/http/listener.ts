import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AccessBehaviour } from './access-behaviour.js';
import type { AnswerBehaviour } from './answer-behaviour.js';
import { type Answer, headerOf, type Request } from './exchange.js';

/** What the network is given: how to answer, and what an answer is like on the wire. */
export interface Listening {
  readonly behaviour: AnswerBehaviour & AccessBehaviour;
  readonly basePath: string;
  readonly origins: readonly string[];
  readonly answer: (request: Request) => Promise<Answer>;
}

const mostKept = 2 * 1024 * 1024;

/** Request line and headers may take 16 KiB (RATE-3); node answers 431 by itself above that. */
export function listener(maxHeaderSize: number, listening: () => Listening): Server {
  return createServer({ maxHeaderSize, keepAliveTimeout: 5000 }, (incoming, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // Node's parser drops what came in one segment with such a request, so no other may follow on its connection (HTTP-9).
    if (incoming.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostKept) chunks.push(chunk);
    });
    incoming.on('error', () => response.destroy());
    incoming.on('end', () => void respond(incoming, Buffer.concat(chunks), response, listening()));
  });
}

async function respond(
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  listening: Listening,
): Promise<void> {
  const { method = 'GET', url = '/', headers, headersDistinct, socket } = incoming;
  const client = socket.remoteAddress ?? '';
  const repeated = Object.keys(headersDistinct).filter((name) => (headersDistinct[name]?.length ?? 0) > 1);
  const arrived = { method, target: url, headers, repeated, body, client };
  const { request, answer } = await answered(arrived, listening);
  listening.behaviour.transmit(answer, request, response);
}

/** A request as the HTTP parser leaves it. */
export interface Arrived extends Omit<Request, 'path' | 'rawQuery' | 'requestId'> {
  /** Path and query. */
  readonly target: string;
}

/** A request as the server reads it, and the answer to it, ready to be transmitted. */
export async function answered(
  arrived: Arrived,
  { behaviour, basePath, origins, answer }: Listening,
): Promise<{ readonly request: Request; readonly answer: Answer }> {
  const request = requestOf(arrived, basePath, behaviour);
  const made = await answer(request);
  const cors = behaviour.corsOf(request, origins);
  const coded = withLength(encoded({ ...made, headers: { ...made.headers, ...cors } }, request, behaviour));
  return { request, answer: behaviour.sent(coded, request) };
}

function requestOf({ target, ...arrived }: Arrived, basePath: string, behaviour: AccessBehaviour): Request {
  const [, whole = '', rawQuery = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const path = whole.startsWith(`${basePath}/`) || basePath === '' ? whole.slice(basePath.length) : '/nowhere';
  const sentId = arrived.headers['x-request-id'];
  const requestId = behaviour.requestIdOf(Array.isArray(sentId) ? sentId.join(', ') : sentId);
  return { ...arrived, path, rawQuery, requestId };
}

function encoded(answer: Answer, request: Request, behaviour: AnswerBehaviour): Answer {
  const { body, headers } = answer;
  const coding = body === null ? null : behaviour.codingFor(headerOf(request, 'accept-encoding'), body.length);
  if (body === null || coding === null) return answer;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const compressed = coding === 'br' ? brotliCompressSync(body, quality) : gzipSync(body);
  return { ...answer, headers: { ...headers, 'Content-Encoding': coding }, body: compressed };
}

function withLength(answer: Answer): Answer {
  const { body, headers } = answer;
  return body === null ? answer : { ...answer, headers: { ...headers, 'Content-Length': String(body.length) } };
}

/** Listens on a port of this machine, 0 for a free one, and gives its number. Throws where the port is taken. */
export async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
