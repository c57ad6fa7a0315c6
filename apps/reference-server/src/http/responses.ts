import { createHash } from 'node:crypto';
import { problemCodes } from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';
import type { ProblemError } from '../problem-error.js';
import type { ResponseData, Headers, Request } from './exchange.js';

export interface ResponseWithBody extends ResponseData {
  readonly body: Buffer;
}

export function jsonResponse(status: number, value: JsonObject, headers: Headers = {}): ResponseWithBody {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

export const computeETag = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

/** A response with an `ETag` and other headers of caching (HTTP-2). */
export const withETag = ({ status, headers, body }: ResponseWithBody, more: Headers): ResponseWithBody => ({
  status,
  headers: { ...headers, ETag: computeETag(body), ...more },
  body,
});

export function problemResponse(error: ProblemError, requestId: string, baseUrl: string): ResponseWithBody {
  const { code, message, errors, headers } = error;
  const { status, title } = problemCodes[code];
  const problem = {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    request_id: requestId,
    ...(status === 400 && { errors: errors.map(({ place, at, ...rest }) => ({ [place]: at, ...rest })) }),
  };
  return jsonResponse(status, problem, {
    ...headers,
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
  });
}

export const exposedHeaders = [
  ...['ETag', 'Link', 'Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Deprecation', 'Sunset'],
  ...['X-Request-Id', 'WWW-Authenticate'],
];

/** CORS headers for the configured origins (HTTP-6). */
export function corsHeaders({ method, headers }: Request, origins: readonly string[]): Headers {
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return {};
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    ...(isPreflight && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id',
    }),
  };
}
