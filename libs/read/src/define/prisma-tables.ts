import type { Prisma, Tables } from '@resource-catalogue/prisma';

/** A table of the Prisma schema. */
export type TableName = keyof Tables;

/** The values of a table's columns, as Prisma types them. */
export type ColumnsOf<Table extends TableName> = Prisma.TypeMap['model'][Tables[Table]['model']]['payload']['scalars'];

/** A column of the table. */
export type ColumnName<Table extends TableName> = keyof ColumnsOf<Table> & string;

/** A foreign key of the table. */
export type ForeignKey<Table extends TableName> = keyof Tables[Table]['references'] & string;

/** The table that a foreign key refers to. */
export type TargetOf<Table extends TableName, Key extends ForeignKey<Table>> = Extract<
  Tables[Table]['references'][Key],
  TableName
>;

/** A foreign key of the table that refers to the target. */
export type ForeignKeyTo<Target extends TableName, Table extends TableName> = {
  [Key in ForeignKey<Table>]: TargetOf<Table, Key> extends Target ? Key : never;
}[ForeignKey<Table>];
