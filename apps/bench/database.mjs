import pg from 'pg';

/** Calls `work` with a separate connection. */
export async function connected(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A URL that makes a peer's connections identifiable by their application name. */
export function urlOf(databaseUrl, peer) {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', applicationName(peer));
  return url.href;
}

export const applicationName = (peer) => `bench-${peer}`;

/** Facts about the database for every report. */
export function surroundings(databaseUrl) {
  return connected(databaseUrl, async (client) => {
    const { rows: known } = await client.query(`SELECT to_regclass('public.bookings') IS NOT NULL AS migrated`);
    if (!known[0].migrated) throw new Error(empty);
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS version, (SELECT count(*)::int FROM bookings) AS bookings`,
    );
    if (rows[0].bookings === 0) throw new Error(empty);
    return { postgres: rows[0].version.split(' ')[0], bookings: rows[0].bookings };
  });
}

const empty = 'The database has no bookings. Fill it with npm run catalogue -- seed.';
