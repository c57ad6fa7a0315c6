import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { problemCodes } from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';
import type { ProblemError } from '../problem-error.js';
import type { Answer, Request, Route, RequestContext } from './exchange.js';
import { acceptsJson, codingFor, tagMatchesWeakly } from './negotiation.js';
import { routeOf } from './routes.js';

/** What an answer is like. */
export interface AnswerBehaviour {
  /** Below the base path; what is not exactly so is unknown (HTTP-7). */
  readonly routeOf: (path: string) => Route | null;
  readonly acceptsJson: (accept: string | undefined) => boolean;
  readonly codingFor: (acceptEncoding: string | undefined, size: number) => 'gzip' | 'br' | null;
  readonly etagOf: (body: Buffer, request: Request) => string;
  readonly notModified: (ifNoneMatch: string, etag: string) => boolean;
  readonly allowOf: (route: Route) => string;
  readonly problemOf: (refusal: ProblemError, requestId: string, baseUrl: string) => JsonObject;
  readonly linkHeaderOf: (links: { readonly first: string; readonly next: string | null }) => string;
  /** The logical answer, before HEAD, 304 and coding. */
  readonly finished: (answer: Answer, context: RequestContext) => Answer;
  /** The answer as it goes out. */
  readonly sent: (answer: Answer, request: Request) => Answer;
  readonly transmit: (answer: Answer, request: Request, response: ServerResponse) => void;
  /** What request line and headers may take (RATE-3). */
  readonly mostHeaderBytes: number;
  /** Of the browser's rules, where the operator has named origins (HTTP-6). */
  readonly corsOf: (request: Request, origins: readonly string[]) => Readonly<Record<string, string>>;
}

export const exposedHeaders = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Deprecation',
  'Sunset',
  'X-Request-Id',
  'WWW-Authenticate',
] as const;

function problemOf({ code, message, errors: found }: ProblemError, requestId: string, baseUrl: string): JsonObject {
  const { status, title } = problemCodes[code];
  const errors = found.map((error) => ({ [error.place]: error.at, code: error.code, detail: error.detail }));
  return {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    request_id: requestId,
    ...(status === 400 && { errors }),
  };
}

function linkHeaderOf({ first, next }: { readonly first: string; readonly next: string | null }): string {
  return [`<${first}>; rel="first"`, ...(next === null ? [] : [`<${next}>; rel="next"`])].join(', ');
}

function transmit({ status, headers, body }: Answer, request: Request, response: ServerResponse): void {
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : (body ?? undefined));
}

function corsOf(request: Request, origins: readonly string[]): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return {};
  const preflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    ...(preflight && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id',
    }),
  };
}

export const soundAnswers: AnswerBehaviour = {
  routeOf,
  acceptsJson,
  codingFor,
  etagOf: (body) => `"${createHash('sha256').update(body).digest('base64url')}"`,
  notModified: tagMatchesWeakly,
  allowOf: ({ methods }) => methods.join(', '),
  problemOf,
  linkHeaderOf,
  finished: (answer) => answer,
  sent: (answer) => answer,
  transmit,
  mostHeaderBytes: 16 * 1024,
  corsOf,
};
