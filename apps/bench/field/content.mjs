import { connected } from '../database.mjs';

/** What is asked for: places all over the table, so that nobody answers from one warm corner; the same in every run. */
export function content(databaseUrl) {
  return connected(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT id::text, to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS instant
       FROM bookings ORDER BY md5(id::text) LIMIT 1000`,
    );
    return { instants: rows.slice(0, 200).map(({ instant }) => instant), bookings: rows.map(({ id }) => id) };
  });
}
