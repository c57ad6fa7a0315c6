import pg from 'pg';

/** Runs the work on a connection of its own. */
export async function connected(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The URL under which a peer's connections are told from others. */
export function urlOf(databaseUrl, peer) {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', applicationName(peer));
  return url.href;
}

export const applicationName = (peer) => `bench-${peer}`;

/** What every report says of where it was measured. */
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

const empty = 'There are no bookings in this database: fill it with npm run catalogue -- seed.';
