import { defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { preparedAs, type Statement, type StatementNames } from '@resource-catalogue/database';
import type { AccessPath, IndexScan } from './access-paths.js';
import { filterConditions, findingConditions, Values, where } from './conditions.js';
import { keysetCondition, order } from './keyset.js';
import type { Definition } from '../define/definition.js';
import type { RowColumn } from './row-columns.js';
import { sortedScan } from './sorted-scan.js';
import { revisionsSql } from './summary-sql.js';

/** Limits whose statements are worth preparing: the default, the maximum, and a round number between. */
const preparedLimits = new Set<number>([defaultLimit, 100, maximumLimit]);

/** Entries of an index that are read in the time of one row of the table. */
const entriesPerRow = 5;

export interface RowQuery extends Statement {
  readonly values: readonly (string | number)[];
}

export class RowQueries {
  private readonly columns: string;
  private readonly keys: readonly string[];
  private readonly table: string;
  /** For rows that can be long, an expression that never exceeds the length of their JSON; otherwise empty. */
  private readonly length: string;
  /** The selected column that tells, for the last row of a page that ends early, whether another follows. */
  readonly follows: number;
  private readonly byId: string;
  private readonly byAnyId: string;

  constructor(
    private readonly definition: Definition,
    columns: readonly RowColumn[],
    tables: readonly string[],
    private readonly names: StatementNames,
  ) {
    const revisions = tables.length > 0 ? [revisionsSql(tables)] : [];
    this.keys = [...columns.map(({ key }) => key), ...revisions.map(() => 'revisions')];
    // Rows are read by position. The driver builds an object of the column names per result, so all columns share
    // one name.
    this.columns = [...columns.map(({ sql }) => sql), ...revisions].map((sql) => `${sql} AS c`).join(', ');
    this.table = definition.name;
    this.length = columns.flatMap(({ length }) => length ?? []).join(' + ');
    this.follows = columns.length + revisions.length;
    const select = `SELECT ${this.columns} FROM ${this.table} t WHERE t.id =`;
    this.byId = `${select} $1::uuid`;
    this.byAnyId = `${select} ANY ($1::uuid[])`;
  }

  get canBeLong(): boolean {
    return this.length !== '';
  }

  /**
   * One row more than the page holds tells whether another page follows (LIST-3), without a second query. Long rows
   * that cannot fit on the page stay in the database (PAGE-5).
   */
  list(query: ListQuery, path: AccessPath, pageBytes: number): RowQuery {
    const values = new Values();
    const text = this.listText(query, path, values, pageBytes);
    // Ranges of the sort key scan its index for any values. Other filters are planned for their values:
    // a rare state and a frequent one need different plans.
    const scansSortIndex = query.filters.every(({ field }) => field === query.sort.field);
    const prepared = scansSortIndex && preparedLimits.has(query.limit);
    const statement = prepared ? preparedAs(this.names, text) : { text };
    return { ...statement, columns: this.keys, values: values.list, collection: this.table };
  }

  get(ids: ReadonlySet<string>): RowQuery {
    // PostgreSQL keeps the plan for one id, but plans for each set anew, which takes longer than reading a row.
    const isOne = ids.size === 1;
    const statement = preparedAs(this.names, isOne ? this.byId : this.byAnyId);
    const values = isOne ? [...ids] : [`{${[...ids].join(',')}}`];
    return { ...statement, columns: this.keys, values, collection: this.table };
  }

  private listText(query: ListQuery, path: AccessPath, values: Values, pageBytes: number): string {
    if (path.by === 'scan') return this.scanned(query, path, values, pageBytes);
    if (path.by === 'sort') return this.sorted(query, values, pageBytes);
    const conditions = [...filterConditions(this.definition, query.filters, values), ...keysetCondition(query, values)];
    // The limit is a literal: for a parameter the planner assumes a tenth of the table and avoids the index.
    const rows = `FROM ${this.table} t${where(conditions)} ORDER BY ${order(query)} LIMIT ${query.limit + 1}`;
    return this.select(query, rows, pageBytes);
  }

  /** PostgreSQL plans for all rows that the filters keep, because OFFSET hides the limit. Only ids are sorted. */
  private sorted(query: ListQuery, values: Values, pageBytes: number): string {
    const kept = where(findingConditions(this.definition, query.filters, values));
    const rows = `FROM (SELECT t.* FROM ${this.table} t${kept} OFFSET 0) t${where(keysetCondition(query, values))}`;
    return this.byIds(query, `SELECT t.id ${rows} ORDER BY ${order(query)}`, pageBytes);
  }

  /**
   * A scan with a limit counts rows before it tests them. Filters on columns of its index are tested on entries, and the
   * others on the rows of those that remain.
   */
  private scanned(query: ListQuery, path: IndexScan, values: Values, pageBytes: number): string {
    const { bounds, covered, maxRows } = path;
    const hasLimit = maxRows !== Infinity;
    const inside = hasLimit ? bounds : [...new Set([...bounds, ...covered])];
    const onEntries = covered.filter((filter) => !inside.includes(filter));
    const onRows = query.filters.filter((filter) => !inside.includes(filter) && !onEntries.includes(filter));
    const scan = (rows: number) =>
      `(${sortedScan(this.definition, query, inside, values)}${hasLimit ? ` LIMIT ${rows}` : ' OFFSET 0'}) t`;
    const tests = (filters: readonly ListFilter[]) => where(filterConditions(this.definition, filters, values, true));
    if (onRows.length > 0 && onEntries.length === 0) {
      const rows = `SELECT t.* FROM ${scan(maxRows)}${tests(onRows)} LIMIT ${query.limit + 1}`;
      return this.select(query, `FROM (${rows}) t ORDER BY ${order(query)}`, pageBytes);
    }
    // Only ids are selected, so PostgreSQL tests the entries of the index without their rows.
    const ids = `SELECT t.id FROM ${scan(maxRows * entriesPerRow)}${tests(onEntries)}`;
    if (onRows.length === 0) return this.byIds(query, ids, pageBytes);
    // LATERAL allows only a nested loop, which keeps the order.
    const row = `(SELECT t.* FROM ${this.table} t WHERE t.id = i.id OFFSET 0)`;
    const rows = `SELECT t.id FROM (${ids} LIMIT ${maxRows}) i CROSS JOIN LATERAL ${row} t${tests(onRows)}`;
    return this.byIds(query, rows, pageBytes);
  }

  private byIds(query: ListQuery, ids: string, pageBytes: number): string {
    const page = `(${ids} LIMIT ${query.limit + 1}) p`;
    return this.select(query, `FROM ${page} JOIN ${this.table} t ON t.id = p.id ORDER BY ${order(query)}`, pageBytes);
  }

  private select(query: ListQuery, rows: string, pageBytes: number): string {
    if (!this.canBeLong) return `SELECT ${this.columns} ${rows}`;
    const sorted = order(query);
    // Long texts are only read for rows that are kept: the window holds references.
    const measured =
      `SELECT t.*, sum(${this.length}) OVER before AS bytes_before, lead(true) OVER before AS follows ` +
      `FROM (SELECT t.* ${rows}) t WINDOW before AS (ORDER BY ${sorted} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
    return (
      `SELECT ${this.columns}, t.follows::text FROM (${measured}) t ` +
      `WHERE coalesce(t.bytes_before, 0) < ${pageBytes} ORDER BY ${sorted} LIMIT ${query.limit}`
    );
  }
}
