import {
  type CollectionContract,
  type DtoClass,
  type Field,
  fieldTable,
  filterTable,
} from '@resource-catalogue/contracts';
import type { ColumnName, ColumnRead, ColumnsOf, ForeignKey, TableName, TargetOf } from './prisma-tables.js';
import type {
  ChildrenSource,
  ColumnSource,
  CountSource,
  IdIn,
  JsonSource,
  RefSource,
  RemainderSource,
  ReverseSource,
  SetSource,
  Source,
  Summary,
} from './sources.js';
import type { ZoneMap } from './zone-map.js';

/**
 * The source of a filter: a column of the row, the deletion time, the rows that the key of the same name shows
 * (FILT-4), or a column of the row that a foreign key refers to.
 */
export type FilterSource =
  | {
      readonly on: 'column';
      readonly name: string;
      /** The values of an enumeration that is never null. */
      readonly values?: readonly string[];
      /** Whether every row has an id there. */
      readonly hasIds: boolean;
    }
  | { readonly on: 'deletion' }
  | { readonly on: 'rows'; readonly shown: SetSource | ChildrenSource | ReverseSource }
  | { readonly on: 'target'; readonly name: string; readonly table: string; readonly column: string };

/** The server's side of a collection, from which the read engine builds statements. */
export interface Definition {
  /** The name of the collection and of its table. */
  readonly name: string;
  readonly dto: DtoClass;
  /** A source for every key of the DTO, in its order. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly filters: ReadonlyMap<string, FilterSource>;
  readonly zoneMap?: ZoneMap;
}

/**
 * Defines where a collection's keys and filters come from. The default is the column of the same name and, for
 * deletable rows, the filter `soft_deleted`. A key, filter or sort without a column, and a table, column or join
 * that the Prisma schema lacks, do not compile.
 */
export function define<
  Name extends TableName,
  Dto extends object,
  Filters extends object,
  Sort extends ColumnName<Name>,
>(contract: CollectionContract<Name, Dto, Filters, Sort>, options: Parts<Name, Dto, Filters>): Definition;
export function define(
  contract: CollectionContract<string, object, object, string>,
  options: {
    readonly sources?: Readonly<Record<string, Source | undefined>>;
    readonly filters?: Readonly<Record<string, ColumnSource | IdIn | undefined>>;
    readonly zoneMap?: ZoneMap;
  },
): Definition {
  const fields = [...fieldTable(contract.resource).values()];
  const sources = new Map(fields.map((field) => [field.name, options.sources?.[field.name] ?? ownColumn(field)]));
  const filters = [...filterTable(contract.filters).keys()].map(
    (field) => [field, filterSource(field, options.filters?.[field], sources, fieldTable(contract.resource))] as const,
  );
  const { zoneMap } = options;
  return {
    name: contract.name,
    dto: contract.resource,
    sources,
    filters: new Map(filters),
    ...(zoneMap && { zoneMap }),
  };
}

/** The columns that the statements of these collections read. */
export const columnsOfDefinitions = (definitions: readonly Definition[]): ColumnRead[] =>
  definitions.flatMap((definition) => [...columnsRead(definition)]);

function* columnsRead({ name, sources, filters, zoneMap }: Definition): Generator<ColumnRead> {
  const columns = [...sources].flatMap(([key, source]) => [...columnsOfSource(name, key, source)]);
  if (zoneMap) {
    const bounds = zoneMap.times.flatMap((time) => [`least_${time}`, `greatest_${time}`]);
    for (const column of ['key', 'begins', ...bounds, ...zoneMap.values]) columns.push([zoneMap.table, column]);
  }
  for (const filter of filters.values()) {
    if (filter.on === 'column') columns.push([name, filter.name]);
    if (filter.on === 'deletion') columns.push([name, 'soft_deleted_at']);
  }
  for (const [table, column, cached = false] of columns) yield { collection: name, table, column, cached };
}

type Column = readonly [table: string, column: string, cached?: boolean];

function* columnsOfSource(own: string, key: string, source: Source): Generator<Column> {
  switch (source.from) {
    case 'column':
      yield [own, source.name ?? key];
      break;
    case 'json':
      yield [own, key];
      if (source.length !== undefined) yield [own, source.length];
      break;
    case 'ref':
      yield [own, source.key ?? `${key}_id`];
      yield* columnsOfSummary(source.summary, true);
      break;
    case 'reverse':
      yield [source.summary.table, source.owner];
      for (const column of Object.keys(source.where ?? {})) yield [source.summary.table, column];
      yield* columnsOfSummary(source.summary, true);
      break;
    case 'set':
      yield [source.table, source.owner];
      yield [source.table, source.key];
      if (source.onlyWith !== undefined) yield [own, source.onlyWith];
      yield* columnsOfSummary(source.summary, true);
      break;
    case 'children':
      yield [source.summary.table, source.owner];
      yield* columnsOfSummary(source.summary, false);
      break;
    case 'count':
      yield [source.parents, source.owner];
      for (const column of Object.keys(source.where)) yield [source.parents, column];
      yield [source.table, source.parent];
      break;
    case 'remainder':
  }
}

function* columnsOfSummary({ table, sources }: Summary, cached: boolean): Generator<Column> {
  for (const [key, source] of sources) {
    if (source.from === 'column') yield [table, source.name ?? key, cached];
    else yield [table, source.key ?? `${key}_id`, cached];
    if (source.from === 'ref') yield* columnsOfSummary(source.summary, true);
    if (source.from === 'ref_column') yield [source.table, source.name, cached];
  }
}

const ownColumn = ({ kind }: Field): Source => ({ from: kind === 'object' || kind === 'array' ? 'json' : 'column' });

function filterSource(
  field: string,
  option: ColumnSource | IdIn | undefined,
  sources: ReadonlyMap<string, Source>,
  fields: ReadonlyMap<string, Field>,
): FilterSource {
  if (option === undefined) {
    if (field === 'soft_deleted') return { on: 'deletion' };
    const { kind, nullable, values } = fields.get(field) ?? fields.get(field.replace(/_id$/, '')) ?? {};
    const hasIds = !nullable && (kind === 'uuid' || kind === 'object');
    return { on: 'column', name: field, hasIds, ...(kind === 'enum' && !nullable && values && { values }) };
  }
  if ('from' in option) return { on: 'column', name: option.name ?? field, hasIds: false };
  const shown = sources.get(option.idIn);
  if (shown?.from === 'set' || shown?.from === 'children' || shown?.from === 'reverse') return { on: 'rows', shown };
  const inner = field.replace(/_id$/, '');
  const target = shown?.from === 'ref' ? shown.summary.sources.get(inner) : undefined;
  if (shown?.from === 'ref' && target?.from === 'ref')
    return {
      on: 'target',
      name: shown.key ?? `${option.idIn}_id`,
      table: shown.summary.table,
      column: target.key ?? `${inner}_id`,
    };
  throw new Error(
    `The filter ${field} takes ids of ${option.idIn}, which shows neither rows of another table nor a row that refers to one.`,
  );
}

/** Whether a column can be shown unchanged as a value of the DTO. JSON columns can hold anything. */
type Shows<Column, Value> = string | number | boolean extends Column
  ? NonNullable<Value> extends object
    ? true
    : false
  : Exclude<Plain<Column>, Value> extends never
    ? true
    : false;

/** Types that Prisma reads as `Date` or `Decimal` are shown as text or numbers. */
type Plain<Column> = Column extends Date ? string : Column extends { toNumber(): number } ? number : Column;

type ColumnShowing<Table extends TableName, Value> = {
  [Name in ColumnName<Table>]: [Shows<ColumnsOf<Table>[Name], Value>] extends [true] ? Name : never;
}[ColumnName<Table>];

type OwnKey<Table extends TableName, Dto> = {
  [Key in keyof Dto & string]: Key extends ColumnShowing<Table, Dto[Key]> ? Key : never;
}[keyof Dto & string];

/** The sources allowed for a key, by its type in the contract and the schema. */
type SourceOf<Table extends TableName, Dto, Key extends keyof Dto & string> = SourceOfValue<
  Table,
  Dto,
  Key,
  NonNullable<Dto[Key]>
>;

type SourceOfValue<Table extends TableName, Dto, Key extends string, Value> = [Value] extends [number]
  ? OwnColumn<Table, Key, Value> | CountSource<Table> | RemainderSource<KeyOf<number, Dto>>
  : [Value] extends [string | boolean]
    ? OwnColumn<Table, Key, Value>
    : Value extends readonly (infer Item extends object)[]
      ? OwnJson<Table, Key> | SetSource<Item, Table> | ChildrenSource<Item, Table>
      : Value extends object
        ? OwnJson<Table, Key> | RefOf<Table, Key, Value> | ReverseSource<Value, Table>
        : never;

type KeyOf<Value, Dto> = { [Key in keyof Dto & string]: Dto[Key] extends Value ? Key : never }[keyof Dto & string];

type OwnJson<Table extends TableName, Key> = Key extends ColumnName<Table> ? JsonSource<ColumnName<Table>> : never;

type OwnColumn<Table extends TableName, Key, Value> =
  Key extends ColumnName<Table> ? ColumnSource<ColumnShowing<Table, Value>> : NamedColumn<ColumnShowing<Table, Value>>;

export type NamedColumn<Name extends string> = ColumnSource<Name> & { readonly name: Name };

export type RefOf<Table extends TableName, Key extends string, Value extends object> =
  | (`${Key}_id` extends ForeignKey<Table> ? RefSource<Value, TargetOf<Table, `${Key}_id`>, never> : never)
  | {
      [Name in ForeignKey<Table>]: RefSource<Value, TargetOf<Table, Name>, Name> & { readonly key: Name };
    }[ForeignKey<Table>];

/** Keys without a column are a parameter so that the compiler names them when `sources` is missing. */
type SourcesOf<WithoutColumn extends string, Table extends TableName, Dto> = {
  readonly [Key in WithoutColumn & keyof Dto]: SourceOf<Table, Dto, Key>;
} & { readonly [Key in OwnKey<Table, Dto>]?: SourceOf<Table, Dto, Key> };

/** Filters without a column are a parameter so that the compiler names them when `filters` is missing. */
type FiltersOf<WithoutColumn extends string, Table extends TableName, Dto, Filters> = Readonly<
  Record<WithoutColumn, NamedColumn<ColumnName<Table>> | IdIn<keyof Dto & string>>
> &
  Readonly<Partial<Record<keyof Filters & ColumnName<Table>, NamedColumn<ColumnName<Table>>>>>;

/** FILT-8: deletable tables store the time of deletion. */
type Deletion<Table extends TableName> = 'soft_deleted_at' extends ColumnName<Table> ? 'soft_deleted' : never;

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? Readonly<Partial<Record<Name, Value>>> : Readonly<Record<Name, Value>>;

type Parts<Table extends TableName, Dto, Filters> = Part<
  'sources',
  SourcesOf<Exclude<keyof Dto & string, OwnKey<Table, Dto>>, Table, Dto>
> &
  Part<
    'filters',
    FiltersOf<Exclude<keyof Filters & string, ColumnName<Table> | Deletion<Table>>, Table, Dto, Filters>
  > & {
    readonly zoneMap?: ZoneMap<ColumnName<Table>>;
  };
