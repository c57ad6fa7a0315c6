import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Database, DATABASE, readSnapshotTag } from '@resource-catalogue/database';
import { maxCacheAge } from '@resource-catalogue/read';
import { noneMatch } from './entity-tag.js';
import { Counts } from '../observability/counts.js';
import { HttpResponse, FixedBody, bodyLength } from './send.js';

/** Approximate bytes of cached responses in total, and of one of them. */
const maxBytes = 16_000_000;
const maxBodyLength = 500_000;

interface Unchanged {
  readonly state: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a 304: the client has the body. */
  readonly body: FixedBody | null;
}

/**
 * HTTP-2: repeats a response while nothing at all was written, but not for longer than summaries may be cached. So polling costs one short statement; on a database with constant writes, each response is built.
 */
@Injectable()
export class UnchangedResponses {
  private readonly known = new LRUCache<string, Unchanged>({
    maxSize: maxBytes,
    sizeCalculation: countBytes,
    ttl: maxCacheAge,
  });

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'source' | 'reads'>,
    private readonly counts: Counts,
  ) {}

  /** The response for a URL with this If-None-Match, if any: from the cache, or newly built. */
  async respond(
    url: string,
    ifNoneMatch: string | undefined,
    make: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    // Read before the response is built: the response shows this state or a later one, in which case this state does
    // not recur.
    const { source, reads } = this.database;
    // States of different servers cannot be compared.
    const now = reads === source ? await readSnapshotTag(source) : null;
    const known = this.known.get(url);
    const again = known?.state === now ? repeatResponse(known, ifNoneMatch) : null;
    if (again) {
      this.counts.unchangedResponses += 1;
      return again;
    }
    const made = await make();
    if (now !== null) this.keep(url, now, made);
    return made;
  }

  private keep(url: string, state: string, { status, headers, body }: HttpResponse): void {
    if (status === 304) this.known.set(url, { state, headers, body: null });
    if (status !== 200 || body === null || body instanceof FixedBody || bodyLength(body) > maxBodyLength) return;
    const { 'Content-Type': type = '', ETag, ...others } = headers;
    const fixed = new FixedBody(Buffer.from(body), type, ETag);
    this.known.set(url, { state, headers: { ...others, ETag: ETag ?? '' }, body: fixed });
  }
}

function repeatResponse({ headers, body }: Unchanged, ifNoneMatch: string | undefined): HttpResponse | null {
  if (noneMatch(ifNoneMatch, headers['ETag'] ?? '')) return new HttpResponse(304, headers, null);
  return body && new HttpResponse(200, headers, body);
}

/** Includes the codings of its body, which are added later. */
function countBytes({ headers, body }: Unchanged, url: string): number {
  const text = url.length + Object.values(headers).join().length;
  return text + 100 + 2 * (body?.bytes.length ?? 0);
}
