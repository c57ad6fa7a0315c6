import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { SufficientScopes } from '@resource-catalogue/contracts';
import { ProblemError } from '../errors/problem-error.js';
import { getContext, getRequest } from '../http/request-context.js';

const scopesKey = 'catalogue:scopes';

/** Any one of these scopes allows the operation (AUTH-3). */
export const AnyScope = (scopes: SufficientScopes) => SetMetadata(scopesKey, scopes);

/** AUTH-3: 403 if the token has none of the operation's scopes. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const scopes = this.reflector.get<SufficientScopes | undefined>(scopesKey, context.getHandler());
    if (!scopes) return true;
    const { principal } = getContext(getRequest(context));
    if (principal && scopes.some((scope) => principal.scopes.includes(scope))) return true;
    const [narrowest] = scopes;
    throw new ProblemError(
      'insufficient_scope',
      `This operation needs a token with the scope ${scopes.join(' or ')}.`,
      {
        headers: { 'WWW-Authenticate': `Bearer realm="catalogue", error="insufficient_scope", scope="${narrowest}"` },
      },
    );
  }
}
