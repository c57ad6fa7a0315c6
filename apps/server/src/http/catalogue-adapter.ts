import type { Server } from 'node:http';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { Item, Page } from '../read/page.js';
import type { BaseUrl } from './base-url.js';
import { noneMatch } from './entity-tag.js';
import { pageBody } from './page-body.js';
import { takeOriginForm } from './request-target.js';
import { send } from './send.js';
import { resourceBody, taggedBody, type TaggedBody } from './tagged-body.js';
import { Changed, Created } from './written.js';

/** Turns what a controller returns into an HTTP answer: the one place that knows both. */
export class CatalogueAdapter extends ExpressAdapter {
  constructor(
    application: Express,
    private readonly baseUrl: BaseUrl,
  ) {
    super(application);
  }

  override initHttpServer(options: NestApplicationOptions): void {
    super.initHttpServer(options);
    const server: Server = this.getHttpServer();
    server.prependListener('request', takeOriginForm);
    // Beyond a count Node drops headers in silence; their size is limited anyway (RATE-3).
    server.maxHeadersCount = 0;
    // An expectation that the service does not know may be ignored; Node's own 417 would have no request id (HTTP-1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof Page) {
      const request = response.req;
      const { text, link } = pageBody(body, `${this.baseUrl.of(request)}${request.path}`);
      response.setHeader('Link', link);
      return answerRead(request, response, taggedBody(text));
    }
    if (body instanceof Item) return answerRead(response.req, response, resourceBody(body.text));
    if (body instanceof Created) {
      response.setHeader('Location', `${this.baseUrl.of(response.req)}${response.req.path}/${body.id}`);
      if (body.replayed) response.setHeader('Idempotency-Replayed', 'true');
      return answerWrite(response.req, response.status(201), body.text);
    }
    if (body instanceof Changed) return answerWrite(response.req, response.status(200), body.text);
    return super.reply(response, body, statusCode);
  }
}

/** HTTP-2: validators and caching of a 200 answer to GET, and the 304 that spares it. */
async function answerRead(request: Request, response: Response, { body, tag }: TaggedBody): Promise<void> {
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.vary('Authorization');
  if (noneMatch(request.headers['if-none-match'], tag)) {
    response.vary('Accept-Encoding');
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json');
  await send(request, response.status(200), body);
}

/** HTTP-2: an answer to a write has the tag that a read would show, and is not to be stored. */
function answerWrite(request: Request, response: Response, text: string): Promise<void> {
  const { body, tag } = resourceBody(text);
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json');
  return send(request, response, body);
}
