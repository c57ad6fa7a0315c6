import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';
import { parseAddress } from './client-address.js';

/** Timeouts for clients in milliseconds, and settings that Node leaves to the service. */
export const serverOptions = {
  // A head has at most 16 KiB (RATE-3), a whole request little more than 1 MiB: no real client is slower than this.
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // How often Node checks for overdue requests; 30 s by default.
  connectionsCheckingInterval: 1000,
  // Longer than the 60 s of common proxies, so that the proxy closes idle connections first.
  keepAliveTimeout: 65_000,
  // Quotas belong to tokens (RATE-1); a limit per connection would only cost new connections.
  maxRequestsPerSocket: 0,
  // With a maximum, Node would silently drop headers above it; their size is limited anyway (RATE-3).
  maxHeadersCount: 0,
  // HTTP-9: the service rejects a missing Host itself, with a problem body.
  requireHostHeader: false,
  // HTTP-9: a client may close its side after sending and still wait for responses.
  httpAllowHalfOpen: true,
};

/** Express and Node's HTTP server as the API needs them. */
export class CatalogueAdapter extends ExpressAdapter {
  /** Sends the result of a controller; null if that is left to the framework. */
  send: (response: Response, result: unknown) => Promise<void> | null = () => null;

  constructor(trustProxy: false | number | readonly string[]) {
    const application = express();
    application.disable('x-powered-by');
    application.disable('etag');
    // HTTP-7: both must be set before the router exists.
    application.enable('case sensitive routing');
    application.enable('strict routing');
    // FILT-2, FILT-9: the framework's parsers accept invalid queries; parameters/ reads the raw query.
    application.set('query parser', false);
    application.set('trust proxy', trustProxy);
    trustAddressesWithPort(application);
    super(application);
  }

  /** Nest's own options of the server, such as HTTPS, have no effect. */
  override initHttpServer(): void {
    const application: Express = this.getInstance();
    const server = createServer(messagesOf(application), application);
    this.setHttpServer(server);
    Object.assign(server, serverOptions);
    server.prependListener('request', normaliseTarget);
    // HTTP-9: 100 is sent once the request has passed all checks that need no body.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    // Unknown expectations may be ignored; Node's own 417 would have no request id (HTTP-1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  /** The framework's own sending supports neither codings nor slow clients. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    return this.send(response, body) ?? super.reply(response, body, statusCode);
  }
}

/** Express declares the values of its settings as `any`. */
interface ProxySettings {
  get(name: 'trust proxy fn'): (address: string, hop: number) => boolean;
  set(name: 'trust proxy', trusts: (address: string | undefined, hop: number) => boolean): unknown;
}

/** Express itself does not trust the address of a proxy that is followed by a port. */
function trustAddressesWithPort(settings: ProxySettings): void {
  const trusts = settings.get('trust proxy fn');
  settings.set('trust proxy', (address = '', hop) => trusts(parseAddress(address) ?? address, hop));
}

/**
 * Classes of Node's messages, whose prototypes become those of the application. Express would change the prototype of
 * each message instead, and has no setting against that; on Node 20 and 22, V8 then keeps the message until a full
 * collection, which doubles the cost of a short request (ADR 5).
 */
function messagesOf(application: Express) {
  class Received extends IncomingMessage {}
  class Sent extends ServerResponse<Received> {}
  Object.setPrototypeOf(Received.prototype, application.request);
  Object.setPrototypeOf(Sent.prototype, application.response);
  Object.assign(application, { request: Received.prototype, response: Sent.prototype });
  return { IncomingMessage: Received, ServerResponse: Sent };
}

/** The scheme and authority of a target in absolute form, as sent to a proxy. */
const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Brings every target that the HTTP parser accepts into the one form that the router reads without guessing: a path
 * and a query. The router's own parsing drops everything after `#`, trims spaces, and fails on an invalid host.
 */
export function normaliseTarget(request: IncomingMessage): void {
  const target = request.url ?? '';
  const authority = absoluteForm.exec(target);
  // RFC 9112, 3.2.2: the host of the target takes precedence over the header.
  if (authority?.[1] !== undefined) request.headers.host = authority[1];
  request.url = originForm(authority ? target.slice(authority[0].length) : target);
}

function originForm(target: string): string {
  const rooted = target === '' || target.startsWith('?') ? `/${target}` : target;
  return rooted.replace(/[#\u00a0]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
