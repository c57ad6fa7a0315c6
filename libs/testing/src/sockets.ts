import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Listens on a free port of this machine alone, and answers the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}

/** A connection to a port of this machine. A reset is one way in which it may end. */
export const connectTo = (port: number, options: { readonly allowHalfOpen?: true } = {}): Socket =>
  connect({ ...options, port, host: '127.0.0.1' }).on('error', () => undefined);

/** What comes next on a connection; fails where the connection ends before. */
export async function nextData(socket: Socket): Promise<string> {
  const ended = new AbortController();
  const end = () => ended.abort(new Error('The connection has ended.'));
  if (socket.closed) end();
  socket.once('close', end);
  try {
    return String((await once(socket, 'data', { signal: ended.signal }))[0]);
  } finally {
    socket.off('close', end);
  }
}

/** A port of this machine on which nobody listens. */
export async function freePort(): Promise<number> {
  const holder = createServer();
  const port = await listen(holder);
  await new Promise((resolve) => holder.close(resolve));
  return port;
}
