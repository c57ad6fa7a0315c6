import type pg from 'pg';
import type { ReadSource, Row, Statement } from './read-source.js';
import { transaction } from './transaction.js';

/** Above the server's own limit: a server that keeps silent must not hold a request for ever (ERR-5). */
const patience = 7000;

const asText = { getTypeParser: () => (value: unknown) => value };

/** Reads over a pool of connections. */
export function poolSource(pool: pg.Pool): ReadSource {
  return {
    query: (statement, values) => read(pool, statement, values),
    snapshot: (work) =>
      transaction(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) => work(clientSource(client))),
  };
}

function clientSource(client: pg.PoolClient): ReadSource {
  let last: Promise<unknown> = Promise.resolve();
  const source: ReadSource = {
    // One connection answers one statement at a time, and the driver wants the others to wait outside.
    query(statement, values) {
      const answer = last.then(() => read(client, statement, values));
      last = answer.catch(() => undefined);
      return answer;
    },
    snapshot: (work) => work(source),
  };
  return source;
}

async function read(on: pg.Pool | pg.PoolClient, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  const { name, text } = statement;
  const query = { text, values: [...values], rowMode: 'array' as const, types: asText, query_timeout: patience };
  const { rows } = await on.query<(string | null)[]>(name === undefined ? query : { ...query, name });
  return rows;
}
