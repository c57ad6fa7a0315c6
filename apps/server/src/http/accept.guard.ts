import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import Negotiator from 'negotiator';
import { Problem } from '../problems/problem.js';

const interfacePath = '/api/v1/';

/** HTTP-4, for the operations of the interface; the service's pages have media types of their own. */
@Injectable()
export class AcceptGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.path.startsWith(interfacePath) || acceptsJson(request)) return true;
    throw new Problem('not_acceptable', 'This operation answers application/json, which the Accept header excludes.');
  }
}

export function acceptsJson(request: Pick<Request, 'headers'>): boolean {
  if (!request.headers.accept?.trim()) return true;
  const negotiator = new Negotiator(request);
  if (negotiator.mediaTypes(['application/json']).length > 0) return true;
  // Parameters such as a charset do not make JSON another media type.
  return negotiator.mediaTypes().some((type) => /^application\/(.+\+)?json$/i.test(type));
}
