import { type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import type { NamedColumn, RefOf } from './definition-types.js';
import type { RefColumnSource, Summary, SummarySource } from './sources.js';
import type { ColumnName, ForeignKey, TargetOf, TableName } from './prisma-tables.js';

type RefColumnOf<Table extends TableName> = {
  [Key in ForeignKey<Table>]: RefColumnSource<TargetOf<Table, Key>, Key>;
}[ForeignKey<Table>];

type SummarySourceOf<Table extends TableName, Key extends string, Value> = Value extends object
  ? RefOf<Table, Key, Value>
  : NamedColumn<ColumnName<Table>> | RefColumnOf<Table>;

/** A key that is not a column of the table needs a source. */
type SummarySources<Table extends TableName, Dto> = {
  readonly [Key in Exclude<keyof Dto & string, ColumnName<Table>>]: SummarySourceOf<Table, Key, NonNullable<Dto[Key]>>;
} & { readonly [Key in keyof Dto & ColumnName<Table>]?: SummarySourceOf<Table, Key, NonNullable<Dto[Key]>> };

/** Describes the summary of a table's rows. The default source of a key is the column of the same name. */
export function summary<Table extends TableName, Dto extends object>(
  table: Table,
  dto: DtoClass<Dto>,
  ...sources: Record<never, never> extends SummarySources<Table, Dto> ? [] : [SummarySources<Table, Dto>]
): Summary<Dto, Table>;
export function summary(
  table: TableName,
  dto: DtoClass,
  sources: Readonly<Record<string, SummarySource | undefined>> = {},
): Summary {
  const keys = [...fieldTable(dto).keys()];
  return { table, dto, sources: new Map(keys.map((key) => [key, sources[key] ?? { from: 'column', name: key }])) };
}

/** The column of a summarised row that is shown as its `id`. */
export function idColumn(of: Summary): string {
  const id = of.sources.get('id');
  return id?.from === 'column' && id.name !== undefined ? id.name : 'id';
}
