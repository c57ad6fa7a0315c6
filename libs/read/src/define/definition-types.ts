import type { ColumnName, ColumnsOf, ForeignKey, TableName, TargetOf } from './prisma-tables.js';
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
} from './sources.js';
import type { ZoneMap } from './zone-map.js';

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

/** Keys without a column are a parameter so that the compiler lists them when `sources` is missing. */
type SourcesOf<WithoutColumn extends string, Table extends TableName, Dto> = {
  readonly [Key in WithoutColumn & keyof Dto]: SourceOf<Table, Dto, Key>;
} & { readonly [Key in OwnKey<Table, Dto>]?: SourceOf<Table, Dto, Key> };

/** Filters without a column are a parameter so that the compiler lists them when `filters` is missing. */
type FiltersOf<WithoutColumn extends string, Table extends TableName, Dto, Filters> = Readonly<
  Record<WithoutColumn, NamedColumn<ColumnName<Table>> | IdIn<keyof Dto & string>>
> &
  Readonly<Partial<Record<keyof Filters & ColumnName<Table>, NamedColumn<ColumnName<Table>>>>>;

/** FILT-8: deletable tables store the time of deletion. */
type Deletion<Table extends TableName> = 'soft_deleted_at' extends ColumnName<Table> ? 'soft_deleted' : never;

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? Readonly<Partial<Record<Name, Value>>> : Readonly<Record<Name, Value>>;

/** The sources and filters that a definition needs, and those that it may have. */
export type Parts<Table extends TableName, Dto, Filters> = Part<
  'sources',
  SourcesOf<Exclude<keyof Dto & string, OwnKey<Table, Dto>>, Table, Dto>
> &
  Part<
    'filters',
    FiltersOf<Exclude<keyof Filters & string, ColumnName<Table> | Deletion<Table>>, Table, Dto, Filters>
  > & {
    readonly zoneMap?: ZoneMap<ColumnName<Table>>;
  };
