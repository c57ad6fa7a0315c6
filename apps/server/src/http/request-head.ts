import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ArgumentsHost } from '@nestjs/common';
import { apiPrefix, maximumHeadBytes, parseUrl } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import type { Principal } from '@resource-catalogue/tokens';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { holdsToken } from '@resource-catalogue/program';
import { ProblemError, type ValidationError } from '../errors/problem-error.js';

/** What the service knows of a request besides what the client sent. */
interface RequestContext {
  readonly requestId: string;
  /** Null until the request is authenticated. */
  principal: Principal | null;
  /** Null until the query of a list is known to be right. */
  list: { readonly collection: string; readonly query: ListQuery } | null;
}

const contexts = new WeakMap<IncomingMessage, RequestContext>();

export function contextOf(request: IncomingMessage): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error('The request has no context: readHead must run before everything that reads it.');
  return context;
}

/** `switchToHttp` makes three functions each time that a guard, a parameter or an interceptor asks it. */
export const requestOf = (context: ArgumentsHost): Request => context.getArgByIndex<Request>(0);

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** Opens the context of a request, and refuses a head that is too large or ambiguous before anything else reads it. */
export const readHead: RequestHandler = (request, response, next) => {
  openContext(request, response);
  refuseSize(request);
  refuseAmbiguity(request);
  next();
};

/** HTTP-1: the client's id if it is one that a log and a header can hold, else a new one. A token is not (ERR-5). */
function openContext(request: Request, response: Response): void {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && acceptable.test(sent) && !holdsToken(sent) ? sent : randomUUID();
  contexts.set(request, { requestId, principal: null, list: null });
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** RATE-3. The parser's own limit counts neither spaces nor line ends, so it lets requests of many short headers grow far beyond. */
function refuseSize({ method, originalUrl, rawHeaders }: Request): void {
  const line = `${method} ${originalUrl} HTTP/1.1\r\n`.length;
  let headers = '\r\n'.length;
  for (const part of rawHeaders) headers += part.length + ': '.length;
  if (line + headers <= maximumHeadBytes) return;
  const [code, what] =
    line > headers ? (['uri_too_long', 'URL'] as const) : (['headers_too_large', 'headers'] as const);
  throw new ProblemError(code, `Shorten the ${what}: URL and headers may take 16 KiB together.`);
}

/**
 * HTTP-9. Headers of which a request has one, and of which Node would take the first. Whatever passed the request on may have used
 * another one, so none is chosen. Those that are lists are joined, and Content-Length is the parser's.
 */
const singleHeaders = new Map(
  ['Host', 'Authorization', 'Content-Type'].map((header) => [header.toLowerCase(), header]),
);

function refuseAmbiguity(request: Request): void {
  const errors = ambiguities(request);
  if (errors.length === 0) return;
  throw new ProblemError('invalid_request', 'The headers of the request are ambiguous or invalid: see errors.', {
    errors,
    // Whoever writes such a request may also see its end elsewhere than the parser does.
    headers: { Connection: 'close' },
  });
}

function ambiguities({ rawHeaders, headers: { host }, httpVersion }: Request): ValidationError[] {
  const seen = new Set<string>();
  const errors: ValidationError[] = [];
  // RFC 9112, 3.2.2: the host of a target that is a whole URL stands above the header's, which must be there all the same.
  let invalid = host !== undefined && !mayBeHost(host);
  // Names and values take turns.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = singleHeaders.get((rawHeaders[index] ?? '').toLowerCase());
    if (header === undefined) continue;
    if (seen.has(header)) errors.push({ header, code: 'duplicate', detail: 'Send this header once.' });
    seen.add(header);
    invalid ||= header === 'Host' && !mayBeHost(rawHeaders[index + 1] ?? '');
  }
  if (!seen.has('Host') && httpVersion !== '1.0') {
    errors.push({ header: 'Host', code: 'required', detail: 'HTTP/1.1 requires this header.' });
  }
  if (invalid) {
    const detail = 'Must be a host name or an address, optionally with a port.';
    errors.push({ header: 'Host', code: 'invalid_value', detail });
  }
  return errors;
}

/** RFC 9112, 3.2: empty where the address that was asked for has no host. */
const mayBeHost = (host: string): boolean => host === '' || isHost(host);

/** Whether a path is the interface's: the service's own pages need no token and have media types of their own. */
export const isInterfacePath = (path: string): boolean => path === apiPrefix || path.startsWith(`${apiPrefix}/`);

/** What says where a request was sent to. */
type Sent = Pick<Request, 'protocol'> & {
  readonly host: string | undefined;
  readonly socket: { readonly [Key in 'localAddress' | 'localPort']?: Socket[Key] | undefined };
};

/** LIST-4: what every link begins with. The operator's own, else what the request itself was sent to. */
export class BaseUrl {
  constructor(private readonly publicUrl: string | null) {}

  of(request: Sent): string {
    if (this.publicUrl !== null) return this.publicUrl;
    // Only what a link can begin with: behind a proxy the client may choose the word (X-Forwarded-Proto).
    const protocol = request.protocol.toLowerCase() === 'https' ? 'https' : 'http';
    return origin(protocol, request.host) ?? origin(protocol, ownHost(request)) ?? '';
  }
}

function ownHost({ socket: { localAddress, localPort } }: Sent): string {
  return `${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** Null where the host is not one, or a token (ERR-5): it comes from the client and ends in headers and pages. */
function origin(protocol: string, host: string | undefined): string | null {
  return host && isHost(host) && !holdsToken(host) ? `${protocol}://${host}` : null;
}

/** Hosts come again and again, and to parse one costs more than all other checks of a head. */
const hosts = new LRUCache<string, boolean>({
  max: 1000,
  memoMethod: (text) => /^[A-Za-z0-9.:[\]_-]+$/.test(text) && parseUrl(`http://${text}`) !== null,
});

/** Whether this is a host name or an address, with a port or without: nothing else can be sent a request. */
const isHost = (text: string): boolean => hosts.memo(text);

/** HTTP-2: strong, and a function of the uncompressed body alone. */
export function entityTag(body: Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** The body that shows one resource, whether it was read, made or changed: so it has one tag (HTTP-2). */
export function resourceBody(text: string): Buffer {
  return Buffer.from(`{"data":${text}}`);
}

/** Whether If-None-Match names the tag, compared weakly, or is `*`. */
export function noneMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || tagsIn(header).some((one) => one.replace(/^W\//, '') === tag);
}

/** WRITE-6: whether If-Match names the tag, compared strongly (a weak tag never matches), or is `*`. */
export function anyMatch(header: string, tag: string): boolean {
  return header.trim() === '*' || tagsIn(header).includes(tag);
}

/** Tags of others may hold commas; those of this service never do, so no part of another one can pass for them. */
const tagsIn = (header: string): string[] => header.split(',').map((part) => part.trim());
