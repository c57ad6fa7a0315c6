import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { parseUrl } from '@resource-catalogue/contracts';
import { Configuration, holdsToken } from '@resource-catalogue/program';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

/** Validates the hosts that requests name, and makes of them what links begin with. */
@Injectable()
export class Hosts {
  /** Parsing a host costs more than all other checks of a head, and the same few hosts come again and again. */
  private readonly valid = new LRUCache<string, boolean>({
    max: 1000,
    memoMethod: (text) => /^[A-Za-z0-9.:[\]_-]+$/.test(text) && parseUrl(`http://${text}`) !== null,
  });

  constructor(@Inject(Configuration) private readonly configuration: Pick<Configuration, 'publicUrl'>) {}

  /** Whether the text is a host name or an address, with a port or without: nothing else can be sent a request. */
  isValid(text: string): boolean {
    return this.valid.memo(text);
  }

  /** LIST-4: the beginning of every link. The operator's own, else what the request itself was sent to. */
  baseUrlOf({ protocol: sent, host, socket }: Pick<Request, 'protocol' | 'host' | 'socket'>): string {
    if (this.configuration.publicUrl !== null) return this.configuration.publicUrl;
    // Only what a link can begin with: behind a proxy the client may choose the word (X-Forwarded-Proto).
    const protocol = sent.toLowerCase() === 'https' ? 'https' : 'http';
    return this.origin(protocol, host) ?? this.origin(protocol, ownHost(socket)) ?? '';
  }

  /** Null where the host is not one, or a token (ERR-5): it comes from the client and ends in headers and pages. */
  private origin(protocol: string, host: string | undefined): string | null {
    return host && this.isValid(host) && !holdsToken(host) ? `${protocol}://${host}` : null;
  }
}

const ownHost = ({ localAddress, localPort }: Socket): string =>
  `${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
