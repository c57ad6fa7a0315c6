import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { withConnection } from './database.mjs';
import { runCommand } from './processes.mjs';

/** One in this many bookings is changed. */
const changedOf = 100;
const bookings = 'bookings.ndjson';
const confirmed = '"state":"confirmed"';

/** Measures an export of the whole database, and imports into another one: empty, with changes, without. */
export async function measure({ databaseUrl, circumstances }, undo, say) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  const [whole, changes] = ['whole', 'changes'].map((name) => join(folder, name));
  const results = [];
  const measured = async (id, what, words, url) => {
    say(what);
    results.push({ id, what, ...(await runCommand(words, { DATABASE_URL: url }, undo)) });
  };
  await measured('export', 'Export', ['export', whole], databaseUrl);
  await writeChanges(whole, changes);
  const target = await emptyDatabase(databaseUrl, undo);
  await runCommand(['migrate'], { DATABASE_URL: target }, undo);
  await measured('import', 'Import into an empty database', ['import', whole], target);
  await measured('changes', 'Import of the changed 1 % alone', ['import', changes], target);
  await measured('changed', 'Import of all, 1 % changed', ['import', whole], target);
  await measured('unchanged', 'Import of all, unchanged', ['import', whole], target);
  return { ...circumstances, results };
}

/** Creates a database on the same server, dropped at the end of the bench. */
async function emptyDatabase(databaseUrl, undo) {
  const name = `catalogue_bench_${process.pid}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  undo.add(() => withConnection(databaseUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
  await withConnection(databaseUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  return url.href;
}

/** Writes some of the confirmed bookings as pending ones. */
async function writeChanges(whole, changes) {
  await mkdir(changes);
  const lines = createInterface({ input: createReadStream(join(whole, bookings)) });
  await pipeline(lines, changed, createWriteStream(join(changes, bookings)));
}

async function* changed(lines) {
  let wanted = 0;
  for await (const line of lines) {
    wanted += 1;
    if (wanted < changedOf || !line.includes(confirmed)) continue;
    wanted -= changedOf;
    yield `${line.replace(confirmed, '"state":"pending"')}\n`;
  }
}
