import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Listens on a free port of the loopback interface and returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}

/** A connection to a local port. It may end with a reset. */
export const connectTo = (port: number, options: { readonly allowHalfOpen?: true } = {}): Socket =>
  connect({ ...options, port, host: '127.0.0.1' }).on('error', () => undefined);

/** The next data on a connection; fails if the connection ends first. */
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

/** A local port on which no program listens. */
export async function freePort(): Promise<number> {
  const holder = createServer();
  const port = await listen(holder);
  await new Promise((resolve) => holder.close(resolve));
  return port;
}
