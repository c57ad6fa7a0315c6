import { v7 } from 'uuid';
import type { RowRef } from '../import-errors.js';

/** Receives a new entity: its values by column, in COPY format. */
type Made = (table: string, values: ReadonlyMap<string, string>, row: RowRef) => void;

interface Seen {
  readonly values: Map<string, string>;
  readonly row: RowRef;
}

/** Two lines that embed the same entity with different values. */
export interface Contradiction {
  readonly column: string;
  readonly other: RowRef;
}

/**
 * Entities that exist only embedded in lines. The first occurrence creates the entity and later ones must match it.
 * They are few compared with lines, so they fit in memory.
 */
export class EmbeddedEntities {
  private readonly tables = new Map<string, Map<string, Seen>>();
  private readonly withoutIdentity = new Map<string, string>();

  constructor(private readonly made: Made) {}

  /** Records an occurrence of an entity by its id. Returns null if it matches the earlier ones. */
  see(
    table: string,
    id: string,
    values: readonly (readonly [column: string, text: string])[],
    row: RowRef,
    make: boolean,
  ): Contradiction | null {
    let entities = this.tables.get(table);
    if (!entities) this.tables.set(table, (entities = new Map<string, Seen>()));
    const seen = entities.get(id);
    if (!seen) {
      const first = { values: new Map(values), row };
      entities.set(id, first);
      if (make) this.made(table, new Map([['id', id], ...values]), row);
      return null;
    }
    for (const [column, text] of values) {
      const known = seen.values.get(column);
      if (known === undefined) seen.values.set(column, text);
      else if (known !== text) return { column, other: seen.row };
    }
    return null;
  }

  /** Returns the id of an entity that is embedded without one, identified by its content. */
  idOf(table: string, values: readonly (readonly [column: string, text: string])[], row: RowRef): string {
    const content = [table, ...values.flat()].join('\t');
    const known = this.withoutIdentity.get(content);
    if (known !== undefined) return known;
    const id = v7();
    this.withoutIdentity.set(content, id);
    this.made(table, new Map([['id', id], ...values]), row);
    return id;
  }
}
