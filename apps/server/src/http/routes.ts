import { Injectable, type NestMiddleware, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { ProblemError } from '../errors/problem-error.js';

/** A path that the service knows, and the methods that it answers there. */
interface Route {
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/** Most paths are fixed, and found at once. */
interface RouteTable {
  readonly fixed: ReadonlyMap<string, Route>;
  readonly patterns: readonly Route[];
}

type Handler = (...args: never[]) => unknown;

/** Every path of every controller, read from what their decorators say, so that no second list of routes can differ. */
@Injectable()
export class Routes {
  private routes: RouteTable | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** HTTP-7: exact, case-sensitive, segment by segment. A parameter stands for any one non-empty segment. */
  find(path: string): Route | null {
    this.routes ??= this.read();
    const { fixed, patterns } = this.routes;
    return fixed.get(path) ?? firstMatch(patterns, path.split('/'));
  }

  private read(): RouteTable {
    const methods = new Map<string, Set<string>>();
    for (const { metatype } of this.discovery.getControllers()) {
      const prototype: unknown = metatype && Reflect.get(metatype, 'prototype');
      if (!metatype || typeof prototype !== 'object' || prototype === null) continue;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler: unknown = Reflect.get(prototype, name);
        if (!isHandler(handler)) continue;
        const method = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
        if (method === undefined) continue;
        for (const path of pathsOf(this.reflector, metatype, handler)) {
          methods.set(path, (methods.get(path) ?? new Set<string>()).add(RequestMethod[method]));
        }
      }
    }
    const routes = [...methods].map(([path, known]) => ({ path, segments: path.split('/'), methods: allowed(known) }));
    const isPattern = ({ path }: Route): boolean => path.includes(':');
    return {
      fixed: new Map(routes.filter((route) => !isPattern(route)).map((route) => [route.path, route])),
      patterns: routes.filter(isPattern),
    };
  }
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

function pathsOf(reflector: Reflector, controller: Handler | NewableFunction, handler: Handler): string[] {
  const prefix = reflector.get<string>(PATH_METADATA, controller);
  const paths = [reflector.get<string | string[]>(PATH_METADATA, handler)].flat();
  return paths.map((path) => `/${[prefix, path].join('/').split('/').filter(Boolean).join('/')}`);
}

const firstMatch = (patterns: readonly Route[], segments: readonly string[]): Route | null =>
  patterns.find((route) => matches(route.segments, segments)) ?? null;

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
}

/** HTTP-3: HEAD wherever GET is, and OPTIONS everywhere. */
function allowed(methods: ReadonlySet<string>): string[] {
  const all = new Set(methods);
  if (all.has('GET')) all.add('HEAD');
  all.add('OPTIONS');
  return [...all].sort();
}

/** HTTP-3: OPTIONS of a known path needs no token, so this stands before the authentication. */
@Injectable()
export class OptionsMiddleware implements NestMiddleware {
  constructor(private readonly routes: Routes) {}

  use({ method, path }: Request, response: Response, next: NextFunction): void {
    const route = method === 'OPTIONS' ? this.routes.find(path) : null;
    if (!route) return next();
    response.setHeader('Allow', route.methods.join(', '));
    response.status(204).end();
  }
}

/** ERR-4: 404 of an unknown path and 405, after the 401 and the 429 of the authentication. */
@Injectable()
export class RouteCheckMiddleware implements NestMiddleware {
  constructor(private readonly routes: Routes) {}

  use(request: Request, _response: Response, next: NextFunction): void {
    const route = this.routes.find(request.path);
    if (!route) throw new ProblemError('not_found', 'There is nothing at this path.');
    if (!route.methods.includes(request.method)) {
      const allow = route.methods.join(', ');
      throw new ProblemError('method_not_allowed', `Use one of the methods of this path: ${allow}.`, {
        headers: { Allow: allow },
      });
    }
    request.url = decodable(request.url);
    next();
  }
}

/** The router gives up on a path that it cannot decode; as plain text it reaches the parameter, which says what is wrong. */
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
