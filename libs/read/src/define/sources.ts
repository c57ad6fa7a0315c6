import type { DtoClass } from '@resource-catalogue/contracts';
import type { ColumnName, ColumnsOf, ForeignKey, ForeignKeyTo, TargetOf, TableName } from './prisma-tables.js';

/** How a row of one table appears inside other resources: an object with exactly the DTO's keys (SHAPE-1, SHAPE-9). */
export interface Summary<out Dto extends object = object, out Table extends TableName = TableName> {
  readonly table: Table;
  readonly dto: DtoClass<Dto>;
  readonly sources: ReadonlyMap<string, SummarySource>;
}

/** A column of the row itself. */
export interface ColumnSource<out Name extends string = string> {
  readonly from: 'column';
  /** The key's own name by default. */
  readonly name?: Name;
  /** Whether a few such texts can fill a page (PAGE-5). */
  readonly long?: true;
}

/** A JSON column, returned as stored. */
export interface JsonSource<out Length extends string = string> {
  readonly from: 'json';
  /** The column with the length of the JSON text in bytes, if a few such texts can fill a page (PAGE-5). */
  readonly length?: Length;
}

/** A summary of the row that a foreign key of this row refers to; null if the key is null. */
export interface RefSource<
  out Dto extends object = object,
  out Target extends TableName = TableName,
  out Key extends string = string,
> {
  readonly from: 'ref';
  readonly summary: Summary<Dto, Target>;
  /** The key's own name plus `_id` by default. */
  readonly key?: Key;
}

/** One column of the row that a foreign key of this row refers to. */
export interface RefColumnSource<out Target extends TableName = TableName, out Key extends string = string> {
  readonly from: 'ref_column';
  readonly key: Key;
  readonly table: Target;
  readonly name: string;
}

/** Rows of another table that belong to a row. */
interface Owned<out Owner extends TableName> {
  /** The table that the foreign key `owner` refers to; only for the compiler, never set. */
  readonly refersTo?: Owner;
}

/** A summary of the one row of another table whose foreign key refers to this row; null if there is none. */
export interface ReverseSource<
  out Dto extends object = object,
  out Owner extends TableName = TableName,
> extends Owned<Owner> {
  readonly from: 'reverse';
  readonly summary: Summary<Dto>;
  readonly owner: string;
  readonly where?: Readonly<Record<string, unknown>>;
}

/** The rows that a join table links to this row, ordered by id (SHAPE-10). */
export interface SetSource<
  out Dto extends object = object,
  out Owner extends TableName = TableName,
> extends Owned<Owner> {
  readonly from: 'set';
  readonly summary: Summary<Dto>;
  readonly table: TableName;
  readonly owner: string;
  readonly key: string;
  /** A column of this row that is never null if there are such rows, so that other rows skip the look-up. */
  readonly onlyWith?: string;
}

/** The rows of another table that belong to this row, ordered by their id in the JSON (SHAPE-10). */
export interface ChildrenSource<
  out Dto extends object = object,
  out Owner extends TableName = TableName,
> extends Owned<Owner> {
  readonly from: 'children';
  readonly summary: Summary<Dto>;
  readonly owner: string;
}

/** The number of rows whose parents, rows of another table, belong to this row. */
export interface CountSource<out Owner extends TableName = TableName> extends Owned<Owner> {
  readonly from: 'count';
  readonly table: TableName;
  /** The foreign key of the counted rows that refers to the parents. */
  readonly parent: string;
  readonly parents: TableName;
  /** The foreign key of the parents that refers to this row. */
  readonly owner: string;
  /** The values that a column of the parents must have for their rows to count. */
  readonly where: Readonly<Record<string, readonly string[]>>;
}

/** The value of one key minus that of another, at least zero. */
export interface RemainderSource<out Key extends string = string> {
  readonly from: 'remainder';
  readonly total: Key;
  readonly taken: Key;
}

export type SummarySource = ColumnSource | RefSource | RefColumnSource;

export type Source =
  | ColumnSource
  | JsonSource
  | RefSource
  | ReverseSource
  | SetSource
  | ChildrenSource
  | CountSource
  | RemainderSource;

export const column = <Name extends string>(name: Name): ColumnSource<Name> => ({ from: 'column', name });

/** A text without a limit, or with one so high that few of them fill a page (PAGE-5). */
export const longText = (): ColumnSource<never> => ({ from: 'column', long: true });

/** The table stores the length in a column, because computing it would read the whole text. */
export const longJson = <Length extends string>(length: Length): JsonSource<Length> => ({ from: 'json', length });

export function ref<Dto extends object, Target extends TableName>(
  summary: Summary<Dto, Target>,
): RefSource<Dto, Target, never>;
export function ref<Dto extends object, Target extends TableName, const Key extends string>(
  summary: Summary<Dto, Target>,
  key: Key,
): RefSource<Dto, Target, Key> & { readonly key: Key };
export function ref(summary: Summary, key?: string): RefSource {
  return key === undefined ? { from: 'ref', summary } : { from: 'ref', summary, key };
}

export const refColumn = <const Key extends string, Target extends TableName>(
  key: Key,
  table: Target,
  name: ColumnName<Target>,
): RefColumnSource<Target, Key> => ({ from: 'ref_column', key, table, name });

export const reverseRef = <Dto extends object, Table extends TableName, Key extends ForeignKey<Table>>(
  summary: Summary<Dto, Table>,
  owner: Key,
  where?: Partial<ColumnsOf<Table>>,
): ReverseSource<Dto, TargetOf<Table, Key>> => ({ from: 'reverse', summary, owner, ...(where && { where }) });

export const set = <
  Dto extends object,
  Target extends TableName,
  Join extends TableName,
  Owner extends ForeignKey<Join>,
>(
  summary: Summary<Dto, Target>,
  table: Join,
  owner: Owner,
  key: ForeignKeyTo<Target, Join>,
  onlyWith?: ColumnName<TargetOf<Join, Owner>>,
): SetSource<Dto, TargetOf<Join, Owner>> => ({
  from: 'set',
  summary,
  table,
  owner,
  key,
  ...(onlyWith && { onlyWith }),
});

export const children = <Dto extends object, Table extends TableName, Owner extends ForeignKey<Table>>(
  summary: Summary<Dto, Table>,
  owner: Owner,
): ChildrenSource<Dto, TargetOf<Table, Owner>> => ({ from: 'children', summary, owner });

export const count = <
  Table extends TableName,
  Parent extends ForeignKey<Table>,
  Owner extends ForeignKey<TargetOf<Table, Parent>>,
  Column extends ColumnName<TargetOf<Table, Parent>>,
>(
  table: Table,
  parent: Parent,
  parents: TargetOf<Table, Parent>,
  owner: Owner,
  where: Readonly<Record<Column, readonly (ColumnsOf<TargetOf<Table, Parent>>[Column] & string)[]>>,
): CountSource<TargetOf<TargetOf<Table, Parent>, Owner>> => ({ from: 'count', table, parent, parents, owner, where });

export const remainder = <const Key extends string>(total: Key, taken: Key): RemainderSource<Key> => ({
  from: 'remainder',
  total,
  taken,
});

export interface IdIn<out Key extends string = string> {
  readonly idIn: Key;
}

/** Filters by ids of the rows that a key shows (FILT-4), or of the row that its summary refers to. */
export const idIn = <const Key extends string>(key: Key): IdIn<Key> => ({ idIn: key });
