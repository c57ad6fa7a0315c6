import type { Exchange } from '../../target/exchange.js';
import type { Ask, Target } from '../../target/target.js';

/** Something that holds for every answer of a run: null, or what is wrong. */
export type Watch = (exchange: Exchange, ask: Ask) => string | null;

export interface Sighting {
  readonly exchange: Exchange;
  readonly observed: string;
}

/** Looks at every answer of a run, whoever asked for it, and keeps the first one that each watch did not like. */
export class Watches {
  readonly sightings = new Map<string, Sighting>();

  constructor(target: Target, watches: Readonly<Record<string, Watch>>) {
    target.watchers.push((exchange, ask) => {
      if (!ask.path.startsWith('/api/v1')) return;
      for (const [name, watch] of Object.entries(watches)) {
        const observed = this.sightings.has(name) ? null : watch(exchange, ask);
        if (observed !== null) this.sightings.set(name, { exchange, observed });
      }
    });
  }
}
