import { type DtoClass, type FieldKind, fieldTable } from '@resource-catalogue/contracts';
import type { NamedColumn, RefOf } from './definition.js';
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

interface SummarySql {
  /** An SQL expression of type text: the JSON summary of the row at the alias. */
  readonly expression: string;
  /** The joins that the expression needs, in order. */
  readonly joins: readonly string[];
  /** Every table that the expression reads: a change in any of them may change the text. */
  readonly tables: readonly string[];
}

/** With `marked`, inner summaries are not read but marked and inserted there: the page has them from the cache. */
export function summarySql(of: Summary, alias: string, marked?: Summary[]): SummarySql {
  const fields = [...fieldTable(of.dto).values()];
  const joins: string[] = [];
  const tables: string[] = [of.table];
  const parts = fields.map(({ name, kind }, index) => {
    const source = of.sources.get(name) ?? { from: 'column' };
    const lead = `'${index === 0 ? '{' : ','}"${name}":'`;
    if (source.from === 'column') return `${lead}, ${jsonText(kind, `${alias}.${source.name ?? name}`)}`;
    if (source.from === 'ref' && marked) {
      return `${lead}, coalesce(${markSql(source.summary, `${alias}.${source.key ?? `${name}_id`}`, marked)}, 'null')`;
    }
    const inner = `${alias}_${index}`;
    const table = source.from === 'ref' ? source.summary.table : source.table;
    joins.push(`LEFT JOIN ${table} ${inner} ON ${inner}.id = ${alias}.${source.key ?? `${name}_id`}`);
    tables.push(table);
    if (source.from === 'ref_column') return `${lead}, ${jsonText(kind, `${inner}.${source.name}`)}`;
    const nested = summarySql(source.summary, inner);
    joins.push(...nested.joins);
    tables.push(...nested.tables);
    return `${lead}, CASE WHEN ${inner}.id IS NULL THEN 'null' ELSE ${nested.expression} END`;
  });
  return { expression: `concat(${parts.join(', ')}, '}')`, joins, tables: [...new Set(tables)] };
}

/** Precedes an id in a text where the JSON of a summary belongs; JSON never contains this character. */
export const mark = '\u0001';

/** An SQL expression of type text that marks the place of a summary whose id is in the column. */
export function markSql(of: Summary, column: string, marked: Summary[]): string {
  if (!marked.includes(of)) marked.push(of);
  return `E'\\x01${marked.indexOf(of)}' || ${column}`;
}

/** The column of a summarised row that is shown as its `id`. */
export function idColumn(of: Summary): string {
  const id = of.sources.get('id');
  return id?.from === 'column' && id.name !== undefined ? id.name : 'id';
}

const instantFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** An SQL expression of type text that shows a column as JSON, in exactly the form of the row writer. */
function jsonText(kind: FieldKind, expression: string): string {
  switch (kind) {
    case 'uuid':
    case 'enum':
    case 'date':
      return `coalesce('"' || ${expression} || '"', 'null')`;
    case 'text':
      return `coalesce(to_json(${expression})::text, 'null')`;
    case 'datetime':
      return `coalesce('"' || to_char(${expression}, ${instantFormat}) || '"', 'null')`;
    case 'integer':
    case 'number':
    case 'boolean':
    case 'object':
    case 'array':
      return `coalesce(${expression}::text, 'null')`;
  }
}
