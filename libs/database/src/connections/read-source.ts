import { hash } from 'node:crypto';

/** The selected columns as text, in order. */
export type Row = readonly (string | null)[];

/** Types of values that a statement accepts. */
export type Value = string | number | boolean | null | readonly string[];

export interface Statement {
  /** The name to prepare the statement under, if the database keeps prepared statements; a name always has one text. */
  readonly name?: string;
  readonly text: string;
  /** The names of the selected columns, in order, if the text itself calls all of them `c`. */
  readonly columns?: readonly string[];
  /** The collection that reads: a server runs a limited number of its statements at a time (ERR-6). */
  readonly collection?: string;
}

/**
 * The source of reads. Statements cast every column to text, so drivers do not parse values that are only passed on.
 */
export interface ReadSource {
  query(statement: Statement, values: readonly Value[]): Promise<readonly Row[]>;
  /** Runs the work on a source whose statements all see one state of the database; it counts as one statement. */
  snapshot<T>(work: (source: ReadSource) => Promise<T>, collection?: string): Promise<T>;
}

const state: Statement = {
  name: 'state_of_database',
  text: `SELECT CASE WHEN NOT pg_is_in_recovery()
    THEN concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(), pg_current_snapshot()) END`,
  collection: 'conditional requests',
};

/**
 * Equal at two moments only if nothing was written in between: a snapshot identifies the transactions that it sees, and
 * the start time identifies the server. A crash of a backend keeps the start time, but may lose confirmed transactions,
 * whose numbers are then used again (`synchronous_commit = off`); as a recovery resets all statistics, the time of their
 * reset tells the two apart. A standby does not number the transactions that it replays, so it has no state: null.
 */
export async function readSnapshotTag(source: Pick<ReadSource, 'query'>): Promise<string | null> {
  const [row] = await source.query(state, []);
  return row?.[0] ?? null;
}

/** Whether any of the tables has a row, in one statement. */
export async function haveRows(source: Pick<ReadSource, 'query'>, tables: readonly string[]): Promise<boolean> {
  const exists = tables.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ');
  const [row] = await source.query({ text: `SELECT (${exists})::text` }, []);
  return row?.[0] === 'true';
}

/** The name to prepare a text under; empty if it should not be prepared. */
export type StatementNames = (text: string) => string;

/**
 * Names the first texts, so that they are parsed and planned once per connection. Others get no name, because each
 * prepared statement takes memory on every connection.
 */
export function statementNames(prefix: string, max: number): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= max) return known ?? '';
    // Derived from the text, so that two instances agree on the names on a shared connection.
    const name = `${prefix}_${hash('sha1', text).slice(0, 16)}`;
    names.set(text, name);
    return name;
  };
}

/** The statement of a text, with its name if it should be prepared. */
export function preparedAs(names: StatementNames, text: string): Pick<Statement, 'text' | 'name'> {
  const name = names(text);
  return name === '' ? { text } : { text, name };
}
