import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemCodes } from '@resource-catalogue/contracts';
import type { Logger } from 'pino';
import { problemDocument } from '../errors/problem-document.js';
import { ProblemError } from '../errors/problem-error.js';
import type { Hosts } from './hosts.js';

/** The parser's error, with Node's code. */
export type ParserError = Pick<NodeJS.ErrnoException, 'code' | 'message'>;

/** The bytes of the response. */
export type Rejection = (error: ParserError, socket: Socket) => string | Buffer;

/**
 * Responds to and logs requests that the HTTP parser rejects and that therefore cannot pass through the pipeline
 * (ERR-4).
 */
export function parserRejections(hosts: Hosts, logger: Pick<Logger, 'info'>): Rejection {
  return (error, socket) => {
    const requestId = randomUUID();
    const problem = toProblem(error);
    const status = problem ? problemCodes[problem.code].status : 408;
    logger.info({ requestId, status, reason: error.code ?? error.message }, 'rejected');
    const baseUrl = hosts.baseUrlOf({ protocol: 'http', host: '', socket });
    const body = problem ? problemDocument(problem, { baseUrl, requestId }) : Buffer.alloc(0);
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      ...(problem ? ['Content-Type: application/problem+json'] : []),
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
  };
}

/** Null for a request timeout (408), which has no problem code. */
function toProblem({ code }: ParserError): ProblemError | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return null;
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ProblemError(
      'headers_too_large',
      'Shorten the headers: URL and headers are limited to 16 KiB together.',
    );
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ProblemError('payload_too_large', 'Send the chunks of the body without extensions.');
  }
  return new ProblemError('invalid_request', 'This is not a valid HTTP/1.1 request.', { errors: [] });
}
