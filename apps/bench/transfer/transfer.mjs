import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from '../database.mjs';
import { measure } from './command.mjs';
import { writeChanges } from './files.mjs';

/** Bookings that the embedded database is to take. */
const embedded = 100_000;

/** Export of the database; import of that into an empty one, again and with changes; and import into the embedded database. */
export async function measureTransfer({ databaseUrl }, undo, say) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  const at = (name) => join(folder, name);
  const results = [];
  const measured = async (what, words, { url = null, ...environment }) => {
    say(what);
    const variables = url === null ? environment : { DATABASE_URL: url };
    results.push({ what, ...(await measure(words, variables, url, undo)) });
  };
  const files = { whole: at('whole'), changed: at('changed'), alone: at('alone') };
  await measured('Export', ['export', files.whole], { url: databaseUrl });
  await writeChanges(files);
  const target = { url: await databaseBeside(databaseUrl, 'target', undo) };
  await measure(['migrate'], { DATABASE_URL: target.url }, null, undo);
  await measured('Import into an empty database', ['import', files.whole], target);
  await measured('Import of the same files again', ['import', files.whole], target);
  await measured('Import of all, 1 % changed', ['import', files.changed], target);
  await measured('Import of all, 1 % changed back', ['import', files.whole], target);
  await measured('Import of the changed 1 % alone', ['import', files.alone], target);

  const smaller = { DATABASE_URL: await databaseBeside(databaseUrl, 'source', undo) };
  say(`seeding ${embedded} bookings`);
  await measure(['seed', '--scale', String(embedded)], smaller, null, undo);
  await measure(['export', at('smaller')], smaller, null, undo);
  const shown = embedded.toLocaleString('en');
  await measured(`Import of ${shown}, embedded`, ['import', at('smaller')], { DATA_DIR: at('data') });
  return { results, goals: judged(results) };
}

/** An empty database on the same server, for as long as the bench runs. */
async function databaseBeside(databaseUrl, purpose, undo) {
  const name = `catalogue_bench_${purpose}_${process.pid}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  undo.add(() => connected(databaseUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
  await connected(databaseUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  return url.href;
}

/** Of 1,000,000 bookings, and of what the embedded database takes. */
const goals = [
  ['Import into an empty database', 'seconds', 180],
  ['Import into an empty database', 'megabytes', 400],
  [`Import of ${embedded.toLocaleString('en')}, embedded`, 'seconds', 60],
];

const judged = (results) =>
  goals.map(([what, figure, most]) => {
    const measured = results.find((result) => result.what === what)?.[figure] ?? null;
    return { what, figure, most, measured, met: measured === null ? null : measured <= most };
  });
