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
  { behaviour, basePath, origins, answer }: Listening,
): Promise<void> {
  const request = requestOf(incoming, body, basePath, behaviour);
  const made = await answer(request);
  const cors = behaviour.corsOf(request, origins);
  const coded = withLength(encoded({ ...made, headers: { ...made.headers, ...cors } }, request, behaviour));
  behaviour.transmit(behaviour.sent(coded, request), request, response);
}

function requestOf(incoming: IncomingMessage, body: Buffer, basePath: string, behaviour: AccessBehaviour): Request {
  const target = incoming.url ?? '/';
  const [, path = '', rawQuery = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const below = path.startsWith(`${basePath}/`) || basePath === '' ? path.slice(basePath.length) : '/nowhere';
  const sentId = incoming.headers['x-request-id'];
  return {
    method: incoming.method ?? 'GET',
    path: below,
    rawQuery,
    headers: incoming.headers,
    body,
    client: incoming.socket.remoteAddress ?? '',
    requestId: behaviour.requestIdOf(Array.isArray(sentId) ? sentId.join(', ') : sentId),
  };
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

export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
