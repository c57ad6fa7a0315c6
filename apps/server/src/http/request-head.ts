import { Injectable } from '@nestjs/common';
import { maximumHeadBytes } from '@resource-catalogue/contracts';
import type { Request, Response } from 'express';
import { ProblemError, type ValidationError } from '../errors/problem-error.js';
import { Hosts } from './hosts.js';
import { openContext } from './request-context.js';

/**
 * Creates the context of a request, and rejects a head that is too large or ambiguous before anything else reads it.
 */
@Injectable()
export class RequestHead {
  constructor(private readonly hosts: Hosts) {}

  check(request: Request, response: Response): void {
    openContext(request, response, this.hosts.baseUrlOf(request));
    rejectSize(request);
    this.rejectAmbiguity(request);
  }

  private rejectAmbiguity(request: Request): void {
    const errors = this.ambiguities(request);
    if (errors.length === 0) return;
    throw new ProblemError('invalid_request', 'The headers of the request are ambiguous or invalid: see errors.', {
      errors,
      // The sender and the parser may disagree about where such a request ends.
      headers: { Connection: 'close' },
    });
  }

  private ambiguities({ rawHeaders, headers: { host }, httpVersion }: Request): ValidationError[] {
    const seen = new Set<string>();
    const errors: ValidationError[] = [];
    // RFC 9112, 3.2.2: the host of an absolute target takes precedence over the header, which must still be present.
    let invalid = host !== undefined && !this.mayBeHost(host);
    // In `rawHeaders` names and values alternate.
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const header = singleHeaders.get((rawHeaders[index] ?? '').toLowerCase());
      if (header === undefined) continue;
      if (seen.has(header)) errors.push({ header, code: 'duplicate', detail: 'Send this header once.' });
      seen.add(header);
      invalid ||= header === 'Host' && !this.mayBeHost(rawHeaders[index + 1] ?? '');
    }
    if (!seen.has('Host') && httpVersion !== '1.0') {
      errors.push({ header: 'Host', code: 'required', detail: 'HTTP/1.1 requires this header.' });
    }
    if (invalid) {
      const detail = 'Must be a host name or an IP address, optionally with a port.';
      errors.push({ header: 'Host', code: 'invalid_value', detail });
    }
    return errors;
  }

  /** RFC 9112, 3.2: empty if the target URI has no host. */
  private mayBeHost(host: string): boolean {
    return host === '' || this.hosts.isValid(host);
  }
}

/**
 * RATE-3. The parser's own limit counts neither spaces nor line ends, so requests with many short headers exceed it
 * by far.
 */
function rejectSize({ method, originalUrl, rawHeaders }: Request): void {
  const line = `${method} ${originalUrl} HTTP/1.1\r\n`.length;
  let headers = '\r\n'.length;
  for (const part of rawHeaders) headers += part.length + ': '.length;
  if (line + headers <= maximumHeadBytes) return;
  const [code, what] =
    line > headers ? (['uri_too_long', 'URL'] as const) : (['headers_too_large', 'headers'] as const);
  throw new ProblemError(code, `Shorten the ${what}: URL and headers are limited to 16 KiB together.`);
}

/**
 * HTTP-9: headers that must not be repeated. Node would use the first, but a proxy may have used another one. Lists are
 * joined, and the parser itself checks Content-Length.
 */
const singleHeaders: ReadonlyMap<string, string> = new Map(
  ['Host', 'Authorization', 'Content-Type'].map((header) => [header.toLowerCase(), header]),
);
