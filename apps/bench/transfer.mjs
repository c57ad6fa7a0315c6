import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { measure } from './command.mjs';
import { copyAlone } from './copy.mjs';
import { connected } from './database.mjs';
import { goalTable, measuredOn, shown, table, writeReport } from './report.mjs';

/** Number of bookings imported into the embedded database. */
const embedded = 100_000;

/** One in this many bookings is changed. */
const changedOf = 100;
const bookings = 'bookings.ndjson';
const copyOfRows = 'COPY of the same rows alone';

/**
 * Measures the export, imports into an empty database (first, repeated, with changes), and an import into the
 * embedded one.
 */
export async function run({ databaseUrl, where }, undo, say) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  const at = (name) => join(folder, name);
  const results = [];
  const measured = async (what, words, environment) => {
    say(what);
    results.push({ what, ...(await measure(words, environment, undo)) });
  };
  const files = { whole: at('whole'), changed: at('changed'), alone: at('alone') };
  await measured('Export', ['export', files.whole], { DATABASE_URL: databaseUrl });
  await writeChanges(files);
  const target = { DATABASE_URL: await databaseBeside(databaseUrl, 'target', undo) };
  await measure(['migrate'], target, undo);
  await measured('Import into an empty database', ['import', files.whole], target);
  const copied = { DATABASE_URL: await databaseBeside(databaseUrl, 'copy', undo) };
  await measure(['migrate'], copied, undo);
  say(copyOfRows);
  const seconds = await copyAlone(databaseUrl, copied.DATABASE_URL, undo);
  results.push({ what: copyOfRows, seconds, cpu: null, megabytes: null, output: '' });
  await measured('Import of the same files again', ['import', files.whole], target);
  await measured('Import of all, 1 % changed', ['import', files.changed], target);
  await measured('Import of all, 1 % changed back', ['import', files.whole], target);
  await measured('Import of the changed 1 % alone', ['import', files.alone], target);

  const smaller = { DATABASE_URL: await databaseBeside(databaseUrl, 'source', undo) };
  say(`seeding ${embedded} bookings`);
  await measure(['seed', '--scale', String(embedded), '--rare'], smaller, undo);
  await measure(['export', at('smaller')], smaller, undo);
  const count = embedded.toLocaleString('en');
  await measured(`Import of ${count}, embedded`, ['import', at('smaller')], { DATA_DIR: at('data') });
  await writeReport('transfer', markdown(results, where), say);
}

/** Creates an empty database on the same server, dropped at the end of the bench. */
async function databaseBeside(databaseUrl, purpose, undo) {
  const name = `catalogue_bench_${purpose}_${process.pid}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  undo.add(() => connected(databaseUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
  await connected(databaseUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  return url.href;
}

/** Writes the export with some bookings changed, and the changed bookings alone, both without the outdated manifest. */
async function writeChanges({ whole, changed, alone }) {
  const others = (path) => !path.endsWith('manifest.json') && !path.endsWith(bookings);
  await cp(whole, changed, { recursive: true, filter: others });
  await mkdir(alone);
  const [all, few] = [changed, alone].map((folder) => createWriteStream(join(folder, bookings)));
  const write = async (file, text) => void (file.write(`${text}\n`) || (await once(file, 'drain')));
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(join(whole, bookings)) })) {
    line += 1;
    const isChanged = line % changedOf === 0;
    const other = isChanged ? text.replace(/("start_date":"\d{4}-\d\d-)(\d\d)/, otherDay) : text;
    await write(all, other);
    if (isChanged) await write(few, other);
  }
  for (const file of [all, few]) await once(file.end(), 'close');
}

const otherDay = (_, before, day) => `${before}${day === '01' ? '02' : '01'}`;

/** For 1,000,000 bookings, and the smaller number in the embedded database. */
const goals = [
  ['Import into an empty database', 'seconds', 100],
  ['Import into an empty database', 'megabytes', 400],
  [`Import of ${embedded.toLocaleString('en')}, embedded`, 'seconds', 60],
];

function markdown(results, where) {
  const rows = results.map(({ what, seconds, cpu, megabytes, output }) => [
    what,
    ...[seconds, cpu, megabytes].map((value) => shown(value)),
    output.replaceAll('\n', ' '),
  ]);
  const judged = goals.map(([what, figure, max]) => {
    const measured = results.find((result) => result.what === what)?.[figure] ?? null;
    return { text: `${what}: ${figure}`, max, measured };
  });
  return `# Export and import

Written by \`npm run bench\`. ${measuredOn(where)} MB is the peak memory of the command.
[How it is measured](../../apps/bench/README.md).

${table(['', 'Seconds', 'CPU s', 'MB', 'Output'], rows)}

## Goals

${goalTable(judged)}
`;
}
