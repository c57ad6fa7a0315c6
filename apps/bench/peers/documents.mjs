import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { connected } from '../database.mjs';
import { serverFolder } from './process.mjs';

const schema = 'resource_catalogue_bench';
const table = `${schema}.bench_documents`;
const batch = 1000;

/**
 * Fills a table with the JSON text of every booking as the service shows it, in a schema that is dropped at the end.
 */
export async function makeDocuments(databaseUrl, undo) {
  const drop = () => connected(databaseUrl, (client) => client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));
  await drop();
  undo.add(drop);
  await connected(databaseUrl, async (client) => {
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(
      `CREATE UNLOGGED TABLE ${table} (id uuid NOT NULL, starts_at timestamptz NOT NULL, document text NOT NULL)`,
    );
    const insert = `INSERT INTO ${table} SELECT (d::json ->> 'id')::uuid, (d::json ->> 'starts_at')::timestamptz, d FROM unnest($1::text[]) AS d`;
    for await (const documents of exported(databaseUrl)) await client.query(insert, [documents]);
    await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY (id)`);
    await client.query(`CREATE INDEX ON ${table} (starts_at, id)`);
    await client.query(`VACUUM (ANALYZE) ${table}`);
  });
}

async function* exported(databaseUrl) {
  const args = ['bundle/catalogue.js', 'export', '-', '--collections', 'bookings'];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const exporting = spawn(process.execPath, args, { cwd: serverFolder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(exporting, 'exit');
  let documents = [];
  for await (const document of createInterface({ input: exporting.stdout })) {
    if (documents.push(document) < batch) continue;
    yield documents;
    documents = [];
  }
  yield documents;
  if ((await ended)[0] !== 0) throw new Error('The bookings could not be exported.');
}
