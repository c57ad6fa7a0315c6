import type { Socket } from 'node:net';
import { holdsToken } from '@resource-catalogue/program';
import type { Request } from 'express';
import type { HostNames } from './host-names.js';

/** What says where a request was sent to. */
type Sent = Pick<Request, 'protocol'> & {
  readonly host: string | undefined;
  readonly socket: { readonly [Key in 'localAddress' | 'localPort']?: Socket[Key] | undefined };
};

/** LIST-4: what every link begins with. The operator's own, else what the request itself was sent to. */
export class BaseUrl {
  constructor(
    private readonly publicUrl: string | null,
    private readonly hosts: HostNames,
  ) {}

  of(request: Sent): string {
    if (this.publicUrl !== null) return this.publicUrl;
    // Only what a link can begin with: behind a proxy the client may choose the word (X-Forwarded-Proto).
    const protocol = request.protocol.toLowerCase() === 'https' ? 'https' : 'http';
    return this.origin(protocol, request.host) ?? this.origin(protocol, ownHost(request)) ?? '';
  }

  /** Null where the host is not one, or a token (ERR-5): it comes from the client and ends in headers and pages. */
  private origin(protocol: string, host: string | undefined): string | null {
    return host && this.hosts.isValid(host) && !holdsToken(host) ? `${protocol}://${host}` : null;
  }
}

function ownHost({ socket: { localAddress, localPort } }: Sent): string {
  return `${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
