import { isIP, type Socket, SocketAddress } from 'node:net';
import type { Request } from 'express';

const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/**
 * The one spelling of an address, whatever port, brackets, quotes or zone a proxy adds, or IPv6 around an IPv4; null for
 * a text that is not an address.
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
 * The address of the client, or of the proxy if that specifies no address; the empty text once the connection has
 * closed.
 */
export const clientAddress = ({
  ip = '',
  socket,
}: {
  ip?: Request['ip'];
  socket: Pick<Socket, 'remoteAddress'>;
}): string => parseAddress(ip) ?? parseAddress(socket.remoteAddress ?? '') ?? '';
