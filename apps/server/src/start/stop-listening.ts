import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long running requests may take to end, in milliseconds: orchestrators kill what has not stopped soon. */
const grace = 2500;

/** Makes what stops a server: it refuses new connections at once, ends idle ones, and waits a while for running requests. */
export function stopListening(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Browsers connect ahead of their requests; the server takes such a connection for a busy one.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // A connection whose request ends later would be kept for the next one.
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    const late = setTimeout(() => server.closeAllConnections(), grace);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  };
}
