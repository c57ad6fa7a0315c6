import { isIP, type Socket, SocketAddress } from 'node:net';
import type { Request } from 'express';

const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/**
 * The canonical form of an IP address, without the port, brackets, quotes or zone that a proxy may add, and without
 * IPv6 around an IPv4; null for other text.
 */
export function parseAddress(text: string): string | null {
  const unquoted = text.replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = withPort.exec(unquoted) ?? [];
  const address = bracketed ?? dotted ?? unquoted;
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : null;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

/**
 * The address of the client, or of the proxy if the proxy sends none; the empty string once the connection has
 * closed.
 */
export const clientAddress = ({
  ip = '',
  socket,
}: {
  ip?: Request['ip'];
  socket: Pick<Socket, 'remoteAddress'>;
}): string => parseAddress(ip) ?? parseAddress(socket.remoteAddress ?? '') ?? '';
