import {
  type CategoryType,
  categoryTypes,
  collections,
  type DtoClass,
  type Field,
  fieldTable,
} from '@resource-catalogue/contracts';
import type { Definition, Source, Summary, SummarySource } from '@resource-catalogue/read';
import type { ValueField } from './values/value-parser.js';

/** The target of a reference and the key that identifies its rows. */
export interface Target {
  readonly table: string;
  /** Null if only the id identifies a row; `name` if the table has no collection, so that references create its rows. */
  readonly key: string | null;
  /** The category type, because slugs of categories are unique per type. */
  readonly type: CategoryType | null;
}

/** The place of a key in a sheet. Paths have dots, as in headers. */
interface At<Kind extends string> {
  readonly at: Kind;
  readonly key: string;
  readonly path: string;
  /** Its columns, the usual one first; none if it is derived from other rows. */
  readonly columns: Columns;
}

type Columns = ReadonlyMap<string, HeaderField>;

/** The values that a column of a collection accepts. Names of references are texts. */
export interface HeaderField extends ValueField, Pick<Field, 'description'> {
  /** Whether a cell has several values. */
  readonly several: boolean;
}

export interface Reference extends At<'reference'> {
  /** Null if its keys are in the surrounding object. */
  readonly field: Field | null;
  readonly to: Target;
}

/** One column: a value, or an array of texts. */
export interface Cell extends At<'cell'> {
  readonly field: Field;
  /** The column with the Markdown source. */
  readonly markdown: string | null;
}

export interface List extends At<'list'> {
  readonly field: Field;
  /** The places of each item: keys of an object, or one reference. */
  readonly members: readonly FieldLayout[];
  readonly each: Reference | null;
  /** Whether the items belong to the row, so that their ids can be derived. */
  readonly own: boolean;
}

interface ObjectLayout extends At<'object'> {
  readonly field: Field;
  readonly members: readonly FieldLayout[];
}

export type FieldLayout = Cell | Reference | List | ObjectLayout | (At<'derived'> & { readonly field: Field });

/** Column layout of a collection's sheets. */
export interface Layout {
  readonly collection: string;
  /** The key that identifies its rows; null if only ids do. */
  readonly key: string | null;
  readonly members: readonly FieldLayout[];
  /** All columns, in contract order. */
  readonly columns: Columns;
}

type Sources = ReadonlyMap<string, Source | SummarySource>;

/** Derives the columns of a collection's sheets from its definition. */
export function collectionLayout(collection: string, definitions: readonly Definition[]): Layout {
  const { dto, sources } = findDefinition(collection, definitions);
  const maker = new LayoutMaker(collection, new Set(definitions.map(({ name }) => name)));
  const [key, members] = [findNaturalKey(collection), maker.members(dto, sources, '')];
  const own: HeaderField = { kind: 'text', name: ownKey, description: 'A key of the row, not stored.', several: false };
  return {
    collection,
    key,
    members,
    columns: new Map([...(key === ownKey ? [[ownKey, own] as const] : []), ...columnsOf(members)]),
  };
}

export function findDefinition(collection: string, definitions: readonly Definition[]): Definition {
  const definition = definitions.find(({ name }) => name === collection);
  if (!definition) throw new Error(`Unknown collection ${collection}.`);
  return definition;
}

const columnsOf = (members: readonly FieldLayout[]) => members.flatMap(({ columns }) => [...columns]);

class LayoutMaker {
  constructor(
    private readonly collection: string,
    private readonly collections: ReadonlySet<string>,
  ) {}

  members(dto: DtoClass, sources: Sources, above: string): FieldLayout[] {
    const fields = [...fieldTable(dto).values()];
    const entity = [...sources.values()].find((source) => source.from === 'ref_column');
    return fields.flatMap((field): FieldLayout[] => {
      const source = sources.get(field.name) ?? { from: 'column' };
      if (entity && field.name === 'id') return [reference('id', above.slice(0, -1), null, toName(entity.table))];
      return source.from === 'ref_column' ? [] : [this.place(field, source, `${above}${field.name}`, fields)];
    });
  }

  private place(field: Field, source: Source | SummarySource, path: string, beside: readonly Field[]): FieldLayout {
    switch (source.from) {
      case 'reverse':
      case 'count':
      case 'remainder':
      case 'ref_column':
        return { at: 'derived', key: field.name, path, field, columns: new Map() };
      case 'ref':
        return this.reference(field, source.summary, path);
      case 'set': {
        const item = this.reference(field, source.summary, path);
        return item.at === 'object'
          ? list(field, path, item.members, null, false)
          : list(field, path, [item], item, false);
      }
      case 'children': {
        const { dto, sources } = source.summary;
        return list(field, path, this.members(dto, sources, `${path}.`), null, true);
      }
      case 'column':
      case 'json': {
        const dto = field.dto?.();
        if (!dto) return cell(field, path, beside);
        const members = this.members(dto, new Map(), `${path}.`);
        return field.kind === 'array' ? list(field, path, members, null, true) : object(field, path, members);
      }
    }
  }

  private reference(field: Field, { table, dto, sources }: Summary, path: string): Reference | ObjectLayout {
    if (this.collections.has(table)) {
      // The category of the row, or of one of its prices.
      const typed = path === 'category' ? this.collection : 'prices';
      const type = table === 'categories' ? categoryType(typed) : null;
      return reference(field.name, path, field, { table, key: findNaturalKey(table), type });
    }
    if ([...fieldTable(dto).keys()].join() === 'id,name') return reference(field.name, path, field, toName(table));
    return object(field, path, this.members(dto, sources, `${path}.`));
  }
}

const toName = (table: string): Target => ({ table, key: 'name', type: null });

function reference(key: string, path: string, field: Field | null, to: Target): Reference {
  const keys = [...(to.key === null ? [] : [['text', to.key] as const]), ['uuid', 'id'] as const];
  const columns = keys.map(([kind, each]): [string, HeaderField] => {
    const name = `${path}.${each}`;
    return [name, { kind, name, description: field?.description ?? '', several: false }];
  });
  return { at: 'reference', key, path, field, to, columns: new Map(columns) };
}

function cell(field: Field, path: string, beside: readonly Field[]): Cell {
  const { name: key, kind, values, description } = field;
  const source = key.replace(/_rendered$/, '');
  const markdown = source === key || beside.some(({ name }) => name === source) ? null : source;
  const columns = new Map<string, HeaderField>();
  if (markdown !== null) columns.set(markdown, { kind: 'text', name: markdown, description, several: false });
  const several = kind === 'array';
  const one = several ? (values ? 'enum' : 'text') : kind;
  columns.set(path, { kind: one, name: key, description, ...(values && { values }), several });
  return { at: 'cell', key, path, field, markdown, columns };
}

const object = (field: Field, path: string, members: readonly FieldLayout[]): ObjectLayout => ({
  ...{ at: 'object', key: field.name, path, field, members, columns: new Map(columnsOf(members)) },
});

function list(field: Field, path: string, members: List['members'], each: Reference | null, own: boolean): List {
  const { name: key, description } = field;
  const columns = new Map(columnsOf(members).map(([header, column]) => [header, { ...column, several: true }]));
  columns.set(path, { kind: 'array', name: key, description, several: false });
  return { at: 'list', key, path, field, members, each, own, columns };
}

/** The columns of a place, the usual one first. */
export const placeHeaders = ({ columns }: FieldLayout): readonly string[] => [...columns.keys()];

/** The header to use in error messages. */
export const usualHeader = (place: FieldLayout): string => placeHeaders(place)[0] ?? place.path;

/** Headers of exports that are ignored. */
export const ignoredHeaders = ({ members }: Layout): readonly string[] =>
  members.flatMap((place) => {
    if (place.at === 'derived') return [...headersIn(place.field, place.path)];
    return place.at === 'reference' && place.field
      ? [...headersIn({ ...place.field, kind: 'object' }, place.path)]
      : [];
  });

/** The places with columns. */
export function* leaves(places: readonly FieldLayout[]): Generator<Cell | Reference> {
  for (const place of places) {
    if (place.at === 'object' || place.at === 'list') yield* leaves(place.members);
    else if (place.at !== 'derived') yield place;
  }
}

/** Whether these columns identify rows of a collection. */
export const hasKey = ({ key }: Layout, headers: readonly string[]): boolean =>
  ['id', key, ...(key === 'slug' ? ['name'] : [])].some((name) => name !== null && headers.includes(name));

/** The column that identifies rows of a collection. */
export const ownHeader = ({ key }: Layout): string => key ?? 'id';

/** Columns of a field: one per key of an object; an array is one column of JSON, because its length varies. */
export function* headersIn({ kind, dto }: Pick<Field, 'kind' | 'dto'>, path: string): Generator<string> {
  const inner = kind === 'object' ? dto?.() : undefined;
  if (!inner) yield path;
  else for (const field of fieldTable(inner).values()) yield* headersIn(field, `${path}.${field.name}`);
}

/** Timestamps that need no column. */
export const timestampKeys: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** A column for rows without a unique field: it is not stored, but the id is derived from it. */
export const ownKey = 'key';

/** The keys that identify rows in spreadsheets, by collection. */
export const naturalKeys: ReadonlyMap<string, string> = new Map(
  collections.flatMap(({ name, naturalKey }) => (naturalKey === null ? [] : [[name, naturalKey]])),
);

export const findNaturalKey = (collection: string): string | null => naturalKeys.get(collection) ?? null;

/** The type of the categories of a table's rows (section 8): `machine` for `machines`; null if they have none. */
export const categoryType = (table: string): CategoryType | null =>
  categoryTypes.find((type) => `${type}s` === table) ?? null;
