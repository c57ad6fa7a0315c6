import type { RequestSpec, Exchange } from '../target/exchange.js';
import type { Target } from '../target/target.js';

/** The problem with a response, or null; `seen` is the memory of the watch during a run. */
export type Watch = (exchange: Exchange, spec: RequestSpec, seen: Map<string, string>) => string | null;

export type Sightings = Map<string, { readonly exchange: Exchange; readonly observed: string }>;

/** Inspects every response under /api/v1 in a run, and records the first violation of each watch. */
export function watchResponses(target: Target, watches: Readonly<Record<string, Watch>>): Sightings {
  const sightings: Sightings = new Map();
  const remembering = Object.entries(watches).map(([name, watch]) => ({
    name,
    watch,
    seen: new Map<string, string>(),
  }));
  target.watchers.push((exchange, spec) => {
    if (!spec.path.startsWith('/api/v1')) return;
    for (const { name, watch, seen } of remembering) {
      const observed = sightings.has(name) ? null : watch(exchange, spec, seen);
      if (observed !== null) sightings.set(name, { exchange, observed });
    }
  });
  return sightings;
}
