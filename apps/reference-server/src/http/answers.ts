import { createHash } from 'node:crypto';
import { problemCodes } from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';
import type { ProblemError } from '../problem-error.js';
import type { Answer, Headers, Request, Route } from './exchange.js';

export function jsonAnswer(
  status: number,
  value: JsonObject,
  headers: Headers = {},
): Answer & { readonly body: Buffer } {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

export const allowOf = ({ methods }: Route): string => methods.join(', ');

export const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

export function problemOf({ code, message, errors }: ProblemError, requestId: string, baseUrl: string): JsonObject {
  const { status, title } = problemCodes[code];
  return {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    request_id: requestId,
    ...(status === 400 && { errors: errors.map(({ place, at, ...error }) => ({ [place]: at, ...error })) }),
  };
}

export function formatLinkHeader({ first, next }: { readonly first: string; readonly next: string | null }): string {
  return [`<${first}>; rel="first"`, ...(next === null ? [] : [`<${next}>; rel="next"`])].join(', ');
}

export const exposedHeaders = [
  ...['ETag', 'Link', 'Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Deprecation', 'Sunset'],
  ...['X-Request-Id', 'WWW-Authenticate'],
];

/** CORS headers for the configured origins (HTTP-6). */
export function corsHeaders(request: Request, origins: readonly string[]): Headers {
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
