import { v7 } from 'uuid';
import type { RowRef } from './import-errors.js';

/** Takes the row of an entity that is seen for the first time: its values by column, as texts of the COPY format. */
type Made = (table: string, values: ReadonlyMap<string, string>, row: RowRef) => void;

interface Seen {
  readonly values: Map<string, string>;
  readonly row: RowRef;
}

/** Two lines that show one entity in two ways. */
export interface Contradiction {
  readonly column: string;
  readonly other: RowRef;
}

/**
 * What lines embed of entities that have no line of their own. They are few beside the lines that embed them, so they are
 * held: the first embedding makes the entity, and every other must say the same.
 */
export class EmbeddedEntities {
  private readonly tables = new Map<string, Map<string, Seen>>();
  private readonly withoutIdentity = new Map<string, string>();

  constructor(private readonly made: Made) {}

  /** Sees an entity by its id. Null where everything that was seen of it agrees. */
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

  /** The id of an entity that is shown without one: what it shows is what it is known by. */
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
