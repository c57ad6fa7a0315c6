import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiConsumes } from '@nestjs/swagger';
import { maximumBodyBytes } from '@resource-catalogue/contracts';
import type { Request, Response } from 'express';
import { ProblemError } from '../errors/problem-error.js';
import { getContext } from '../http/request-context.js';

/** Bytes to read before an early response, since a client that is still sending may not see it. */
const maxReadBytes = 8 * maximumBodyBytes;

const mediaTypesKey = 'catalogue:media-types';

/** The media types of an operation's body, and the response header that lists them (WRITE-2). */
interface MediaTypes {
  readonly header: 'Accept-Post' | 'Accept-Patch';
  readonly types: readonly string[];
}

export const JsonBody = () => takes({ header: 'Accept-Post', types: ['application/json'] });

export const MergePatchBody = () =>
  takes({ header: 'Accept-Patch', types: ['application/merge-patch+json', 'application/json'] });

const takes = (accepted: MediaTypes) =>
  applyDecorators(SetMetadata<string, MediaTypes>(mediaTypesKey, accepted), ApiConsumes(...accepted.types));

/** The bytes of the body, as sent. */
export function getBody(request: Request): Uint8Array {
  const { body } = getContext(request);
  if (!body) throw new Error('The operation reads a body but has neither @JsonBody() nor @MergePatchBody().');
  return body;
}

/** ERR-4: rejects with 415, then 413. The content is checked later, with everything else. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const accepted = this.reflector.get<MediaTypes | undefined>(mediaTypesKey, context.getHandler());
    if (!accepted) return true;
    const http = context.switchToHttp();
    return readBody(http.getRequest<Request>(), http.getResponse<Response>(), accepted);
  }
}

async function readBody(request: Request, response: Response, accepted: MediaTypes): Promise<true> {
  if (!isAccepted(request, accepted.types)) {
    const types = accepted.types.join(', ');
    throw new ProblemError(
      'unsupported_media_type',
      `Send the body as ${types}, in UTF-8 and without a content coding.`,
      { headers: { [accepted.header]: types } },
    );
  }
  if (waitsFor100(request)) {
    if (declaredLength(request) > maximumBodyBytes) throw tooLarge();
    response.writeContinue();
  }
  getContext(request).body = await read(request);
  return true;
}

function isAccepted({ headers }: Request, types: readonly string[]): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const utf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  return types.includes(type) && utf8 && coding === 'identity';
}

/** HTTP-9: the client sends its body after the 100. */
function waitsFor100({ headers: { expect }, httpVersion }: Request): boolean {
  // Node's own test, after which it leaves the 100 to the service.
  return httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(expect ?? '');
}

const declaredLength = ({ headers }: Request): number => Number(headers['content-length'] ?? 0);

function read(request: Request): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // The rest of the body is not read, so the connection cannot be reused.
    const breakOff = () => reject(tooLarge({ Connection: 'close' }));
    if (declaredLength(request) > maxReadBytes) return breakOff();
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maximumBodyBytes) chunks.push(chunk);
      else if (length > maxReadBytes) breakOff();
    });
    request.on('end', () => (length > maximumBodyBytes ? reject(tooLarge()) : resolve(Buffer.concat(chunks))));
    request.on('error', () => reject(cutOff()));
  });
}

function tooLarge(headers: Readonly<Record<string, string>> = {}): ProblemError {
  return new ProblemError('payload_too_large', 'Send a shorter body: at most 1 MiB.', { headers });
}

function cutOff(): ProblemError {
  const error = {
    header: 'Content-Length',
    code: 'invalid_value',
    detail: 'The body is shorter than this header says.',
  };
  return new ProblemError('invalid_request', 'The connection closed before the whole body had arrived.', {
    errors: [error],
  });
}
