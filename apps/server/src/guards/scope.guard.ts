import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { type Scope, type SufficientScopes, sufficientScopes } from '@resource-catalogue/contracts';
import { ProblemError } from '../errors/problem-error.js';
import { getContext, getRequest } from '../http/request-context.js';
import { FailureLog } from '../observability/failure-log.js';

const scopesKey = 'catalogue:scopes';

/** Any one of these scopes is required, or none, or the token of a feed in the URL. */
type Declaration = SufficientScopes | 'none' | 'feed';

/** The key of the scopes of an operation in the OpenAPI document. */
export const scopesExtension = 'x-required-scopes';

/**
 * Requires this scope or a wider one (AUTH-3), for the operations of a controller or for one of them, which takes
 * precedence. OpenAPI 3.1 allows scopes in `security`, but linters and generators expect those of OAuth flows there.
 */
export function RequiresScope(scope: Scope) {
  const scopes = sufficientScopes(scope);
  return applyDecorators(SetMetadata<string, Declaration>(scopesKey, scopes), ApiExtension(scopesExtension, scopes));
}

/** For the service's own pages, which need no token. */
export const RequiresNoScope = () => SetMetadata<string, Declaration>(scopesKey, 'none');

/** For calendar feeds, which the feed guard opens. */
export const RequiresFeedToken = () => SetMetadata<string, Declaration>(scopesKey, 'feed');

export const requiresFeedToken = (reflector: Reflector, context: ExecutionContext): boolean =>
  declarationOf(reflector, context) === 'feed';

const declarationOf = (reflector: Reflector, context: ExecutionContext): Declaration | undefined =>
  reflector.getAllAndOverride<Declaration | undefined>(scopesKey, [context.getHandler(), context.getClass()]);

/** AUTH-3: rejects with 403 if the token has none of the operation's scopes, or if the operation declares none. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly failures: FailureLog,
  ) {}

  canActivate(context: ExecutionContext): true {
    const declared = declarationOf(this.reflector, context);
    if (declared === 'none') return true;
    const { principal, feed, requestId } = getContext(getRequest(context));
    if (declared === 'feed') {
      if (feed) return true;
      throw insufficientScope('This URL needs the token of a calendar feed.');
    }
    if (!declared) {
      const operation = `${context.getClass().name}.${context.getHandler().name}`;
      const reason = `${operation} declares no scope: add @RequiresScope(…) or @RequiresNoScope().`;
      this.failures.logFailure(new Error(reason), requestId);
      throw insufficientScope('No scope allows this operation. Report the request id to the operator.');
    }
    if (principal && declared.some((scope) => principal.scopes.includes(scope))) return true;
    const [narrowest] = declared;
    throw insufficientScope(`This operation needs a token with the scope ${declared.join(' or ')}.`, narrowest);
  }
}

function insufficientScope(detail: string, scope?: Scope): ProblemError {
  const challenge = `Bearer realm="catalogue", error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`;
  return new ProblemError('insufficient_scope', detail, { headers: { 'WWW-Authenticate': challenge } });
}
