import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'oxfmt';
import { describeDatabase } from './database.mjs';
import * as field from './field.mjs';
import { page } from './page.mjs';
import * as size from './size.mjs';
import * as transfer from './transfer.mjs';
import { Undo } from './undo.mjs';

const usage = `Usage: npm run bench -- [options] [field] [transfer] [size]

Measures these parts, by default all, on the PostgreSQL database of DATABASE_URL, which needs bookings
(npm run catalogue -- seed), and writes docs/benchmarks. Requires Linux, wrk and psql.
  field                the service compared with other servers, and with itself on its embedded database
  transfer             export of the whole database and import into a temporary one
  size                 disk, memory and requests, added to the sizes measured before

  --rounds N           rounds of each comparison, in alternating order (3)
  --seconds N          seconds of each round (3)
  --warmup N           seconds before each round (1)
  --node PATH          also compare with the service on this Node
  --database URL       also compare with the service on this database, such as one on another PostgreSQL
  --check              fail if the service has become many times slower than in docs/benchmarks; writes nothing
  --page               write the page from figures.json, without measuring`;

const parts = { field, transfer, size };

/** Parses the command line; throws an Error with a message for the user. */
function readOptions() {
  const options = {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    warmup: { type: 'string', default: '1' },
    node: { type: 'string' },
    database: { type: 'string' },
    ...Object.fromEntries(['check', 'page', 'help'].map((name) => [name, { type: 'boolean' }])),
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  for (const name of ['rounds', 'seconds', 'warmup']) {
    values[name] = Number(values[name]);
    if (!Number.isInteger(values[name]) || values[name] < 1) throw new Error(`--${name} must be a positive integer.`);
  }
  const unknown = positionals.find((part) => !(part in parts));
  if (unknown !== undefined) throw new Error(`Unknown part ${unknown}: use ${Object.keys(parts).join(', ')}.`);
  return { ...values, chosen: positionals.length > 0 ? positionals : Object.keys(parts) };
}

const fileIn = (name) => fileURLToPath(new URL(`../../docs/benchmarks/${name}`, import.meta.url));
const figuresFile = fileIn('figures.json');

/** Writes a file, formatted like the others. */
const write = async (file, text) => writeFile(file, (await format(file, text)).code);

/** Rounds to four significant digits. */
const roundFigures = (_, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

async function run(options, figures, undo, say) {
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!databaseUrl) throw new Error('Set DATABASE_URL to a PostgreSQL database with bookings.');
  const date = new Date().toISOString().slice(0, 10);
  const machine = { node: process.versions.node, cores: availableParallelism() };
  const circumstances = { date, ...(await describeDatabase(databaseUrl)), ...machine };
  const given = { ...options, databaseUrl, circumstances };
  if (options.check) {
    const slow = field.findCollapsed(figures.field, await field.measure(given, undo, say));
    if (slow.length > 0)
      throw new Error(`Less than a fifth of the earlier rate, relative to the limit: ${slow.join('; ')}.`);
    return;
  }
  for (const part of options.chosen) {
    figures[part] = await parts[part].measure(given, undo, say, figures[part]);
    await write(figuresFile, JSON.stringify(figures, roundFigures));
  }
}

const undo = new Undo();
const say = (text) => process.stderr.write(`${text}\n`);

try {
  const options = readOptions();
  if (options.help) console.log(usage);
  else {
    const figures = JSON.parse(await readFile(figuresFile, 'utf8'));
    if (!options.page) await run(options, figures, undo, say);
    if (!options.check) await write(fileIn('README.md'), page(figures));
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  await undo.all();
}
