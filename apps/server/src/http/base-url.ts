import type { Socket } from 'node:net';
import { parseUrl } from '@resource-catalogue/contracts';
import type { Request } from 'express';

/** What says where a request was sent to. */
type Sent = Pick<Request, 'protocol'> & {
  readonly host: string | undefined;
  readonly socket: { readonly [Key in 'localAddress' | 'localPort']?: Socket[Key] | undefined };
};

/** LIST-4: what every link begins with. The operator's own, else what the request itself was sent to. */
export class BaseUrl {
  constructor(private readonly publicUrl: string | null) {}

  of(request: Sent): string {
    if (this.publicUrl !== null) return this.publicUrl;
    // Only what a link can begin with: behind a proxy the client may choose the word (X-Forwarded-Proto).
    const protocol = request.protocol.toLowerCase() === 'https' ? 'https' : 'http';
    return origin(protocol, request.host) ?? origin(protocol, ownHost(request)) ?? '';
  }
}

function ownHost({ socket: { localAddress, localPort } }: Sent): string {
  return `${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** Null where the host is not one: it comes from the client and ends in headers and pages. */
function origin(protocol: string, host: string | undefined): string | null {
  if (!host || !/^[A-Za-z0-9.:[\]_-]+$/.test(host)) return null;
  return parseUrl(`${protocol}://${host}`) ? `${protocol}://${host}` : null;
}
