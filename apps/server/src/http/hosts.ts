import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { parseUrl } from '@resource-catalogue/contracts';
import { Configuration, holdsToken } from '@resource-catalogue/program';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

/** Validates the hosts of requests, and derives the start of links from them. */
@Injectable()
export class Hosts {
  /** Parsing a host costs more than all other checks of a head, and the same few hosts recur. */
  private readonly valid = new LRUCache<string, boolean>({
    max: 1000,
    memoMethod: (text) => /^[A-Za-z0-9.:[\]_-]+$/.test(text) && parseUrl(`http://${text}`) !== null,
  });

  constructor(@Inject(Configuration) private readonly configuration: Pick<Configuration, 'publicUrl'>) {}

  /** Whether the text is a host name or address, with an optional port. */
  isValid(text: string): boolean {
    return this.valid.memo(text);
  }

  /** LIST-4: the base URL of links: PUBLIC_URL, otherwise the one that the request was sent to. */
  baseUrlOf({ protocol: sent, host, socket }: Pick<Request, 'protocol' | 'host' | 'socket'>): string {
    if (this.configuration.publicUrl !== null) return this.configuration.publicUrl;
    // Only valid schemes: behind a proxy the client may choose the value (X-Forwarded-Proto).
    const protocol = sent.toLowerCase() === 'https' ? 'https' : 'http';
    return this.origin(protocol, host) ?? this.origin(protocol, ownHost(socket)) ?? '';
  }

  /** Null if the host is invalid, or a token (ERR-5): it comes from the client and appears in headers and pages. */
  private origin(protocol: string, host: string | undefined): string | null {
    return host && this.isValid(host) && !holdsToken(host) ? `${protocol}://${host}` : null;
  }
}

const ownHost = ({ localAddress, localPort }: Socket): string =>
  `${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
