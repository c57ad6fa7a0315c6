import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import type { LargeResponses } from '@resource-catalogue/concurrency';
import { writeInParts } from './write-in-parts.js';
import { entityTag } from './entity-tag.js';

/** HTTP-5: bodies up to this many bytes are not compressed. */
const smallestCompressed = 1024;

/** Bytes of a large body: the number of large bodies that are compressed at once is limited. */
const largeBody = 1024 * 1024;

const compress = {
  // Quality 4 is as fast as gzip on JSON and smaller; the default, 11, takes a hundred times as long.
  br: promisify((body: Buffer | string, done: (error: Error | null, result: Buffer) => void) =>
    brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, done),
  ),
  gzip: promisify((body: Buffer | string, done: (error: Error | null, result: Buffer) => void) =>
    gzip(body, { level: 4 }, done),
  ),
};

type Coding = keyof typeof compress;

/** A constant body: its tag and codings are computed once. */
export class FixedBody {
  private readonly coded = new Map<Coding, Promise<Buffer>>();

  constructor(
    readonly bytes: Buffer,
    /** Media type of the body. */
    readonly type: string,
    readonly tag = entityTag(bytes),
  ) {}

  in(coding: Coding): Promise<Buffer> {
    const known = this.coded.get(coding);
    if (known) return known;
    const made = compress[coding](this.bytes);
    this.coded.set(coding, made);
    // A failure for lack of memory may not recur.
    made.catch(() => this.coded.delete(coding));
    return made;
  }
}

/** Bodies by path, created on first use, which keeps the start fast. */
export class FixedBodies {
  private readonly made = new Map<string, FixedBody>();

  constructor(private readonly makers: Readonly<Record<string, () => FixedBody>>) {}

  at(path: string): FixedBody | undefined {
    const known = this.made.get(path) ?? this.makers[path]?.();
    if (known) this.made.set(path, known);
    return known;
  }
}

/** A complete response: every response with a body of ours is sent here. */
export class HttpResponse {
  /**
   * `Vary` is added to existing values; every other header replaces one of its name. A fixed body brings its media
   * type.
   */
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Buffer | string | FixedBody | null,
    /** Bounds the memory of a long body; others are short. */
    private readonly large: LargeResponses | null = null,
  ) {}

  /** Sends the body in the client's preferred coding (HTTP-5); HEAD gets the same headers and nothing else (HTTP-3). */
  async send(response: Response): Promise<void> {
    response.statusCode = this.status;
    for (const [name, value] of Object.entries(this.headers)) {
      if (name === 'Vary' && response.hasHeader(name)) response.vary(value);
      else response.setHeader(name, value);
    }
    if (this.body === null) {
      response.end();
      return;
    }
    const coding = bodyLength(this.body) > smallestCompressed ? preferredCoding(response.req) : null;
    const bytes = await this.inCoding(this.body, coding);
    if (coding) response.setHeader('Content-Encoding', coding);
    if (this.body instanceof FixedBody) response.setHeader('Content-Type', this.body.type);
    response.setHeader('Content-Length', Buffer.byteLength(bytes));
    if (response.req.method === 'HEAD') response.end();
    else writeInParts(response, bytes);
  }

  private async inCoding(body: Buffer | string | FixedBody, coding: Coding | null): Promise<Buffer | string> {
    if (body instanceof FixedBody) return coding ? body.in(coding) : body.bytes;
    if (!coding) return body;
    const work = () => compress[coding](body);
    return bodyLength(body) > largeBody && this.large ? this.large.continue(work) : work();
  }
}

/** The number of bytes of a body. */
export const bodyLength = (body: Buffer | string | FixedBody): number =>
  Buffer.byteLength(body instanceof FixedBody ? body.bytes : body);

function preferredCoding(request: Request): Coding | null {
  const header = request.headers['accept-encoding'];
  if (!header) return null;
  const [best] = new Negotiator(request).encodings(['br', 'gzip', 'identity']);
  return best === 'br' || best === 'gzip' ? best : null;
}
