import type pg from 'pg';

/** Runs the work on one connection of the pool, between the opening statement and a COMMIT or a ROLLBACK. */
export async function transaction<T>(
  pool: pg.Pool,
  opening: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks while nothing runs on it tells only a listener, and ends the process if there is none.
  const ignore = () => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query(opening);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((reason: Error) => (broken = reason));
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}
