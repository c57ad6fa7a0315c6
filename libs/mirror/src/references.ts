import type { Definition, Source, SummarySource } from '@resource-catalogue/read';
import { isObject } from '@resource-catalogue/program';
import { readId } from './received-rows.js';

/** A row of a collection that another row refers to. */
export interface Reference {
  readonly collection: string;
  readonly id: string;
}

type Sources = ReadonlyMap<string, Source | SummarySource>;

/**
 * The references of the catalogue's rows. Entities without a collection are embedded whole, so they are never missing.
 */
export class References {
  private readonly definitions: ReadonlyMap<string, Definition>;

  constructor(definitions: readonly Definition[]) {
    this.definitions = new Map(definitions.map((definition) => [definition.name, definition]));
  }

  /** The collections, each before those that it refers to. */
  referrersFirst(): readonly string[] {
    const ordered: string[] = [];
    const visit = (name: string, above: readonly string[]): void => {
      if (ordered.includes(name) || above.includes(name)) return;
      const sources = this.definitions.get(name)?.sources ?? new Map<string, Source>();
      for (const target of this.targets(sources)) visit(target, [...above, name]);
      ordered.push(name);
    };
    for (const name of this.definitions.keys()) visit(name, []);
    return ordered.reverse();
  }

  /** The references of one row. */
  of(collection: string, row: unknown): readonly Reference[] {
    const sources = this.definitions.get(collection)?.sources;
    return sources ? [...this.inside(sources, row)] : [];
  }

  private *targets(sources: Sources): Generator<string> {
    for (const source of sources.values()) {
      const summary = embeddedSummary(source);
      if (!summary) continue;
      if (this.definitions.has(summary.table)) yield summary.table;
      else yield* this.targets(summary.sources);
    }
  }

  private *inside(sources: Sources, value: unknown): Generator<Reference> {
    if (!isObject(value)) return;
    for (const [key, source] of sources) {
      const summary = embeddedSummary(source);
      if (!summary) continue;
      const inner = value[key];
      for (const item of Array.isArray(inner) ? inner : [inner]) {
        if (!this.definitions.has(summary.table)) yield* this.inside(summary.sources, item);
        else {
          const id = readId(item);
          if (id !== null) yield { collection: summary.table, id };
        }
      }
    }
  }
}

/** Parts that a row contains by its own keys; those of a `reverse` depend on the key of another row. */
const embeddedSummary = (source: Source | SummarySource) =>
  source.from === 'ref' || source.from === 'set' || source.from === 'children' ? source.summary : null;
