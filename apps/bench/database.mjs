import pg from 'pg';

/** Calls `work` with a separate connection. */
export async function withConnection(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The version of PostgreSQL and the number of bookings. */
export function describeDatabase(databaseUrl) {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres, to_regclass('public.bookings') AS table`,
    );
    const [{ postgres, table }] = rows;
    const counted = table && (await client.query('SELECT count(*)::int AS bookings FROM bookings'));
    if (!counted?.rows[0].bookings)
      throw new Error(`The database has no bookings. Fill it with npm run catalogue -- seed.`);
    return { postgres, bookings: counted.rows[0].bookings };
  });
}

/**
 * Ids and start times of bookings at random positions of the table, so that caching one range does not help; the same
 * in every run on a database.
 */
export async function sample(client, count) {
  const { rows } = await client.query(
    `SELECT id::text, to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS start
     FROM bookings TABLESAMPLE SYSTEM (
       least(100, 100 * 100000.0 / (SELECT greatest(reltuples, 1) FROM pg_class WHERE oid = 'bookings'::regclass))
     ) REPEATABLE (1)
     ORDER BY md5(id::text) LIMIT $1`,
    [count],
  );
  return rows;
}
