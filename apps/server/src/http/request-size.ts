import type { RequestHandler } from 'express';
import { Problem } from '../problems/problem.js';

const longest = 16 * 1024;

/**
 * RATE-3: request line and headers together. The parser's own limit counts neither spaces nor line ends, so it lets requests
 * of many short headers grow far beyond.
 */
export const requestSize: RequestHandler = (request, _response, next) => {
  const line = `${request.method} ${request.originalUrl} HTTP/1.1\r\n`.length;
  const headers = request.rawHeaders.reduce((sum, part) => sum + part.length + ': '.length, '\r\n'.length);
  if (line + headers <= longest) return next();
  const [code, what] =
    line > headers ? (['uri_too_long', 'address'] as const) : (['headers_too_large', 'headers'] as const);
  throw new Problem(
    code,
    `The ${what} of the request must be shorter: 16 KiB are allowed for address and headers together.`,
  );
};
