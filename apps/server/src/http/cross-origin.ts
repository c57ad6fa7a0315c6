import cors from 'cors';
import type { RequestHandler } from 'express';

/** HTTP-6: what a browser's script may read of an answer from another origin. */
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

/** The methods of the interface; a browser needs to be told of those beyond GET, HEAD and POST only. */
const methods = ['GET', 'HEAD', 'POST', 'PATCH'];

/** Seconds for which a browser need not ask again: what is allowed changes with a restart only. */
const maxAge = 600;

/** HTTP-6: lets scripts of these origins use the interface. The preflight is answered as any OPTIONS (HTTP-3). */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  return cors({ origin: [...origins], methods, maxAge, exposedHeaders, preflightContinue: true });
}
