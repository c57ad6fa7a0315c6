import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { connected } from '../database.mjs';
import { serverFolder } from './process.mjs';

const schema = 'resource_catalogue_bench';
const table = `${schema}.bench_documents`;

/** Fills a table with the text of every booking as the service shows it, in a schema that goes at the end. */
export async function makeDocuments(databaseUrl, undo) {
  const drop = () => connected(databaseUrl, (client) => client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));
  await drop();
  undo.add(drop);
  await connected(databaseUrl, async (client) => {
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(
      `CREATE UNLOGGED TABLE ${table} (id uuid NOT NULL, starts_at timestamptz NOT NULL, document text NOT NULL)`,
    );
    await pipeline(Readable.from(copyLines(databaseUrl)), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
    await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY (id)`);
    await client.query(`CREATE INDEX ON ${table} (starts_at, id)`);
    await client.query(`VACUUM (ANALYZE) ${table}`);
  });
}

async function* copyLines(databaseUrl) {
  const args = ['bundle/catalogue.js', 'export', '-', '--collections', 'bookings'];
  const exporting = spawn(process.execPath, args, {
    cwd: serverFolder,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => exporting.once('exit', resolve));
  try {
    let lines = [];
    for await (const document of createInterface({ input: exporting.stdout })) {
      const { id, starts_at } = JSON.parse(document);
      lines.push(`${id}\t${starts_at}\t${document.replaceAll('\\', '\\\\')}\n`);
      if (lines.length < 1000) continue;
      yield lines.join('');
      lines = [];
    }
    yield lines.join('');
    if ((await ended) !== 0) throw new Error('The bookings could not be exported.');
  } finally {
    exporting.kill();
  }
}
