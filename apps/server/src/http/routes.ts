import { Injectable } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { Application, Request, Response } from 'express';
import { ProblemError } from '../errors/problem-error.js';

/** A known path and its methods. */
interface Route {
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/** The routes without parameters, found at once by their path, and the others. */
interface RouteTable {
  readonly fixed: ReadonlyMap<string, Route>;
  readonly patterns: readonly Route[];
}

/** Every path of every controller, read from the router, so that there is no second list of routes. */
@Injectable()
export class Routes {
  private routes: RouteTable | null = null;

  constructor(private readonly host: HttpAdapterHost<AbstractHttpAdapter>) {}

  /** HTTP-7: exact, case-sensitive, segment by segment. A parameter matches any one non-empty segment. */
  find(path: string): Route | null {
    this.routes ??= this.read();
    const { fixed, patterns } = this.routes;
    return fixed.get(path) ?? firstMatch(patterns, path.split('/'));
  }

  /** HTTP-3: OPTIONS of a known path needs no token, so this comes before authentication. Returns whether it responded. */
  respondToOptions({ method, path }: Request, response: Response): boolean {
    const route = method === 'OPTIONS' ? this.find(path) : null;
    if (!route) return false;
    response.setHeader('Allow', route.methods.join(', '));
    response.status(204).end();
    return true;
  }

  /** ERR-4: rejects with 404 or 405, after authentication has rejected with 401 or 429. */
  check(request: Request): void {
    const route = this.find(request.path);
    if (!route) throw new ProblemError('not_found', 'This path does not exist.');
    if (!route.methods.includes(request.method)) {
      const allow = route.methods.join(', ');
      throw new ProblemError('method_not_allowed', `Use one of the methods of this path: ${allow}.`, {
        headers: { Allow: allow },
      });
    }
    request.url = decodable(request.url);
  }

  private read(): RouteTable {
    const methods = new Map<string, Set<string>>();
    for (const { route } of this.host.httpAdapter.getInstance<Application>().router.stack) {
      if (!route) continue;
      const known = methods.get(route.path) ?? new Set<string>();
      methods.set(route.path, known);
      for (const { method } of route.stack) known.add(method.toUpperCase());
    }
    const routes = [...methods].map(([path, known]) => ({
      path,
      segments: path.split('/'),
      methods: allowedMethods(known),
    }));
    const isPattern = ({ path }: Route): boolean => path.includes(':');
    return {
      fixed: new Map(routes.filter((route) => !isPattern(route)).map((route) => [route.path, route])),
      patterns: routes.filter(isPattern),
    };
  }
}

const firstMatch = (patterns: readonly Route[], segments: readonly string[]): Route | null =>
  patterns.find((route) => matches(route.segments, segments)) ?? null;

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
}

/** HTTP-3: HEAD wherever GET is, and OPTIONS everywhere. */
function allowedMethods(methods: ReadonlySet<string>): string[] {
  const all = new Set(methods);
  if (all.has('GET')) all.add('HEAD');
  all.add('OPTIONS');
  return [...all].sort();
}

/** The router fails on undecodable paths; as plain text they reach the parameter, which reports the error. */
function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
