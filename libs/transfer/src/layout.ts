import {
  type CategoryType,
  type CollectionName,
  type DtoClass,
  type Field,
  fieldTable,
} from '@resource-catalogue/contracts';
import type { Definition, Source, Summary, SummarySource } from '@resource-catalogue/read';
import type { ValueField } from './values/value-parser.js';

/** The target of a reference and the key that identifies its rows. */
export interface Target {
  readonly table: string;
  /** Null if only the id identifies a row. */
  readonly key: string | null;
  /** The category type, because slugs of categories are unique per type. */
  readonly type: CategoryType | null;
}

/** The place of a key in a sheet. Paths have dots, as in headers. */
interface At<Kind extends string> {
  readonly at: Kind;
  readonly key: string;
  readonly path: string;
}

export interface Reference extends At<'reference'> {
  /** Null if its keys are in the surrounding object. */
  readonly field: Field | null;
  readonly to: Target;
  /** Whether the target has no collection: references create it and contain its name. */
  readonly named: boolean;
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

export type FieldLayout =
  | Cell
  | Reference
  | List
  | ObjectLayout
  /** Derived from other rows, so no column is read. */
  | (At<'nowhere'> & { readonly headers: readonly string[] });

/** Column layout of a collection's sheets. */
export interface Layout {
  readonly collection: string;
  /** The key that identifies its rows; null if only ids do. */
  readonly key: string | null;
  readonly members: readonly FieldLayout[];
}

type Sources = ReadonlyMap<string, Source | SummarySource>;

/** Derives the columns of a collection's sheets from its definition. */
export function collectionLayout(definition: Definition, definitions: readonly Definition[]): Layout {
  const { name: collection, dto, sources } = definition;
  const maker = new LayoutMaker(collection, new Set(definitions.map(({ name }) => name)));
  return { collection, key: findNaturalKey(collection), members: maker.members(dto, sources, '') };
}

class LayoutMaker {
  constructor(
    private readonly collection: string,
    private readonly collections: ReadonlySet<string>,
  ) {}

  members(dto: DtoClass, sources: Sources, above: string): FieldLayout[] {
    const fields = [...fieldTable(dto).values()];
    const entity = [...sources.values()].find(({ from }) => from === 'ref_column');
    return fields.flatMap((field): FieldLayout[] => {
      const source = sources.get(field.name) ?? { from: 'column' };
      if (entity?.from === 'ref_column' && field.name === 'id') {
        const to = { table: entity.table, key: 'name', type: null };
        return [{ at: 'reference', key: 'id', path: above.slice(0, -1), field: null, to, named: true }];
      }
      if (source.from === 'ref_column') return [];
      return [this.place(field, source, `${above}${field.name}`, fields)];
    });
  }

  private place(field: Field, source: Source | SummarySource, path: string, beside: readonly Field[]): FieldLayout {
    const key = field.name;
    switch (source.from) {
      case 'reverse':
      case 'count':
      case 'remainder':
      case 'ref_column':
        return { at: 'nowhere', key, path, headers: [...headersIn(field, path)] };
      case 'ref':
        return this.reference(field, source.summary, path);
      case 'set': {
        const item = this.reference(field, source.summary, path);
        const [members, each] = item.at === 'object' ? [item.members, null] : [[item], item];
        return { at: 'list', key, path, field, members, each, own: false };
      }
      case 'children': {
        const members = this.members(source.summary.dto, source.summary.sources, `${path}.`);
        return { at: 'list', key, path, field, each: null, members, own: true };
      }
      case 'column':
      case 'json':
        return this.own(field, path, beside);
    }
  }

  private own(field: Field, path: string, beside: readonly Field[]): FieldLayout {
    const key = field.name;
    const dto = field.dto?.();
    if (dto) {
      const members = this.members(dto, new Map(), `${path}.`);
      return field.kind === 'array'
        ? { at: 'list', key, path, field, each: null, members, own: true }
        : { at: 'object', key, path, field, members };
    }
    const source = key.replace(/_rendered$/, '');
    const markdown = source === key || beside.some(({ name }) => name === source) ? null : source;
    return { at: 'cell', key, path, field, markdown };
  }

  private reference(field: Field, summary: Summary, path: string): Reference | ObjectLayout {
    const key = field.name;
    const { table } = summary;
    const names = [...fieldTable(summary.dto).keys()];
    if (this.collections.has(table)) {
      const type = table === 'categories' ? (typeByTable[this.typed(path)] ?? null) : null;
      return { at: 'reference', key, path, field, to: { table, key: findNaturalKey(table), type }, named: false };
    }
    if (names.join() === 'id,name') {
      return { at: 'reference', key, path, field, to: { table, key: 'name', type: null }, named: true };
    }
    return { at: 'object', key, path, field, members: this.members(summary.dto, summary.sources, `${path}.`) };
  }

  /** The table of a category: the collection, or its prices. */
  private typed(path: string): string {
    return path === 'category' ? this.collection : 'prices';
  }
}

/** The headers of a place, the usual one first. */
export function placeHeaders(place: FieldLayout): readonly string[] {
  switch (place.at) {
    case 'cell':
      return place.markdown === null ? [place.path] : [place.markdown, place.path];
    case 'reference':
      return [...(place.to.key === null ? [] : [`${place.path}.${place.to.key}`]), `${place.path}.id`];
    case 'object':
      return place.members.flatMap(placeHeaders);
    case 'list':
      return [...place.members.flatMap(placeHeaders), place.path];
    case 'nowhere':
      return [];
  }
}

/** Headers of exports that are ignored. */
export function unreadHeaders(place: FieldLayout): readonly string[] {
  if (place.at === 'nowhere') return place.headers;
  if (place.at !== 'reference' || !place.field) return [];
  return [...headersIn({ ...place.field, kind: 'object' }, place.path)];
}

/** The places with columns. */
export function* leaves(places: readonly FieldLayout[]): Generator<Cell | Reference> {
  for (const place of places) {
    if (place.at === 'object' || place.at === 'list') yield* leaves(place.members);
    else if (place.at !== 'nowhere') yield place;
  }
}

/** The header to use in error messages. */
export const usualHeader = (place: FieldLayout): string => placeHeaders(place)[0] ?? place.path;

/** The columns that can identify rows of a collection. */
export const keyHeaders = ({ key }: Layout): readonly string[] => [
  'id',
  ...(key === null ? [] : [key]),
  ...(key === 'slug' ? ['name'] : []),
];

/** The column that identifies rows of a collection. */
export const ownHeader = ({ key }: Layout): string => key ?? 'id';

/** All headers of a collection's sheets, in contract order. */
export function allHeaders({ key, members }: Layout): readonly string[] {
  return [...(key === ownKey ? [ownKey] : []), ...members.flatMap(placeHeaders)];
}

/** Columns of a field: one per key of an object; an array is one column of JSON, because its length varies. */
export function* headersIn({ kind, dto }: Pick<Field, 'kind' | 'dto'>, path: string): Generator<string> {
  const inner = kind === 'object' ? dto?.() : undefined;
  if (!inner) yield path;
  else for (const field of fieldTable(inner).values()) yield* headersIn(field, `${path}.${field.name}`);
}

/** A column for rows without a unique field: it is not stored, but the id is derived from it. */
export const ownKey = 'key';

/** The keys that identify rows in spreadsheets. */
export const naturalKeys: Partial<Readonly<Record<CollectionName, string>>> = {
  spaces: 'slug',
  categories: 'slug',
  users: 'email',
  members: 'number',
  machines: 'slug',
  machine_units: 'sku',
  places: 'slug',
  place_units: 'sku',
  plans: 'slug',
  trainings: 'slug',
  training_sessions: ownKey,
  events: 'slug',
  event_sessions: ownKey,
  bookings: ownKey,
};

export const findNaturalKey = (collection: string): string | null =>
  Object.entries(naturalKeys).find(([name]) => name === collection)?.[1] ?? null;

/** The category type of a table's rows (section 8). */
export const typeByTable: Readonly<Record<string, CategoryType>> = {
  machines: 'machine',
  places: 'place',
  trainings: 'training',
  events: 'event',
  plans: 'plan',
  prices: 'price',
};

/** The values that a column of a collection accepts. */
export interface HeaderField extends ValueField, Pick<Field, 'description'> {
  /** Whether a cell has several values. */
  readonly several: boolean;
}

/** The field of each column of a collection. Names of references are texts. */
export function headerFields({ members, key }: Layout): ReadonlyMap<string, HeaderField> {
  const own: HeaderField = { kind: 'text', name: ownKey, description: 'A key of the row, not stored.', several: false };
  return new Map([...(key === ownKey ? [[ownKey, own] as const] : []), ...fieldsOf(members, false)]);
}

function* fieldsOf(places: readonly FieldLayout[], several: boolean): Generator<readonly [string, HeaderField]> {
  for (const place of places) {
    switch (place.at) {
      case 'cell': {
        const { path, markdown, field } = place;
        const { name, description, values } = field;
        if (markdown !== null) yield [markdown, { kind: 'text', name: markdown, description, several }];
        const isArray = field.kind === 'array';
        const kind = isArray ? (values ? 'enum' : 'text') : field.kind;
        yield [path, { kind, name, description, ...(values && { values }), several: several || isArray }];
        break;
      }
      case 'reference':
        for (const header of placeHeaders(place)) {
          const kind = header.endsWith('.id') ? 'uuid' : 'text';
          yield [header, { kind, name: header, description: place.field?.description ?? '', several }];
        }
        break;
      case 'object':
        yield* fieldsOf(place.members, several);
        break;
      case 'list': {
        const { path, field } = place;
        yield* fieldsOf(place.members, true);
        yield [path, { kind: 'array', name: field.name, description: field.description, several: false }];
        break;
      }
      case 'nowhere':
        break;
    }
  }
}
