import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { Problem } from '../problems/problem.js';

/** RATE-3. */
const maximumBody = 1024 * 1024;

/** A client that still sends may never see an answer, so this much is read before it is given one. */
const mostRead = 8 * maximumBody;

const mediaTypesKey = 'catalogue:media-types';

/** The media types of an operation's body, and the response header that names them (WRITE-2). */
interface MediaTypes {
  readonly header: 'Accept-Post' | 'Accept-Patch';
  readonly types: readonly string[];
}

export const JsonBody = () => takes({ header: 'Accept-Post', types: ['application/json'] });

export const MergePatchBody = () =>
  takes({ header: 'Accept-Patch', types: ['application/merge-patch+json', 'application/json'] });

const takes = (accepted: MediaTypes) =>
  applyDecorators(SetMetadata<string, MediaTypes>(mediaTypesKey, accepted), ApiConsumes(...accepted.types));

const bodies = new WeakMap<Request, Uint8Array>();

/** The bytes of the body, as they were sent. */
export function bodyOf(request: Request): Uint8Array {
  const body = bodies.get(request);
  if (!body) throw new Error('The operation reads a body, and says no media types.');
  return body;
}

/** ERR-4: 415, then 413. What the bytes mean is judged later, with everything else. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const accepted = this.reflector.get<MediaTypes | undefined>(mediaTypesKey, context.getHandler());
    if (!accepted) return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (!isAccepted(request, accepted.types)) {
      const types = accepted.types.join(', ');
      throw new Problem('unsupported_media_type', `Send the body as ${types}, in UTF-8 and without a content coding.`, {
        headers: { [accepted.header]: types },
      });
    }
    bodies.set(request, await read(request));
    return true;
  }
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

function read(request: Request): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // The rest is not read, so the connection cannot be used again.
    const breakOff = () => reject(tooLarge({ Connection: 'close' }));
    if (Number(request.headers['content-length']) > mostRead) return breakOff();
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maximumBody) chunks.push(chunk);
      else if (length > mostRead) breakOff();
    });
    request.on('end', () => (length > maximumBody ? reject(tooLarge()) : resolve(Buffer.concat(chunks))));
    request.on('error', () => reject(cutOff()));
  });
}

function tooLarge(headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem('payload_too_large', 'A body may have at most 1 MiB.', { headers });
}

function cutOff(): Problem {
  const fault = { header: 'Content-Length', code: 'invalid_value', detail: 'The body ended before its length.' };
  return new Problem('invalid_request', 'The body did not arrive whole.', { faults: [fault] });
}
