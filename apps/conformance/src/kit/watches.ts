import type { Ask, Exchange } from '../target/exchange.js';
import type { Target } from '../target/target.js';

/** The problem with a response, or null; `seen` is the memory of the watch during a run. */
export type Watch = (exchange: Exchange, ask: Ask, seen: Map<string, string>) => string | null;

export interface Sighting {
  readonly exchange: Exchange;
  readonly observed: string;
}

/** Inspects every response of a run and records the first violation of each watch. */
export class Watches {
  readonly sightings = new Map<string, Sighting>();

  constructor(target: Target, watches: Readonly<Record<string, Watch>>) {
    const remembering = Object.entries(watches).map(
      ([name, watch]) => [name, watch, new Map<string, string>()] as const,
    );
    target.watchers.push((exchange, ask) => {
      if (!ask.path.startsWith('/api/v1')) return;
      for (const [name, watch, seen] of remembering) {
        const observed = this.sightings.has(name) ? null : watch(exchange, ask, seen);
        if (observed !== null) this.sightings.set(name, { exchange, observed });
      }
    });
  }
}
