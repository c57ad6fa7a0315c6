import { type DtoClass, type Field, type FieldKind, fieldTable } from '@resource-catalogue/contracts';
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
  readonly kind: FieldKind;
  /** Where it stands in a line, by collection; `*` is the place in an array. */
  readonly pointers: Map<string, string>;
}

export interface OwnerPlan {
  readonly column: string;
  readonly table: string;
  readonly key: string;
}

/** Where the value of one key of an object goes. */
export type KeyPlan =
  | { readonly to: 'column' | 'json'; readonly key: string; readonly column: string; readonly kind: FieldKind }
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
  readonly table: TablePlan;
  /** Whether lines elsewhere show it whole; then what is embedded is only compared. */
  readonly partElsewhere: boolean;
  /** The key of its id; null where it is shown without one, so that its content names it. */
  readonly id: string | null;
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

export interface CataloguePlan {
  readonly collections: ReadonlyMap<string, CollectionPlan>;
  readonly tables: ReadonlyMap<string, TablePlan>;
}

/** Reads the definitions of the read engine the other way round: where the value of each key comes from, there it goes. */
export function cataloguePlan(definitions: readonly Definition[]): CataloguePlan {
  const maker = new PlanMaker(definitions);
  const collections = definitions.map((definition) => [definition.name, maker.collection(definition)] as const);
  return { collections: new Map(collections), tables: maker.tables };
}

class PlanMaker {
  readonly tables = new Map<string, TablePlan>();
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
      const plan = source ? this.key(name, table, field, source) : null;
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

  private key(collection: string, table: TablePlan, field: Field, source: Source): KeyPlan | null {
    const key = field.name;
    switch (source.from) {
      case 'column':
      case 'ref':
        return this.ownKey({ collection, table, pointer: `/${key}` }, field, source);
      case 'json':
        this.column(table, key, field.kind, collection, `/${key}`);
        return { to: 'json', key, column: key, kind: field.kind };
      case 'set': {
        const join = this.table(source.table, 'part', [source.owner, source.key]);
        this.owner(join, collection, source.owner, key);
        this.column(join, source.key, 'uuid', collection, `/${key}/*/id`);
        const of = this.embedded(source.summary);
        const keys: KeyPlan[] = [{ to: 'column', key: 'id', column: source.key, kind: 'uuid' }];
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
    { collection, table, pointer }: { collection: string; table: TablePlan; pointer: string },
    { name: key, kind }: Field,
    source: Extract<SummarySource, { from: 'column' | 'ref' }>,
  ): KeyPlan {
    if (source.from === 'column') {
      const column = source.name ?? key;
      this.column(table, column, kind, collection, pointer);
      return { to: 'column', key, column, kind };
    }
    const column = source.key ?? `${key}_id`;
    this.column(table, column, 'uuid', collection, `${pointer}/id`);
    return { to: 'reference', key, column, of: this.embedded(source.summary) };
  }

  private children(collection: string, key: string, summary: Summary, owner: string): PartPlan {
    const fields = [...fieldTable(summary.dto).values()];
    const id = [...summary.sources].find(([name]) => name === 'id')?.[1];
    const idColumn = id?.from === 'column' ? (id.name ?? 'id') : 'id';
    const table = this.table(summary.table, 'part', idColumn === 'id' ? ['id'] : [owner, idColumn]);
    this.owner(table, collection, owner, key);
    const keys: KeyPlan[] = [];
    const others = new Map<string, KeyPlan[]>();
    for (const field of fields) {
      const source = summary.sources.get(field.name) ?? { from: 'column' };
      if (source.from === 'ref_column') {
        const shown: KeyPlan = { to: 'column', key: field.name, column: source.name, kind: field.kind };
        others.set(source.table, [...(others.get(source.table) ?? []), shown]);
      } else {
        keys.push(this.ownKey({ collection, table, pointer: `/${key}/*/${field.name}` }, field, source));
      }
    }
    const embeds = [...others].flatMap(([other, shown]) => this.entity(other, 'id', shown) ?? []);
    return { table, owner, keys, embeds };
  }

  /** What a summary shows of an entity without a collection; null where the entity has a line of its own. */
  private embedded(summary: Summary): EmbeddedPlan | null {
    const fields = [...fieldTable(summary.dto).values()];
    const keys = fields.flatMap((field): KeyPlan[] => {
      const source = summary.sources.get(field.name) ?? { from: 'column' };
      if (field.name === 'id' || source.from === 'ref_column') return [];
      if (source.from === 'ref') {
        return [{ to: 'reference', key: field.name, column: source.key ?? `${field.name}_id`, of: null }];
      }
      return [{ to: 'column', key: field.name, column: source.name ?? field.name, kind: field.kind }];
    });
    return this.entity(summary.table, fields.some(({ name }) => name === 'id') ? 'id' : null, keys);
  }

  private entity(name: string, id: string | null, keys: readonly KeyPlan[]): EmbeddedPlan | null {
    if (this.collectionTables.has(name)) return null;
    const partElsewhere = this.partTables.has(name);
    const table = this.table(name, partElsewhere ? 'part' : 'entity', ['id']);
    if (!partElsewhere) {
      this.column(table, 'id', 'uuid', '', '/id');
      for (const key of keys) if (key.to === 'column') this.column(table, key.column, key.kind, '', `/${key.key}`);
    }
    return { table, partElsewhere, id, keys };
  }

  private owner(table: TablePlan, collection: string, column: string, key: string): void {
    if (table.owners.some((owner) => owner.column === column)) return;
    table.owners.push({ column, table: collection, key });
    this.column(table, column, 'uuid', collection, '/id');
  }

  private column(table: TablePlan, name: string, kind: FieldKind, collection: string, pointer: string): void {
    const known = table.columns.find((column) => column.name === name);
    if (known) known.pointers.set(collection, pointer);
    else table.columns.push({ name, kind, pointers: new Map([[collection, pointer]]) });
  }
}
