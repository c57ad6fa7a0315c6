import type { IncomingMessage, Server } from 'node:http';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';

/** How long clients may take, in milliseconds, and what Node leaves to the service. */
export const serverOptions = {
  // A head has at most 16 KiB (RATE-3), a whole request little more than 1 MiB: slower than this is nobody who wants an answer.
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // Node looks for what is late only so often, every 30 s by default.
  connectionsCheckingInterval: 1000,
  // Longer than the 60 s of common proxies, so that it is they who end an idle connection, not the service under a request.
  keepAliveTimeout: 65_000,
  // Requests are limited for each token (RATE-1); a limit for each connection would only cost new connections.
  maxRequestsPerSocket: 0,
  // Beyond a count Node drops headers in silence; their size is limited anyway (RATE-3).
  maxHeadersCount: 0,
  // HTTP-9: refused with a problem body instead.
  requireHostHeader: false,
  // HTTP-9: a client that has sent all it had may close its side and still wait for the answers.
  httpAllowHalfOpen: true,
};

/** A finished answer, which knows how to send itself. */
export abstract class Sendable {
  abstract send(response: Response): Promise<void> | void;
}

/** Express and Node's HTTP server as the interface needs them. */
export class CatalogueAdapter extends ExpressAdapter {
  constructor(trustProxy: false | number | readonly string[]) {
    const application = express();
    application.disable('x-powered-by');
    application.disable('etag');
    // HTTP-7: both must be set before the router exists.
    application.enable('case sensitive routing');
    application.enable('strict routing');
    // FILT-2, FILT-9: the framework's parsers accept what the interface refuses; parameters/ reads the raw query.
    application.set('query parser', false);
    application.set('trust proxy', trustProxy);
    super(application);
  }

  override initHttpServer(options: NestApplicationOptions): void {
    super.initHttpServer(options);
    const server: Server = this.getHttpServer();
    Object.assign(server, serverOptions);
    server.prependListener('request', takeOriginForm);
    // HTTP-9: 100 is said once the request has passed all checks that need no body.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    // An expectation that the service does not know may be ignored; Node's own 417 would have no request id (HTTP-1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  /** An interceptor can only say what to send: the framework's own sending knows neither codings nor slow clients. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    return body instanceof Sendable ? body.send(response) : super.reply(response, body, statusCode);
  }
}

/** What a proxy's request begins with instead of a path. */
const authorityForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Brings every target that the HTTP parser lets through into the one form that the router reads without guessing: a path
 * and a query. The router's own reading drops what follows a `#`, trims spaces, and gives up on a broken host.
 */
export function takeOriginForm(request: IncomingMessage): void {
  const target = request.url ?? '';
  const authority = authorityForm.exec(target);
  // RFC 9112, 3.2.2: the host of the target stands above the header's.
  if (authority?.[1] !== undefined) request.headers.host = authority[1];
  request.url = originForm(authority ? target.slice(authority[0].length) : target);
}

function originForm(target: string): string {
  const rooted = target === '' || target.startsWith('?') ? `/${target}` : target;
  return rooted.replace(/[#\u00a0]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
