import { fieldTable } from '@resource-catalogue/contracts';
import { escapeForCopy } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import type { Definition, Source, Summary, SummarySource } from '@resource-catalogue/read';
import type { EmbeddedEntities } from './embedded-entities.js';
import type { RowRef } from '../import-errors.js';
import { memberText } from '../read/raw-json.js';
import { timestampKeys } from '../layout.js';

/** A table that an import fills, from one or more collections. */
export interface TablePlan {
  readonly table: string;
  /** `entity`: built from embedded objects; `part`: belongs to an owner. */
  readonly role: 'collection' | 'part' | 'entity';
  /** Columns in staging order; `pointer` is the JSON pointer in the first collection, with `*` for an array index. */
  readonly columns: { readonly name: string; readonly pointer: string }[];
  /** Columns that identify a row. */
  readonly key: readonly string[];
  /** Foreign keys to the owners of a part, one per collection that contains it. */
  readonly owners: Owner[];
}

export interface Owner {
  readonly column: string;
  readonly table: string;
  readonly key: string;
}

/** A column that refers to an entity embedded without its id. */
export interface ContentReference {
  readonly entity: string;
  readonly referrer: string;
  readonly column: string;
}

/** A line that passed the checks. */
export interface Line {
  readonly row: RowRef;
  readonly value: Inner;
  /** The JSON text that the value was parsed from; null if there is none. */
  readonly text: string | null;
}

export type Inner = Readonly<Record<string, unknown>>;

/** Returns a column's text in COPY format, given an object, its line and the id of its owner. */
type ColumnText = (value: Inner, line: Line, owner: string) => string;

/** The embedded fields of an entity that has no collection and therefore no lines. */
export interface ShownEntity {
  /** Key of the entity; null if its fields are in the object itself. */
  readonly key: string | null;
  readonly table: TablePlan;
  readonly texts: ReadonlyMap<string, ColumnText>;
}

/** Mapping of an object, either a line or an array item in it, to a row. */
export interface RowTexts {
  readonly table: TablePlan;
  readonly texts: Map<string, ColumnText>;
  /** Entities that are embedded with their ids. */
  readonly shows: ShownEntity[];
}

export interface CollectionTexts extends RowTexts {
  /** Array keys of the line; each item becomes a row of another table. */
  readonly parts: ReadonlyMap<string, RowTexts>;
}

export const none = '\\N';

/** Inverts the definitions of the read engine: maps each key back to the column that it is read from. */
export class CataloguePlan {
  readonly collections: ReadonlyMap<string, CollectionTexts>;
  readonly tables = new Map<string, TablePlan>();
  readonly byContent: ContentReference[] = [];
  /** Columns of parts that are also embedded in other collections' lines. */
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

  private collection({ name, sources }: Definition): CollectionTexts {
    const row = this.row(name, 'collection', ['id']);
    const parts = new Map<string, RowTexts>();
    for (const [key, source] of sources) {
      if (source.from === 'column' || source.from === 'ref') this.ownKey(row, `/${key}`, key, source);
      else if (source.from === 'children') parts.set(key, this.children(name, key, source.summary, source.owner));
      else if (source.from === 'json') {
        this.column(row, key, `/${key}`, ({ [key]: value }, { text }) =>
          value === null || value === undefined ? none : escapeForCopy(memberText(text, key, value)),
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

  private children(collection: string, key: string, summary: Summary, owner: string): RowTexts {
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
          (shown.get(source.table) ?? new Map<string, ColumnText>()).set(source.name, valueText(name)),
        );
    }
    for (const [table, texts] of shown) row.shows.push(this.shown(null, table, texts));
    return row;
  }

  private ownKey(
    row: RowTexts,
    pointer: string,
    key: string,
    source: Exclude<SummarySource, { from: 'ref_column' }>,
  ): void {
    if (source.from === 'column') return this.column(row, source.name ?? key, pointer, valueText(key));
    const column = source.key ?? `${key}_id`;
    const { table, dto } = source.summary;
    const entity = this.collectionTables.has(table) ? null : this.shown(key, table, summaryTexts(source.summary));
    if (!entity || fieldTable(dto).has('id')) {
      this.column(row, column, `${pointer}/id`, referenceText(key));
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

  private row(name: string, role: TablePlan['role'], key: readonly string[]): RowTexts {
    return { table: this.table(name, role, key), texts: new Map(), shows: [] };
  }

  private table(table: string, role: TablePlan['role'], key: readonly string[]): TablePlan {
    const made = this.tables.get(table) ?? { table, role, key, columns: [], owners: [] };
    this.tables.set(table, made);
    return made;
  }

  private owner({ table, texts }: RowTexts, collection: string, column: string, key: string): void {
    texts.set(column, (_value, _line, owner) => owner);
    if (table.owners.some((owner) => owner.column === column)) return;
    table.owners.push({ column, table: collection, key });
    this.addColumn(table, column, '/id');
  }

  private column({ table, texts }: RowTexts, name: string, pointer: string, text: ColumnText): void {
    texts.set(name, text);
    this.addColumn(table, name, pointer);
  }

  private addColumn({ columns }: TablePlan, name: string, pointer: string): void {
    if (!columns.some((column) => column.name === name)) columns.push({ name, pointer });
  }
}

/** Column texts of a summary, without its id. */
function summaryTexts({ dto, sources }: Summary): ShownEntity['texts'] {
  return new Map(
    [...fieldTable(dto).keys()].flatMap((key): [string, ColumnText][] => {
      const source = sources.get(key) ?? { from: 'column' };
      if (key === 'id' || source.from === 'ref_column') return [];
      return source.from === 'ref'
        ? [[source.key ?? `${key}_id`, referenceText(key)]]
        : [[source.name ?? key, valueText(key)]];
    }),
  );
}

export const shownTexts = ({ texts }: ShownEntity, value: Inner, line: Line): [column: string, text: string][] =>
  [...texts].map(([column, text]) => [column, text(value, line, none)]);

const valueText =
  (key: string): ColumnText =>
  (value) =>
    columnText(value[key]);

const referenceText =
  (key: string): ColumnText =>
  ({ [key]: value }) =>
    columnText(isObject(value) ? value['id'] : null);

export function columnText(value: unknown): string {
  if (typeof value === 'string') return escapeForCopy(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : none;
}

/**
 * Paths of keys that a line may omit: derived values, and fields of referenced rows that have lines, except their
 * ids.
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
  return new Set([...timestampKeys, ...paths]);
}
