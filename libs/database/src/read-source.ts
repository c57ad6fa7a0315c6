import { hash } from 'node:crypto';

/** The selected columns as text, in their order. */
export type Row = readonly (string | null)[];

/** What a statement may be given. */
export type Value = string | number | boolean | null | readonly string[];

export interface Statement {
  /** Prepared under this name where the database keeps prepared statements; one name always means one text. */
  readonly name?: string;
  readonly text: string;
  /** The names of the selected columns, in order, where the text itself calls all of them `c`. */
  readonly columns?: readonly string[];
  /** The collection that asks: on a server, only so many statements of one run at a time (ERR-6). */
  readonly collection?: string;
}

/** Where reads go. Every selected column is cast to text by the statement, so no driver parses what is only passed on. */
export interface ReadSource {
  query(statement: Statement, values: readonly Value[]): Promise<readonly Row[]>;
  /** Runs the work on a source whose statements all see the same state of the database; the whole of it counts as one statement. */
  snapshot<T>(work: (source: ReadSource) => Promise<T>, collection?: string): Promise<T>;
}

const state: Statement = {
  name: 'state_of_database',
  text: `SELECT CASE WHEN NOT pg_is_in_recovery() THEN concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) END`,
  collection: 'conditional requests',
};

/**
 * Where it is equal at two moments, nothing was written in between: a snapshot says which transactions it sees. Where a
 * server was restarted or another one took its place, its start is another one. A standby does not number the transactions
 * that it replays, so it tells no state: null.
 */
export async function stateOf(source: Pick<ReadSource, 'query'>): Promise<string | null> {
  const [row] = await source.query(state, []);
  return row?.[0] ?? null;
}

/** Whether any of the tables has a row, in one statement. */
export async function haveRows(source: Pick<ReadSource, 'query'>, tables: readonly string[]): Promise<boolean> {
  const exists = tables.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ');
  const [row] = await source.query({ text: `SELECT (${exists})::text` }, []);
  return row?.[0] === 'true';
}

/** A name for a text to be prepared under; empty where it should not be prepared. */
export type StatementNames = (text: string) => string;

/**
 * Names the first texts that come, so that they are parsed and planned once on each connection. The others get no name:
 * every prepared statement costs memory on every connection. One name always means one text.
 */
export function statementNames(prefix: string, max: number): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= max) return known ?? '';
    // Derived from the text, so that two of these agree on the names of one connection.
    const name = `${prefix}_${hash('sha1', text).slice(0, 16)}`;
    names.set(text, name);
    return name;
  };
}
