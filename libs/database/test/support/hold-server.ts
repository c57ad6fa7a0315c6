import pg from 'pg';
import { openServer } from '../../src/embedded/embedded-server.js';

// Uses the server of a data directory until it is killed; `row` first stores a row.
const [directory = '', work] = process.argv.slice(2);
const { url } = await openServer(directory);
if (work === 'row') {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE kept AS SELECT 1 AS number');
  await client.end();
}
process.stdout.write('ready\n');
setInterval(() => undefined, 60_000);
