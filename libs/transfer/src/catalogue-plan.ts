import { fieldTable } from '@resource-catalogue/contracts';
import { escapedForCopy } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import type { Definition, Source, Summary, SummarySource } from '@resource-catalogue/read';
import type { EmbeddedEntities } from './embedded-entities.js';
import type { RowRef } from './import-errors.js';
import { memberText } from './raw-json.js';

/** A table that an import fills, from one collection or from several. */
export interface TablePlan {
  readonly table: string;
  /** Entities are made from what lines embed; parts belong to their owner. */
  readonly role: 'collection' | 'part' | 'entity';
  /** In the order of the staged rows. The pointer is that of the first collection's lines; `*` is the place in an array. */
  readonly columns: { readonly name: string; readonly pointer: string }[];
  /** The columns that name a row. */
  readonly key: readonly string[];
  /** The foreign keys to the owners of a part, one for each collection that shows it. */
  readonly owners: OwnerPlan[];
}

export interface OwnerPlan {
  readonly column: string;
  readonly table: string;
  readonly key: string;
}

/** A column that refers to an entity which is shown without its id. */
export interface ContentReference {
  readonly entity: string;
  readonly referrer: string;
  readonly column: string;
}

/** A line that was found right. */
export interface Line {
  readonly row: RowRef;
  readonly value: Inner;
  /** The text that the value was parsed from, where there is one. */
  readonly text: string | null;
}

export type Inner = Readonly<Record<string, unknown>>;

/** Makes the text of a column, in the COPY format, from an object, the line that it stands in, and the id of its owner. */
type ColumnText = (value: Inner, line: Line, owner: string) => string;

/** What an object shows of an entity that has no collection, and so no line of its own. */
export interface ShownEntity {
  /** The key of the entity; null where the object itself shows it. */
  readonly key: string | null;
  readonly table: TablePlan;
  readonly texts: ReadonlyMap<string, ColumnText>;
}

/** The row that is made of an object: of a line, or of an item of an array in it. */
export interface RowPlan {
  readonly table: TablePlan;
  readonly texts: Map<string, ColumnText>;
  /** The entities that it shows with their ids. */
  readonly shows: ShownEntity[];
}

export interface CollectionPlan extends RowPlan {
  /** The arrays of the line, each item of which is a row of another table. */
  readonly parts: ReadonlyMap<string, RowPlan>;
}

export const none = '\\N';

/** Inverts the definitions of the read engine: each key is written to the place that it is read from. */
export class CataloguePlan {
  readonly collections: ReadonlyMap<string, CollectionPlan>;
  readonly tables = new Map<string, TablePlan>();
  readonly byContent: ContentReference[] = [];
  /** The columns of parts that lines elsewhere show, too. */
  readonly shownParts = new Map<string, readonly string[]>();
  private readonly collectionTables: ReadonlySet<string>;
  private readonly partTables: ReadonlySet<string>;

  constructor(
    definitions: readonly Definition[],
    private readonly entities: Pick<EmbeddedEntities, 'idOf'>,
  ) {
    this.collectionTables = new Set(definitions.map(({ name }) => name));
    const sources = definitions.flatMap((definition) => [...definition.sources.values()]);
    this.partTables = new Set(sources.flatMap((source) => (source.from === 'children' ? [source.summary.table] : [])));
    this.collections = new Map(definitions.map((definition) => [definition.name, this.collection(definition)]));
  }

  private collection({ name, sources }: Definition): CollectionPlan {
    const row = this.row(name, 'collection', ['id']);
    const parts = new Map<string, RowPlan>();
    for (const [key, source] of sources) {
      if (source.from === 'column' || source.from === 'ref') this.ownKey(row, `/${key}`, key, source);
      else if (source.from === 'children') parts.set(key, this.children(name, key, source.summary, source.owner));
      else if (source.from === 'json') {
        this.column(row, key, `/${key}`, ({ [key]: value }, { text }) =>
          value === null || value === undefined ? none : escapedForCopy(memberText(text, key, value)),
        );
      } else if (source.from === 'set') {
        const join = this.row(source.table, 'part', [source.owner, source.key]);
        this.owner(join, name, source.owner, key);
        this.column(join, source.key, `/${key}/*/id`, ({ id }) => columnText(id));
        const { table } = source.summary;
        if (!this.collectionTables.has(table)) join.shows.push(this.shown(null, table, summaryTexts(source.summary)));
        parts.set(key, join);
      }
    }
    return { ...row, parts };
  }

  private children(collection: string, key: string, summary: Summary, owner: string): RowPlan {
    const id = summary.sources.get('id');
    const idColumn = id?.from === 'column' ? (id.name ?? 'id') : 'id';
    const row = this.row(summary.table, 'part', idColumn === 'id' ? ['id'] : [owner, idColumn]);
    this.owner(row, collection, owner, key);
    const shown = new Map<string, Map<string, ColumnText>>();
    for (const name of fieldTable(summary.dto).keys()) {
      const source = summary.sources.get(name) ?? { from: 'column' };
      if (source.from !== 'ref_column') this.ownKey(row, `/${key}/*/${name}`, name, source);
      else
        shown.set(
          source.table,
          (shown.get(source.table) ?? new Map<string, ColumnText>()).set(source.name, textOf(name)),
        );
    }
    for (const [table, texts] of shown) row.shows.push(this.shown(null, table, texts));
    return row;
  }

  private ownKey(
    row: RowPlan,
    pointer: string,
    key: string,
    source: Exclude<SummarySource, { from: 'ref_column' }>,
  ): void {
    if (source.from === 'column') return this.column(row, source.name ?? key, pointer, textOf(key));
    const column = source.key ?? `${key}_id`;
    const { table, dto } = source.summary;
    const entity = this.collectionTables.has(table) ? null : this.shown(key, table, summaryTexts(source.summary));
    if (!entity || fieldTable(dto).has('id')) {
      this.column(row, column, `${pointer}/id`, idTextOf(key));
      if (entity) row.shows.push(entity);
      return;
    }
    this.byContent.push({ entity: table, referrer: row.table.table, column });
    this.column(row, column, `${pointer}/id`, ({ [key]: value }, line) =>
      isObject(value) ? this.entities.idOf(table, shownTexts(entity, value, line), line.row) : none,
    );
  }

  private shown(key: string | null, name: string, texts: ShownEntity['texts']): ShownEntity {
    const isPart = this.partTables.has(name);
    const table = this.table(name, isPart ? 'part' : 'entity', ['id']);
    if (isPart) this.shownParts.set(name, [...texts.keys()]);
    else for (const column of ['id', ...texts.keys()]) this.addColumn(table, column, `/${column}`);
    return { key, table, texts };
  }

  private row(name: string, role: TablePlan['role'], key: readonly string[]): RowPlan {
    return { table: this.table(name, role, key), texts: new Map(), shows: [] };
  }

  private table(table: string, role: TablePlan['role'], key: readonly string[]): TablePlan {
    const made = this.tables.get(table) ?? { table, role, key, columns: [], owners: [] };
    this.tables.set(table, made);
    return made;
  }

  private owner({ table, texts }: RowPlan, collection: string, column: string, key: string): void {
    texts.set(column, (_value, _line, owner) => owner);
    if (table.owners.some((owner) => owner.column === column)) return;
    table.owners.push({ column, table: collection, key });
    this.addColumn(table, column, '/id');
  }

  private column({ table, texts }: RowPlan, name: string, pointer: string, text: ColumnText): void {
    texts.set(name, text);
    this.addColumn(table, name, pointer);
  }

  private addColumn({ columns }: TablePlan, name: string, pointer: string): void {
    if (!columns.some((column) => column.name === name)) columns.push({ name, pointer });
  }
}

/** The texts of what a summary shows beside its id, by column. */
function summaryTexts({ dto, sources }: Summary): ShownEntity['texts'] {
  return new Map(
    [...fieldTable(dto).keys()].flatMap((key): [string, ColumnText][] => {
      const source = sources.get(key) ?? { from: 'column' };
      if (key === 'id' || source.from === 'ref_column') return [];
      return source.from === 'ref' ? [[source.key ?? `${key}_id`, idTextOf(key)]] : [[source.name ?? key, textOf(key)]];
    }),
  );
}

export const shownTexts = ({ texts }: ShownEntity, value: Inner, line: Line): [column: string, text: string][] =>
  [...texts].map(([column, text]) => [column, text(value, line, none)]);

const textOf =
  (key: string): ColumnText =>
  (value) =>
    columnText(value[key]);

const idTextOf =
  (key: string): ColumnText =>
  ({ [key]: value }) =>
    columnText(isObject(value) ? value['id'] : null);

export function columnText(value: unknown): string {
  if (typeof value === 'string') return escapedForCopy(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : none;
}

/**
 * The paths of keys that may be absent from a line: what follows from other rows is not read, and what has a line of its
 * own is read there, but for the ids.
 */
export function optionalPaths({ sources }: Definition, definitions: readonly Definition[]): ReadonlySet<string> {
  const ownLines = new Set(definitions.map(({ name }) => name));
  function* unread(path: string, source: Source | SummarySource): Generator<string> {
    if (source.from === 'reverse' || source.from === 'count' || source.from === 'remainder') yield path;
    if (source.from !== 'ref' && source.from !== 'set' && source.from !== 'children') return;
    const { table, dto, sources: inside } = source.summary;
    const ownLine = source.from !== 'children' && ownLines.has(table);
    for (const name of fieldTable(dto).keys()) {
      if (ownLine && name !== 'id') yield `${path}/${name}`;
      yield* unread(`${path}/${name}`, inside.get(name) ?? { from: 'column' });
    }
  }
  const paths = [...sources].flatMap(([key, source]) => [...unread(key, source)]);
  return new Set(['created_at', 'updated_at', ...paths]);
}
