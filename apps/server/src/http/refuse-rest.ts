import type { Socket } from 'node:net';
import type { Connection } from './connection.js';

/** As Node's own server answers what is not a request. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/**
 * What has come on the connection is not HTTP, or took too long. Requests before it are answered first: they are carried
 * out, and a 400 in place of their answers would say that they were not (RATE-4, WRITE-3).
 */
export function refuseRest(
  connection: Connection | undefined,
  socket: Socket,
  error: NodeJS.ErrnoException,
  now: number,
): void {
  if (!connection) return void socket.destroy(error);
  // The parser refuses each part of the rest.
  if (connection.refusedAt !== null) return;
  connection.refusedAt = now;
  connection.ended = true;
  const { pending, answeredEarly } = connection;
  // RFC 9112, 9.6: a reset would take the answer from a client that still sends.
  const end = (): void => void (error.code?.startsWith('HPE_') ? socket.end().resume() : socket.destroy(error));
  const last = pending.findLast(({ req, headersSent }) => req.complete || headersSent);
  if (last) {
    socket.pause();
    if (!last.headersSent) last.shouldKeepAlive = false;
    last.once('close', end);
    return;
  }
  pending.length = 0;
  const line = refusals.get(error.code ?? '') ?? '400 Bad Request';
  const answered = answeredEarly?.complete === false;
  if (socket.writable && !answered) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
  end();
}
