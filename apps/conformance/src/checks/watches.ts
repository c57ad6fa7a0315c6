import type { Exchange } from '../target/exchange.js';
import type { Ask, Target } from '../target/target.js';

/** Something that holds for every answer of a run: null, or what is wrong. */
export type Watch = (exchange: Exchange, ask: Ask) => string | null;

/** An answer that a watch did not like. */
export interface Sighting {
  readonly exchange: Exchange;
  readonly observed: string;
}

/** One page of code may not be flooded by one broken header: the first sightings are enough. */
const mostSightings = 3;

/** Looks at every answer of a run, whoever asked for it. */
export class Watches {
  private readonly sightings = new Map<string, Sighting[]>();

  constructor(target: Target, watches: Readonly<Record<string, Watch>>) {
    target.watchers.push((exchange, ask) => {
      if (!ask.path.startsWith('/api/v1')) return;
      for (const [name, watch] of Object.entries(watches)) {
        const observed = watch(exchange, ask);
        if (observed === null) continue;
        const known = this.sightings.get(name) ?? [];
        this.sightings.set(name, known);
        if (known.length < mostSightings) known.push({ exchange, observed });
      }
    });
  }

  seen(name: string): readonly Sighting[] {
    return this.sightings.get(name) ?? [];
  }
}
