import { type FieldKind, fieldTable } from '@resource-catalogue/contracts';
import type { Summary } from '../define/sources.js';

interface SummarySql {
  /** An SQL expression of type text: the JSON summary of the row at the alias. */
  readonly expression: string;
  /** The joins that the expression needs, in order. */
  readonly joins: readonly string[];
  /** Every table that the expression reads: a change in any of them may change the text. */
  readonly tables: readonly string[];
}

/** With `marked`, inner summaries are not read: marks show where the page inserts them from the cache. */
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

/** The row writer reads the number of a marked summary as one digit. */
const maxMarked = 10;

/** An SQL expression of type text that marks the place of a summary whose id is in the column. */
export function markSql(of: Summary, column: string, marked: Summary[]): string {
  if (!marked.includes(of)) marked.push(of);
  if (marked.length > maxMarked) throw new Error(`A key cannot show more than ${maxMarked} kinds of summaries.`);
  return `E'\\x01${marked.indexOf(of)}' || ${column}`;
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

/**
 * An uncorrelated subquery runs once per statement in the statement's own snapshot, so its result identifies the
 * state of the summarised tables that the rows belong to.
 */
export function revisionsSql(tables: readonly string[]): string {
  const names = tables.map((table) => `'${table}'`).join(', ');
  return `(SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C") FROM revisions v WHERE v.name IN (${names}))`;
}

/** Reads the summaries of some ids, and the revisions of the tables involved. */
export function summaryStatement(summary: Summary): { readonly text: string; readonly tables: readonly string[] } {
  const { expression, joins, tables } = summarySql(summary, 's');
  const sorted = [...tables].sort();
  const columns = `s.id::text, ${expression} AS summary, ${revisionsSql(sorted)} AS revisions`;
  return {
    text: `SELECT ${columns} FROM ${summary.table} s ${joins.join(' ')} WHERE s.id = ANY($1::uuid[])`,
    tables: sorted,
  };
}
