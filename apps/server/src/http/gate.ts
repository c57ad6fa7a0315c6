import type { Express, RequestHandler } from 'express';
import type { Authenticator } from '../auth/authenticator.js';
import { Problem } from '../problems/problem.js';
import { contextOf } from './request-context.js';
import { RouteTable } from './route-table.js';
import type { TokenLimits } from './token-limits.js';

const interfacePath = '/api/v1';

/**
 * ERR-4, as far as it is decided before a controller is known: OPTIONS, 401, 429, 404 of an unknown path, 405.
 * Scopes, Accept and everything behind them belong to the operation, so guards and parameters judge those.
 */
export function gate(express: Express, authenticator: Authenticator, limits: TokenLimits): RequestHandler {
  let table: RouteTable | null = null;
  return async (request, response, next) => {
    table ??= new RouteTable(express);
    const { path } = request;
    const route = table.find(path);
    if (route && request.method === 'OPTIONS') {
      response.setHeader('Allow', route.methods.join(', '));
      response.status(204).end();
      return;
    }
    if (path === interfacePath || path.startsWith(`${interfacePath}/`)) {
      const principal = await authenticator.authenticate(request.headers.authorization, request.ip ?? '');
      contextOf(request).principal = principal;
      limits.take(principal, response);
    }
    if (!route) throw new Problem('not_found', 'There is nothing at this path.');
    if (!route.methods.includes(request.method)) {
      const allow = route.methods.join(', ');
      throw new Problem('method_not_allowed', `This path answers ${allow}.`, { headers: { Allow: allow } });
    }
    request.url = decodable(request.url);
    next();
  };
}

/** The router gives up on a path that it cannot decode; as plain text it reaches the parameter, which says what is wrong. */
function decodable(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
