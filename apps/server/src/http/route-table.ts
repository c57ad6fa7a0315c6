import type { Express } from 'express';

/** A path that the service knows, and the methods that it answers there. */
export interface Route {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/** Every path that the router serves, read from the router itself, so that no list of routes can differ from it. */
export class RouteTable {
  private readonly routes: readonly Route[];

  constructor(express: Express) {
    const methods = new Map<string, Set<string>>();
    for (const { route } of express.router.stack) {
      if (!route || route.path.includes('*')) continue;
      const known = methods.get(route.path) ?? new Set<string>();
      for (const layer of route.stack) if (layer.method) known.add(layer.method.toUpperCase());
      methods.set(route.path, known);
    }
    this.routes = [...methods].map(([path, set]) => ({ segments: path.split('/'), methods: allowed(set) }));
  }

  /** HTTP-7: exact, case-sensitive, segment by segment. A parameter stands for any one non-empty segment. */
  find(path: string): Route | null {
    const segments = path.split('/');
    return this.routes.find((route) => matches(route.segments, segments)) ?? null;
  }
}

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
