import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { linkQuery } from '@resource-catalogue/list-query';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import { Item, Page } from '@resource-catalogue/read';
import { BaseUrl, entityTag, isInterfacePath, noneMatch, requestOf, resourceBody } from '../http/request-head.js';
import { Answer, FixedBody } from './send.js';
import { UnchangedAnswers } from './unchanged-answers.js';

/** A create that was carried out, or whose first answer is given again (WRITE-1, WRITE-7). `text` is the resource as JSON. */
export class Created {
  constructor(
    readonly id: string,
    readonly text: string,
    readonly replayed: boolean,
  ) {}
}

/** A change that was carried out, or that changed nothing (WRITE-1, WRITE-4). */
export class Changed {
  constructor(readonly text: string) {}
}

/** Turns what a controller returns into an HTTP answer; what is none of these is left to the framework. */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  /** The last addresses: as many as there is room for their answers. */
  private readonly asked = new LRUCache<string, true>({ max: 100 });

  constructor(
    private readonly baseUrl: BaseUrl,
    private readonly unchanged: UnchangedAnswers,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = requestOf(context);
    const answer = next.handle().pipe(map((result) => this.answer(request, result)));
    const { method, path, originalUrl, headers } = request;
    if (!['GET', 'HEAD'].includes(method) || !isInterfacePath(path)) return answer;
    const address = `${this.baseUrl.of(request)}${originalUrl}`;
    const ifNoneMatch = headers['if-none-match'];
    // To look whether it is unchanged costs a statement, and to keep it memory: not for a walk, which asks for nothing twice.
    if (ifNoneMatch === undefined && !this.isAskedAgain(address)) return answer;
    return from(this.unchanged.answer(address, ifNoneMatch, () => lastValueFrom(answer)));
  }

  private isAskedAgain(address: string): boolean {
    if (this.asked.get(address)) return true;
    this.asked.set(address, true);
    return false;
  }

  private answer(request: Request, result: unknown): unknown {
    if (result instanceof Page) {
      const { body, link } = pageBody(result, this.urlOf(request));
      return read(request, body, { Link: link });
    }
    if (result instanceof Item) return read(request, resourceBody(result.text), {});
    if (result instanceof Created) {
      const location = { Location: `${this.urlOf(request)}/${result.id}` };
      return written(201, result.text, {
        ...location,
        ...(result.replayed && { 'Idempotency-Replayed': 'true' }),
      });
    }
    if (result instanceof Changed) return written(200, result.text, {});
    return result instanceof FixedBody ? fixed(request, result) : result;
  }

  private urlOf(request: Request): string {
    return `${this.baseUrl.of(request)}${request.path}`;
  }
}

/** LIST-1 to LIST-4: the envelope of a page, and the same two links as an RFC 8288 header. */
export function pageBody(page: Page, url: string): { body: Buffer; link: string } {
  const first = target(url, linkQuery(page.query, null));
  const next = page.next === null ? null : target(url, linkQuery(page.query, page.next));
  const links = JSON.stringify({ first, next });
  const meta = JSON.stringify({ next: page.next, limit: page.query.limit });
  return {
    body: bytesOf('{"data":[', page.items, `],"links":${links},"meta":${meta}}`),
    link: next === null ? `<${first}>; rel="first"` : `<${first}>; rel="first", <${next}>; rel="next"`,
  };
}

/** Where pages are put together, one at a time, so that nobody has to count their bytes before; longer ones have their own. */
let space = Buffer.allocUnsafeSlow(256 * 1024);
const mostSpace = 1024 * 1024;

/** No unit of a text takes more bytes. */
const bytesOfUnit = 3;

/**
 * Row by row, and never as one text: where one name is not Latin, that would take two bytes for each character of the page, and
 * more than twice the time.
 */
function bytesOf(before: string, rows: readonly string[], after: string): Buffer {
  let bytes = space;
  let length = 0;
  const write = (part: string): void => {
    const needed = length + part.length * bytesOfUnit;
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    length += bytes.write(part, length);
  };
  write(before);
  for (const [index, row] of rows.entries()) {
    if (index > 0) write(',');
    write(row);
  }
  write(after);
  if (bytes.length <= mostSpace) space = bytes;
  return Buffer.from(bytes.subarray(0, length));
}

function target(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}

/** HTTP-2: validators and caching of a 200 answer to GET, and the 304 that spares it. */
function read(request: Request, body: Buffer, link: Readonly<Record<string, string>>): Answer {
  const ETag = entityTag(body);
  const headers = { ...link, ETag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' };
  if (noneMatch(request.headers['if-none-match'], ETag)) return new Answer(304, headers, null);
  return new Answer(200, { ...headers, 'Content-Type': 'application/json' }, body);
}

/**
 * HTTP-2, for what is not of the interface. Addresses hold no version, so a kept copy is asked about before each use:
 * after an update nobody sees the old viewer on a new document, and where nothing changed the answer is a 304.
 */
function fixed(request: Request, body: FixedBody): Answer {
  const headers = { ETag: body.tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  const known = noneMatch(request.headers['if-none-match'], body.tag);
  return known ? new Answer(304, headers, null) : new Answer(200, headers, body);
}

/** HTTP-2: an answer to a write has the tag that a read would show, and is not to be stored. */
function written(status: 200 | 201, text: string, headers: Readonly<Record<string, string>>): Answer {
  const body = resourceBody(text);
  return new Answer(
    status,
    {
      ...headers,
      ETag: entityTag(body),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      Vary: 'Accept-Encoding',
    },
    body,
  );
}
