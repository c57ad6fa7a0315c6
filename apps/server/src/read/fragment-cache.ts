import { LRUCache } from 'lru-cache';
import type { Summary } from './summary.js';

/** Characters of JSON text kept for one summary: some 30,000 fragments of a booking's size. */
const sizeOfGeneration = 4_000_000;

interface Generation {
  readonly version: string;
  readonly fragments: LRUCache<string, string>;
}

/**
 * The JSON texts of summaries, by summary and id. All fragments of a summary share one version, the revisions of
 * every table that the summary reads; versions are random, so they are compared for equality and never for order.
 * Another version starts an empty generation: nothing of an old one can be seen again (SHAPE-9).
 */
export class FragmentCache {
  private readonly generations = new Map<Summary<object>, Generation>();

  get(summary: Summary<object>, version: string, id: string): string | undefined {
    const generation = this.generations.get(summary);
    return generation?.version === version ? generation.fragments.get(id) : undefined;
  }

  put(summary: Summary<object>, version: string, id: string, text: string): void {
    let generation = this.generations.get(summary);
    if (generation?.version !== version) {
      generation = { version, fragments: new LRUCache({ maxSize: sizeOfGeneration, sizeCalculation: sizeOf }) };
      this.generations.set(summary, generation);
    }
    generation.fragments.set(id, text);
  }
}

// The uuid key and the entry's own bookkeeping weigh about as much as 100 characters.
const sizeOf = (text: string): number => text.length + 100;
