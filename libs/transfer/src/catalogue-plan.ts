import { type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import type { Definition, Source, Summary, SummarySource } from '@resource-catalogue/read';

/** A table that an import fills, from one collection or from several. */
export interface TablePlan {
  readonly table: string;
  /** What is made from what is embedded is an entity; what lives and dies with its owner is a part of it. */
  readonly role: 'collection' | 'part' | 'entity';
  /** In the order of the staged rows. */
  readonly columns: ColumnPlan[];
  /** The columns that name a row. */
  readonly key: readonly string[];
  /** The foreign keys to the owners of a part, one for each collection that shows it. */
  readonly owners: OwnerPlan[];
}

export interface ColumnPlan {
  readonly name: string;
  /** Where it stands in the first collection's lines; `*` is the place in an array. */
  readonly pointer: string;
}

export interface OwnerPlan {
  readonly column: string;
  readonly table: string;
  readonly key: string;
}

/** Where the value of one key of an object goes. */
export type KeyPlan =
  | { readonly to: 'column' | 'json'; readonly key: string; readonly column: string }
  | { readonly to: 'reference'; readonly key: string; readonly column: string; readonly of: EmbeddedPlan | null }
  | { readonly to: 'parts'; readonly key: string; readonly part: PartPlan };

/** The items of an array, each a row of another table. */
export interface PartPlan {
  readonly table: TablePlan;
  readonly owner: string;
  readonly keys: readonly KeyPlan[];
  readonly embeds: readonly EmbeddedPlan[];
}

/** What an object shows of an entity that has no collection, and so no line of its own. */
export interface EmbeddedPlan {
  /** A part where lines elsewhere show it whole; then what is embedded is only compared. */
  readonly table: TablePlan;
  /** Whether it is shown with its id; otherwise its content identifies it. */
  readonly hasId: boolean;
  readonly keys: readonly KeyPlan[];
}

export interface CollectionPlan {
  readonly name: string;
  readonly dto: DtoClass;
  readonly table: TablePlan;
  readonly keys: readonly KeyPlan[];
  /** The paths of keys that may be absent: what follows from other rows is not read, and what has a line of its own is not read here. */
  readonly optional: ReadonlySet<string>;
}

/** A column that refers to an entity which is shown without its id. */
export interface ContentReference {
  readonly entity: string;
  readonly referrer: string;
  readonly column: string;
}

export interface CataloguePlan {
  readonly collections: ReadonlyMap<string, CollectionPlan>;
  readonly tables: ReadonlyMap<string, TablePlan>;
  readonly byContent: readonly ContentReference[];
}

/** Reads the definitions of the read engine the other way round: where the value of each key comes from, there it goes. */
export function cataloguePlan(definitions: readonly Definition[]): CataloguePlan {
  const maker = new PlanMaker(definitions);
  const collections = definitions.map((definition) => [definition.name, maker.collection(definition)] as const);
  return { collections: new Map(collections), tables: maker.tables, byContent: maker.byContent };
}

class PlanMaker {
  readonly tables = new Map<string, TablePlan>();
  readonly byContent: ContentReference[] = [];
  private readonly collectionTables: ReadonlySet<string>;
  private readonly partTables: ReadonlySet<string>;

  constructor(definitions: readonly Definition[]) {
    this.collectionTables = new Set(definitions.map(({ name }) => name));
    const sources = definitions.flatMap((definition) => [...definition.sources.values()]);
    this.partTables = new Set(sources.flatMap((source) => (source.from === 'children' ? [source.summary.table] : [])));
  }

  collection({ name, dto, sources }: Definition): CollectionPlan {
    const table = this.table(name, 'collection', ['id']);
    const optional = new Set<string>(['created_at', 'updated_at']);
    const keys = [...fieldTable(dto).values()].flatMap((field) => {
      const source = sources.get(field.name);
      const plan = source ? this.key(name, table, field.name, source) : null;
      if (!plan) optional.add(field.name);
      if (source) for (const path of this.unread(field.name, source)) optional.add(path);
      return plan ?? [];
    });
    return { name, dto, table, keys, optional };
  }

  /** What summaries show of entities that have a line of their own, but for the ids. */
  private *unread(path: string, source: Source | SummarySource): Generator<string> {
    if (source.from !== 'ref' && source.from !== 'set' && source.from !== 'children') return;
    const { summary } = source;
    const ownLine = source.from !== 'children' && this.collectionTables.has(summary.table);
    for (const { name } of fieldTable(summary.dto).values()) {
      const inner = summary.sources.get(name);
      if (ownLine && name !== 'id') yield `${path}/${name}`;
      if (inner) yield* this.unread(`${path}/${name}`, inner);
    }
  }

  private table(table: string, role: TablePlan['role'], key: readonly string[]): TablePlan {
    const known = this.tables.get(table);
    if (known) return known;
    const made = { table, role, key, columns: [], owners: [] };
    this.tables.set(table, made);
    return made;
  }

  private key(collection: string, table: TablePlan, key: string, source: Source): KeyPlan | null {
    switch (source.from) {
      case 'column':
      case 'ref':
        return this.ownKey(table, `/${key}`, key, source);
      case 'json':
        this.column(table, key, `/${key}`);
        return { to: 'json', key, column: key };
      case 'set': {
        const join = this.table(source.table, 'part', [source.owner, source.key]);
        this.owner(join, collection, source.owner, key);
        this.column(join, source.key, `/${key}/*/id`);
        const of = this.embedded(source.summary);
        const keys: KeyPlan[] = [{ to: 'column', key: 'id', column: source.key }];
        return { to: 'parts', key, part: { table: join, owner: source.owner, keys, embeds: of ? [of] : [] } };
      }
      case 'children':
        return { to: 'parts', key, part: this.children(collection, key, source.summary, source.owner) };
      case 'reverse':
      case 'count':
      case 'remainder':
        return null;
    }
  }

  private ownKey(
    table: TablePlan,
    pointer: string,
    key: string,
    source: Extract<SummarySource, { from: 'column' | 'ref' }>,
  ): KeyPlan {
    if (source.from === 'column') {
      const column = source.name ?? key;
      this.column(table, column, pointer);
      return { to: 'column', key, column };
    }
    const column = source.key ?? `${key}_id`;
    this.column(table, column, `${pointer}/id`);
    const of = this.embedded(source.summary);
    if (of?.hasId === false) this.byContent.push({ entity: of.table.table, referrer: table.table, column });
    return { to: 'reference', key, column, of };
  }

  private children(collection: string, key: string, summary: Summary, owner: string): PartPlan {
    const id = [...summary.sources].find(([name]) => name === 'id')?.[1];
    const idColumn = id?.from === 'column' ? (id.name ?? 'id') : 'id';
    const table = this.table(summary.table, 'part', idColumn === 'id' ? ['id'] : [owner, idColumn]);
    this.owner(table, collection, owner, key);
    const keys: KeyPlan[] = [];
    const others = new Map<string, KeyPlan[]>();
    for (const name of fieldTable(summary.dto).keys()) {
      const source = summary.sources.get(name) ?? { from: 'column' };
      if (source.from === 'ref_column') {
        const shown: KeyPlan = { to: 'column', key: name, column: source.name };
        others.set(source.table, [...(others.get(source.table) ?? []), shown]);
      } else {
        keys.push(this.ownKey(table, `/${key}/*/${name}`, name, source));
      }
    }
    const embeds = [...others].flatMap(([other, shown]) => this.entity(other, true, shown) ?? []);
    return { table, owner, keys, embeds };
  }

  /** What a summary shows of an entity without a collection; null where the entity has a line of its own. */
  private embedded(summary: Summary): EmbeddedPlan | null {
    const fields = fieldTable(summary.dto);
    const keys = [...fields.keys()].flatMap((key): KeyPlan[] => {
      const source = summary.sources.get(key) ?? { from: 'column' };
      if (key === 'id' || source.from === 'ref_column') return [];
      if (source.from === 'ref') return [{ to: 'reference', key, column: source.key ?? `${key}_id`, of: null }];
      return [{ to: 'column', key, column: source.name ?? key }];
    });
    return this.entity(summary.table, fields.has('id'), keys);
  }

  private entity(name: string, hasId: boolean, keys: readonly KeyPlan[]): EmbeddedPlan | null {
    if (this.collectionTables.has(name)) return null;
    const table = this.table(name, this.partTables.has(name) ? 'part' : 'entity', ['id']);
    if (table.role === 'entity') {
      this.column(table, 'id', '/id');
      for (const key of keys) if (key.to === 'column') this.column(table, key.column, `/${key.key}`);
    }
    return { table, hasId, keys };
  }

  private owner(table: TablePlan, collection: string, column: string, key: string): void {
    if (table.owners.some((owner) => owner.column === column)) return;
    table.owners.push({ column, table: collection, key });
    this.column(table, column, '/id');
  }

  private column(table: TablePlan, name: string, pointer: string): void {
    if (!table.columns.some((column) => column.name === name)) table.columns.push({ name, pointer });
  }
}
