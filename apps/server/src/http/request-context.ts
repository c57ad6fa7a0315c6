import { randomUUID } from 'node:crypto';
import type { ArgumentsHost } from '@nestjs/common';
import { apiPrefix } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { holdsToken } from '@resource-catalogue/program';
import type { Feed, Principal } from '@resource-catalogue/tokens';
import type { Request, Response } from 'express';

/** State of a request in addition to what the client sent. */
export interface RequestContext {
  readonly requestId: string;
  /** The start of every link (LIST-4). */
  readonly baseUrl: string;
  /** Null until the request is authenticated. */
  principal: Principal | null;
  /** Null unless the token in the URL opens a feed. */
  feed: Feed | null;
  /** Null until the query of a list has been validated. */
  list: { readonly collection: string; readonly query: ListQuery } | null;
  /** Null until the body of a write has been read. */
  body: Uint8Array | null;
}

// Express's own way to add properties to requests.
declare module 'express-serve-static-core' {
  interface Request {
    context?: RequestContext;
  }
}

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** HTTP-1: the client's id if it is valid for logs and headers and not a token (ERR-5), otherwise a new one. */
export function openContext(request: Request, response: Response, baseUrl: string): void {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && acceptable.test(sent) && !holdsToken(sent) ? sent : randomUUID();
  request.context = { requestId, baseUrl, principal: null, feed: null, list: null, body: null };
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isApiPath(request.path)) return;
  // A page of another origin that opens one of ours, or is opened by it, gets no reference to its window.
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  // The URL of a feed contains its token.
  response.setHeader('Referrer-Policy', 'no-referrer');
}

export function getContext({ context }: Pick<Request, 'context'>): RequestContext {
  if (!context) throw new Error('The request has no context: RequestHead must run before everything that reads it.');
  return context;
}

/** Faster than `switchToHttp`, which creates three functions on each call. */
export const getRequest = (context: ArgumentsHost): Request => context.getArgByIndex<Request>(0);

/** Whether a path belongs to the API: the service's own pages need no token and have other media types. */
export const isApiPath = (path: string): boolean => path === apiPrefix || path.startsWith(`${apiPrefix}/`);
