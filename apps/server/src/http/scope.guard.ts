import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Scope } from '@resource-catalogue/contracts';
import type { Request } from 'express';
import { contextOf } from './request-context.js';
import { Problem } from '../problems/problem.js';

const scopesKey = 'catalogue:scopes';

/** The scopes of which any one is enough for the operation, the narrowest first (AUTH-3). */
export const AnyScope = (...scopes: [Scope, ...Scope[]]) => SetMetadata(scopesKey, scopes);

@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const scopes = this.reflector.get<readonly Scope[] | undefined>(scopesKey, context.getHandler());
    if (!scopes) return true;
    const { principal } = contextOf(context.switchToHttp().getRequest<Request>());
    if (principal && scopes.some((scope) => principal.scopes.includes(scope))) return true;
    const narrowest = scopes[0] ?? '';
    throw new Problem('insufficient_scope', `This operation needs the scope ${scopes.join(' or ')}.`, {
      headers: { 'WWW-Authenticate': `Bearer realm="catalogue", error="insufficient_scope", scope="${narrowest}"` },
    });
  }
}
