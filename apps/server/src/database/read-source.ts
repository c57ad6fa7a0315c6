/** The selected columns as text, in their order. */
export type Row = readonly (string | null)[];

export interface Statement {
  /** Prepared under this name where the database keeps prepared statements; one name always means one text. */
  readonly name?: string;
  readonly text: string;
}

/** Where reads go. Every selected column is cast to text by the statement, so no driver parses what is only passed on. */
export interface ReadSource {
  query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs the work on a source whose statements all see the same state of the database. */
  snapshot<T>(work: (source: ReadSource) => Promise<T>): Promise<T>;
}
