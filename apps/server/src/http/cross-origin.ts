import cors from 'cors';
import type { Request, Response } from 'express';

/** HTTP-6: headers that scripts may read in responses from another origin. */
const exposedHeaders = [
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
];

/** The methods of the API; browsers need to be told only of those beyond GET, HEAD and POST. */
const methods = ['GET', 'HEAD', 'POST', 'PATCH'];

/** Seconds for which a browser may cache the preflight: the allowed origins change only with a restart. */
const maxAge = 600;

/** HTTP-6: lets scripts of these origins use the API. The preflight gets the same response as any OPTIONS (HTTP-3). */
export function crossOrigin(origins: readonly string[]): (request: Request, response: Response) => void {
  const allow = cors({ origin: [...origins], methods, maxAge, exposedHeaders, preflightContinue: true });
  return (request, response) => allow(request, response, () => undefined);
}
