import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { ProblemError } from '../errors/problem-error.js';
import { isApiPath, getRequest } from '../http/request-context.js';

/** Enforces HTTP-4 on operations of the API; the service's own pages have other media types. */
@Injectable()
export class AcceptGuard implements CanActivate {
  /** Clients send the same header with all requests. */
  private readonly allowing = new LRUCache<string, boolean>({ max: 100, memoMethod: acceptsJson });

  canActivate(context: ExecutionContext): boolean {
    const request = getRequest(context);
    if (!isApiPath(request.path) || this.allowing.memo(request.headers.accept ?? '')) return true;
    throw new ProblemError(
      'not_acceptable',
      'This operation returns application/json only. Allow it in the Accept header, or omit the header.',
    );
  }
}

export function acceptsJson(accept = ''): boolean {
  if (accept.trim() === '') return true;
  const negotiator = new Negotiator({ headers: { accept } });
  if (negotiator.mediaTypes(['application/json']).length > 0) return true;
  // Parameters such as a charset do not change the media type.
  return negotiator.mediaTypes().some((type) => /^application\/(.+\+)?json$/i.test(type));
}
