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
import { maximumBodyBytes, type Scope } from '@resource-catalogue/contracts';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { DATABASE, type Database, mirroredSource } from '@resource-catalogue/database';
import { ProblemError } from '../errors/problem-error.js';
import { contextOf, isInterfacePath, requestOf } from '../http/request-context.js';

const scopesKey = 'catalogue:scopes';

/** The scopes of which any one is enough for the operation, the narrowest first (AUTH-3). */
export const AnyScope = (...scopes: [Scope, ...Scope[]]) => SetMetadata(scopesKey, scopes);

/** ERR-4: the methods that a path loses while the catalogue is a mirror, of which only its source may be written. */
@Injectable()
export class MirrorGuard implements CanActivate {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    return safe.has(requestOf(context).method) || this.refuseInMirror();
  }

  private async refuseInMirror(): Promise<true> {
    const source = await mirroredSource(this.database);
    if (source === null) return true;
    throw new ProblemError(
      'method_not_allowed',
      `This server mirrors ${source} and cannot be written: send the request there.`,
      { headers: { Allow: [...safe].join(', ') } },
    );
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** AUTH-3: 403 where the token has none of the operation's scopes. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const scopes = this.reflector.get<readonly Scope[] | undefined>(scopesKey, context.getHandler());
    if (!scopes) return true;
    const { principal } = contextOf(requestOf(context));
    if (principal && scopes.some((scope) => principal.scopes.includes(scope))) return true;
    const narrowest = scopes[0] ?? '';
    throw new ProblemError(
      'insufficient_scope',
      `This operation needs a token with the scope ${scopes.join(' or ')}.`,
      {
        headers: { 'WWW-Authenticate': `Bearer realm="catalogue", error="insufficient_scope", scope="${narrowest}"` },
      },
    );
  }
}

/** HTTP-4, for the operations of the interface; the service's pages have media types of their own. */
@Injectable()
export class AcceptGuard implements CanActivate {
  /** A client sends the same header with all its requests. */
  private readonly allowing = new LRUCache<string, boolean>({ max: 100, memoMethod: acceptsJson });

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    if (!isInterfacePath(request.path) || this.allowing.memo(request.headers.accept ?? '')) return true;
    throw new ProblemError(
      'not_acceptable',
      'This operation answers application/json only. Allow it in the Accept header, or leave the header out.',
    );
  }
}

export function acceptsJson(accept = ''): boolean {
  if (accept.trim() === '') return true;
  const negotiator = new Negotiator({ headers: { accept } });
  if (negotiator.mediaTypes(['application/json']).length > 0) return true;
  // Parameters such as a charset do not make JSON another media type.
  return negotiator.mediaTypes().some((type) => /^application\/(.+\+)?json$/i.test(type));
}

/** A client that still sends may never see an answer, so this much is read before it is given one. */
const mostRead = 8 * maximumBodyBytes;

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

/** The bytes of the body, as they were sent. */
export function bodyOf(request: Request): Uint8Array {
  const { body } = contextOf(request);
  if (!body) throw new Error('The operation reads a body but has neither @JsonBody() nor @MergePatchBody().');
  return body;
}

/** ERR-4: 415, then 413. What the bytes mean is checked later, with everything else. */
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
    if (lengthOf(request) > maximumBodyBytes) throw tooLarge();
    response.writeContinue();
  }
  contextOf(request).body = await read(request);
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

/** HTTP-9: the client sends its body once it has been told to. */
function waitsFor100({ headers: { expect }, httpVersion }: Request): boolean {
  // As Node reads it, which leaves the 100 to the service then.
  return httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(expect ?? '');
}

const lengthOf = ({ headers }: Request): number => Number(headers['content-length'] ?? 0);

function read(request: Request): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // The rest is not read, so the connection cannot be used again.
    const breakOff = () => reject(tooLarge({ Connection: 'close' }));
    if (lengthOf(request) > mostRead) return breakOff();
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maximumBodyBytes) chunks.push(chunk);
      else if (length > mostRead) breakOff();
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
