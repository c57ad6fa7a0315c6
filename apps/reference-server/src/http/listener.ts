import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { maximumBodyBytes } from '@resource-catalogue/contracts';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Respond, Send } from '../parts.js';
import { corsHeaders } from './responses.js';
import { type ResponseData, getHeader, type Request } from './exchange.js';
import { codingFor } from './negotiation.js';

/** The parts between the network and the service. */
export interface Listening {
  readonly basePath: string;
  readonly origins: readonly string[];
  readonly respond: Respond;
  readonly send: Send;
}

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

type Body = Pick<Request, 'body' | 'receive'>;

export function serve(server: Server, listening: Listening): void {
  const handle = async (incoming: IncomingMessage, response: ServerResponse, received: Promise<Body>) => {
    try {
      const { method = 'GET', url: target = '/', headers, headersDistinct, socket } = incoming;
      const repeated = Object.keys(headersDistinct).filter((name) => (headersDistinct[name]?.length ?? 0) > 1);
      const arrived = { method, target, headers, repeated, client: socket.remoteAddress ?? '' };
      const request = readRequest({ ...arrived, ...(await received) }, listening);
      listening.send(await respondOverHttp(request, listening), request, response);
    } catch {
      response.destroy();
    }
  };
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    // Node's parser drops data that arrives in the same segment as an upgrade request, so close its connection
    // (HTTP-9).
    if (incoming.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    void handle(
      incoming,
      response,
      buffer(incoming).then((body) => ({ body })),
    );
  });
  // HTTP-9: the client may send the body once the request has passed all checks that need none.
  server.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
    const declared = Math.min(Number(incoming.headers['content-length'] ?? 0), 2 * maximumBodyBytes);
    const receive = (): Promise<Buffer> => {
      response.writeContinue();
      return buffer(incoming);
    };
    response.setHeader('Connection', 'close');
    void handle(incoming, response, Promise.resolve({ body: Buffer.alloc(declared), receive }));
  });
}

export interface ReceivedRequest extends Omit<Request, 'path' | 'rawQuery'> {
  readonly target: string;
}

export function readRequest({ target, ...arrived }: ReceivedRequest, { basePath }: Listening): Request {
  const [, whole = '', rawQuery = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const path = whole.startsWith(`${basePath}/`) || basePath === '' ? whole.slice(basePath.length) : '/nowhere';
  return { ...arrived, path, rawQuery };
}

/** The response as it is sent, with CORS headers and compression. */
export async function respondOverHttp(request: Request, { respond, origins }: Listening): Promise<ResponseData> {
  const { status, headers, body } = await respond(request);
  const all = { ...headers, ...corsHeaders(request, origins) };
  if (body === null) return { status, headers: all, body };
  const coding = codingFor(getHeader(request, 'accept-encoding'), body.length);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const sent = coding === null ? body : coding === 'br' ? brotliCompressSync(body, quality) : gzipSync(body);
  const coded = coding !== null && { 'Content-Encoding': coding };
  return { status, headers: { ...all, ...coded, 'Content-Length': String(sent.length) }, body: sent };
}

export const send: Send = ({ status, headers, body }, { method }, response) => {
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : (body ?? undefined));
};
