import { defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { preparedAs, type Statement, type StatementNames } from '@resource-catalogue/database';
import type { AccessPath, AllRows, IndexScan, Lookups } from './access-paths.js';
import { filterConditions, keepsOneValue, Values } from './conditions.js';
import { keysetCondition, order } from './keyset.js';
import type { Definition } from '../define/definition.js';
import type { RowColumn } from './row-columns.js';
import { boundsScan, entriesPerRow, sortedRows } from './row-sources.js';
import { revisionsSql } from './summary-sql.js';

/** Limits whose statements are worth preparing: the default, the maximum, and a round number between. */
const preparedLimits = new Set<number>([defaultLimit, 100, maximumLimit]);

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
  private readonly byIds: string;

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
    this.byIds = `${select} ANY ($1::uuid[])`;
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
    const statement = preparedAs(this.names, isOne ? this.byId : this.byIds);
    const values = isOne ? [...ids] : [`{${[...ids].join(',')}}`];
    return { ...statement, columns: this.keys, values, collection: this.table };
  }

  private listText(query: ListQuery, path: AccessPath, values: Values, pageBytes: number): string {
    if (path.by === 'sort') return this.sortedScan(query, path, values, pageBytes);
    if (path.by !== 'planner') return this.collected(query, path, values, pageBytes);
    const conditions = this.conditions(query, values);
    // The limit is a literal: for a parameter the planner assumes a tenth of the table and avoids the index.
    const rows = `FROM ${this.table} t${where(conditions)} ORDER BY ${order(query)} LIMIT ${query.limit + 1}`;
    return this.select(query, rows, pageBytes);
  }

  private conditions(query: ListQuery, values: Values): string[] {
    return [...filterConditions(this.definition, query.filters, values), ...keysetCondition(query, values)];
  }

  private collected(query: ListQuery, path: Lookups | AllRows, values: Values, pageBytes: number): string {
    const { rows } = path;
    const sorted = order(query);
    const others = query.filters.filter((filter) => !rows.applied.includes(filter));
    const found = (conditions: readonly string[], limit: number) =>
      `SELECT t.id FROM (${rows.sql(values)} OFFSET 0) t${where(conditions)} ORDER BY ${sorted}${end(limit)}`;
    const keyset = keysetCondition(query, values);
    const maxRows = path.by === 'lookups' ? path.maxRows : Infinity;
    // Only ids are sorted, and only those of the page are kept.
    const page =
      path.by === 'lookups' || (rows.isJoined && others.length > 0)
        ? this.filtered(found(keyset, maxRows), others, query, values)
        : found([...filterConditions(this.definition, others, values), ...keyset], query.limit + 1);
    return this.select(query, `FROM (${page}) p JOIN ${this.table} t ON t.id = p.id ORDER BY ${sorted}`, pageBytes);
  }

  /**
   * Conditions that bound the scan are inside. Those on other columns of its index are tested before a row is read:
   * inside if the scan has no other bound, and otherwise on its entries. The remaining ones are outside, as tests that
   * keep the order of rows (PAGE-4). The planner cannot rearrange them.
   */
  private sortedScan(query: ListQuery, path: IndexScan, values: Values, pageBytes: number): string {
    const { maxRows, covered } = path;
    const bounds = (filter: ListFilter) => boundsScan(filter, path, query);
    const tested = query.filters.filter((filter) => !bounds(filter) && covered.includes(filter));
    const others = query.filters.filter((filter) => !bounds(filter) && !tested.includes(filter));
    const entries = maxRows * (tested.length > 0 || others.length === 0 ? entriesPerRow : 1);
    const isInside = (filter: ListFilter) => bounds(filter) || (maxRows === Infinity && tested.includes(filter));
    const scan = `${sortedRows(this.definition, query, query.filters.filter(isInside), values)}${end(entries)}`;
    const onEntries = tested.filter((filter) => !isInside(filter));
    const kept = (columns: string, filters: readonly ListFilter[]) =>
      `SELECT ${columns} FROM (${scan}) t${where(filterConditions(this.definition, filters, values, 'test'))}`;
    // PostgreSQL tests sets in the index only where it reads nothing else.
    const isTestedSet = (filter: ListFilter) =>
      filter.field !== 'id' && 'values' in filter && !keepsOneValue(this.definition, filter);
    const readsRows = others.length > 0 && onEntries.length === 0 && !tested.some(isTestedSet);
    const limit = ` LIMIT ${query.limit + 1}`;
    const ids = () => {
      const found = kept('t.id', onEntries);
      if (others.length === 0) return `${found}${limit}`;
      return this.filtered(`${found}${end(maxRows)}`, others, query, values);
    };
    const rows = readsRows
      ? `FROM (${kept('t.*', others)}${limit}) t`
      : `FROM (${ids()}) p JOIN ${this.table} t ON t.id = p.id`;
    return this.select(query, `${rows} ORDER BY ${order(query)}`, pageBytes);
  }

  /** The first ids whose rows pass the filters, in order: LATERAL allows only a nested loop, which keeps it. */
  private filtered(ids: string, filters: readonly ListFilter[], query: ListQuery, values: Values): string {
    const row = `(SELECT t.* FROM ${this.table} t WHERE t.id = i.id OFFSET 0)`;
    const tests = where(filterConditions(this.definition, filters, values, 'test'));
    return `SELECT t.id FROM (${ids}) i CROSS JOIN LATERAL ${row} t${tests} LIMIT ${query.limit + 1}`;
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

/** Without a limit, OFFSET keeps the planner from rearranging the statement. */
const end = (limit: number): string => (limit === Infinity ? ' OFFSET 0' : ` LIMIT ${limit}`);

const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
