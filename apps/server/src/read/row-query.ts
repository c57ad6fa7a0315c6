import { defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import type { Statement } from '../database/read-source.js';
import { statementNames } from '../database/statement-names.js';
import { filterConditions, keysetCondition, order, Values } from './conditions.js';
import type { Definition } from './definition.js';
import { isFenced } from './fence.js';
import { revisionsSql } from './revisions.js';
import type { RowColumn } from './row-columns.js';

/** Limits whose statements are worth a prepared plan: the default, the maximum, and a round number between. */
const preparedLimits = new Set<number>([defaultLimit, 100, maximumLimit]);

/** Of some 300 texts that could be prepared, a service is asked a few all the time. */
const names = statementNames('read', 100);

function named(text: string): { readonly name?: string } {
  const name = names(text);
  return name === '' ? {} : { name };
}

export interface RowQuery extends Statement {
  readonly values: readonly (string | number)[];
}

export class RowQueries {
  private readonly columns: string;
  private readonly table: string;

  constructor(
    private readonly definition: Definition,
    columns: readonly RowColumn[],
    tables: readonly string[],
  ) {
    const revisions = tables.length > 0 ? [revisionsSql(tables)] : [];
    this.columns = [...columns.map(({ sql }) => sql), ...revisions].join(', ');
    this.table = definition.table;
  }

  /** One row more than the page holds tells whether another page follows (LIST-3), with no second query. */
  list(query: ListQuery): RowQuery {
    const values = new Values();
    const conditions = [...filterConditions(this.definition, query, values), ...keysetCondition(query, values)];
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
    if (isFenced(query)) return { text: this.fenced(query, where), values: values.list };
    // The limit is a literal: for a parameter the planner assumes a tenth of the table and leaves the index.
    const text = `SELECT ${this.columns} FROM ${this.table} t${where} ORDER BY ${order('t', query)} LIMIT ${query.limit + 1}`;
    // Ranges of the sort key walk its index whatever their values. Other filters are planned for the values that they
    // have: a rare state and a frequent one want different plans.
    const walksSortIndex = query.filters.every(({ field }) => field === query.sort.field);
    const prepared = walksSortIndex && preparedLimits.has(query.limit);
    return { text, values: values.list, ...(prepared && named(text)) };
  }

  get(id: string): RowQuery {
    const text = `SELECT ${this.columns} FROM ${this.table} t WHERE t.id = $1`;
    return { text, values: [id], ...named(text) };
  }

  private fenced(query: ListQuery, where: string): string {
    return (
      `WITH fenced AS MATERIALIZED (SELECT t.id, t.${query.sort.field} FROM ${this.table} t${where}), ` +
      `page AS (SELECT f.id FROM fenced f ORDER BY ${order('f', query)} LIMIT ${query.limit + 1}) ` +
      `SELECT ${this.columns} FROM page p JOIN ${this.table} t ON t.id = p.id ORDER BY ${order('t', query)}`
    );
  }
}
