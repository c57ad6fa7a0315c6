import { fieldTable } from '@resource-catalogue/contracts';
import { entriesOf, saysKind } from './entries.js';
import { jsonText } from './json-sql.js';

interface OwnColumn {
  readonly from: 'column';
  readonly name?: string;
}

interface JoinedColumn {
  readonly from: 'joined';
  readonly table: string;
  readonly key: string;
  readonly name: string;
}

interface JoinedSummary<T extends object> {
  readonly from: 'join';
  readonly summary: Summary<T>;
  readonly key: string;
}

/** A scalar of the summarised row or of one that it refers to, or the summary of a thing that it refers to. */
export type SummarySource<T> = [NonNullable<T>] extends [string | number | boolean]
  ? OwnColumn | JoinedColumn
  : NonNullable<T> extends object
    ? JoinedSummary<NonNullable<T>>
    : never;

/** What is shown of one table's row inside other resources: an object with exactly the DTO's keys (SHAPE-1, SHAPE-9). */
export interface Summary<out T extends object> {
  readonly dto: abstract new () => T;
  readonly table: string;
  readonly fields: { readonly [Key in keyof T]-?: SummarySource<T[Key]> };
}

export function summary<T extends object>(
  dto: abstract new () => T,
  table: string,
  fields: Summary<T>['fields'],
): Summary<T> {
  return { dto, table, fields };
}

/** The summary of what the row's foreign key names. */
export const join = <T extends object>(of: Summary<T>, key: string): JoinedSummary<T> => ({
  from: 'join',
  summary: of,
  key,
});

/** One column of what the row's foreign key names. */
export const joined = (table: string, key: string, name: string): JoinedColumn => ({
  from: 'joined',
  table,
  key,
  name,
});

interface SummarySql {
  /** An SQL expression of type text: the summary of the row at the alias, as JSON. */
  readonly expression: string;
  /** The joins that the expression needs, in order. */
  readonly joins: readonly string[];
  /** Every table that the expression reads: a change in any of them may change the text. */
  readonly tables: readonly string[];
}

type Entry = OwnColumn | JoinedColumn | JoinedSummary<object>;

function isEntry(value: unknown): value is Entry {
  return saysKind(value, 'from', ['column', 'joined', 'join']);
}

export function summarySql(of: Summary<object>, alias: string): SummarySql {
  const fields = fieldTable(of.dto);
  const joins: string[] = [];
  const tables = [of.table];
  const parts = entriesOf(of.fields, isEntry).map(([key, source], index) => {
    const kind = fields.get(key)?.kind;
    if (!kind) throw new Error(`The summary of ${of.table} has a key ${key} that its contract lacks.`);
    const lead = `'${index === 0 ? '{' : ','}"${key}":'`;
    if (source.from === 'column') return `${lead}, ${jsonText(kind, `${alias}.${source.name ?? key}`)}`;
    const inner = `${alias}_${index}`;
    const table = source.from === 'join' ? source.summary.table : source.table;
    joins.push(`LEFT JOIN ${table} ${inner} ON ${inner}.id = ${alias}.${source.key}`);
    tables.push(table);
    if (source.from === 'joined') return `${lead}, ${jsonText(kind, `${inner}.${source.name}`)}`;
    const nested = summarySql(source.summary, inner);
    joins.push(...nested.joins);
    tables.push(...nested.tables);
    return `${lead}, CASE WHEN ${inner}.id IS NULL THEN 'null' ELSE ${nested.expression} END`;
  });
  return { expression: `concat(${parts.join(', ')}, '}')`, joins, tables: [...new Set(tables)] };
}
