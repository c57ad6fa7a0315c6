import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { ProblemError } from '../errors/problem-error.js';
import { isInterfacePath, requestOf } from '../http/request-context.js';

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
