import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { LargeResponses } from '@resource-catalogue/concurrency';
import { Item, Page } from '@resource-catalogue/read';
import { entityTag, noneMatch, resourceBody } from './entity-tag.js';
import { getContext } from '../http/request-context.js';
import { PageBodies } from './page-bodies.js';
import { HttpResponse, FixedBody } from './send.js';
import { UnchangedResponses } from './unchanged-responses.js';

/** A completed create, or its first response again (WRITE-1, WRITE-7). `text` is the resource as JSON. */
export class Created {
  constructor(
    readonly id: string,
    readonly text: string,
    readonly replayed: boolean,
  ) {}
}

/** A completed change, or one that changed nothing (WRITE-1, WRITE-4). */
export class Changed {
  constructor(readonly text: string) {}
}

/** A text outside the API that depends on the catalogue, with its media type. */
export class Text {
  constructor(
    readonly text: string,
    readonly type: string,
  ) {}
}

/** The result of a read: a function, because an already known response does not need the read (HTTP-2). */
export type DeferredRead = () => Promise<Page | Item | Text>;

const isDeferredRead = (result: unknown): result is DeferredRead => typeof result === 'function';

/** Turns the results of controllers into HTTP responses; other results are left to the framework. */
@Injectable()
export class Responses {
  /** The last requested URLs: the response to one is cached when it is requested again. */
  private readonly requestedUrls = new LRUCache<string, true>({ max: 100 });
  private readonly pages = new PageBodies();

  constructor(
    private readonly unchanged: UnchangedResponses,
    private readonly large: LargeResponses,
  ) {}

  /** Called by the framework's adapter, since an interceptor would take an eighth of the CPU of a get (ADR 5). */
  readonly send = (response: Response, result: unknown): Promise<void> | null => {
    const { req: request } = response;
    if (isDeferredRead(result)) return this.sendRead(request, response, result);
    return responseTo(request, result)?.send(response) ?? null;
  };

  private async sendRead(request: Request, response: Response, read: DeferredRead): Promise<void> {
    const make = async () => this.respond(request, await read());
    const url = `${getContext(request).baseUrl}${request.originalUrl}`;
    const ifNoneMatch = request.headers['if-none-match'];
    // Checking for changes costs a query and caching costs memory, so skip first-time URLs such as pages of a list.
    const isKnown = ifNoneMatch !== undefined || this.isRequestedAgain(url);
    const complete = await (isKnown ? this.unchanged.respond(url, ifNoneMatch, make) : make());
    await complete.send(response);
  }

  private isRequestedAgain(url: string): boolean {
    if (this.requestedUrls.get(url)) return true;
    this.requestedUrls.set(url, true);
    return false;
  }

  private respond(request: Request, result: Page | Item | Text): HttpResponse {
    if (result instanceof Text) return readResponse(request, result.text, {}, this.large, result.type);
    if (result instanceof Item) return readResponse(request, resourceBody(result.text), {}, this.large);
    const { body, link } = this.pages.make(result, requestUrl(request));
    return readResponse(request, body, { Link: link }, this.large);
  }
}

function responseTo(request: Request, result: unknown): HttpResponse | null {
  if (result instanceof Created) {
    const location = { Location: `${requestUrl(request)}/${result.id}` };
    return writeResponse(201, result.text, {
      ...location,
      ...(result.replayed && { 'Idempotency-Replayed': 'true' }),
    });
  }
  if (result instanceof Changed) return writeResponse(200, result.text, {});
  return result instanceof FixedBody ? fixedResponse(request, result) : null;
}

const requestUrl = (request: Request): string => `${getContext(request).baseUrl}${request.path}`;

/** HTTP-2: validators and caching of a 200 response to GET, and the 304. */
function readResponse(
  request: Request,
  body: Buffer | string,
  link: Readonly<Record<string, string>>,
  large: LargeResponses,
  type = 'application/json',
): HttpResponse {
  const ETag = entityTag(body);
  const headers = { ...link, ETag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' };
  if (noneMatch(request.headers['if-none-match'], ETag)) return new HttpResponse(304, headers, null);
  return new HttpResponse(200, { ...headers, 'Content-Type': type }, body, large);
}

/**
 * HTTP-2, for pages outside the API. Their URLs have no version, so caches must revalidate before each use:
 * after an upgrade no browser combines the old viewer with a new document, and without changes the response is a
 * 304.
 */
function fixedResponse(request: Request, body: FixedBody): HttpResponse {
  const headers = { ETag: body.tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  const known = noneMatch(request.headers['if-none-match'], body.tag);
  return known ? new HttpResponse(304, headers, null) : new HttpResponse(200, headers, body);
}

/** HTTP-2: a response to a write has the tag that a read would have, and must not be stored. */
function writeResponse(status: 200 | 201, text: string, headers: Readonly<Record<string, string>>): HttpResponse {
  const body = resourceBody(text);
  return new HttpResponse(
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
