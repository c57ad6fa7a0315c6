import type { Socket } from 'node:net';
import type { Connection } from './connection.js';

/**
 * RFC 9112, 9.6: a connection that is closed while its client still sends is reset, and the client may lose the answer: a
 * 401 or 415 that was given before the body had come. So only the service's side is closed, by the method with which Node
 * ends a connection behind its last answer; the rest of the request is read, for as long as a request may take.
 */
export function closeBehindRequest(socket: Socket, connection: Connection): void {
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const request = connection.pending[0]?.req;
    if (connection.refusedAt === null) {
      if (!request || request.complete) return close();
      request.once('end', close);
    }
    socket.end();
  };
}
