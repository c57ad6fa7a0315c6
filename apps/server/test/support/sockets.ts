import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';

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
