import { Injectable } from '@nestjs/common';
import { parseUrl } from '@resource-catalogue/contracts';
import { LRUCache } from 'lru-cache';

/** Validates the hosts that requests name. */
@Injectable()
export class HostNames {
  /** Parsing a host costs more than all other checks of a head, and the same few hosts come again and again. */
  private readonly valid = new LRUCache<string, boolean>({
    max: 1000,
    memoMethod: (text) => /^[A-Za-z0-9.:[\]_-]+$/.test(text) && parseUrl(`http://${text}`) !== null,
  });

  /** Whether the text is a host name or an address, with a port or without: nothing else can be sent a request. */
  isValid(text: string): boolean {
    return this.valid.memo(text);
  }
}
