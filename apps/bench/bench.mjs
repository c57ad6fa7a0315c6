import { parseArgs } from 'node:util';
import { surroundings } from './database.mjs';
import { Undo } from './undo.mjs';

const usage = `Usage: npm run bench -- [options]

DATABASE_URL must name a PostgreSQL database with bookings (npm run catalogue -- seed).

By default measures --field, --embedded and --transfer, and writes reports to docs/benchmarks. Requires wrk.
  --field              the service compared with others on the same rows
  --embedded           the embedded database, with 100,000 bookings
  --transfer           export of the whole database and import into a temporary one
  --size               requests, disk and memory, added to the sizes measured before
  --faults             how long faults last, measured by the fault tests on their own servers
  --smoke              a short check against recorded ratios; writes no report

  --rounds N           rounds of each measurement, in alternating order (9)
  --seconds N          seconds of each round (5)
  --warmup N           seconds before each round (1)`;

const numbers = { rounds: 9, seconds: 5, warmup: 1 };
const defaultParts = ['field', 'embedded', 'transfer'];
const parts = [...defaultParts, 'size', 'faults', 'smoke'];

/** Parses the command line; throws an Error with a message for the user. */
function readOptions() {
  const texts = Object.entries(numbers).map(([name, number]) => [name, { type: 'string', default: String(number) }]);
  const flags = [...parts, 'help'].map((name) => [name, { type: 'boolean' }]);
  const { values } = parseArgs({ options: Object.fromEntries([...texts, ...flags]) });
  for (const name of Object.keys(numbers)) {
    if (!/^[1-9][0-9]{0,8}$/.test(values[name]))
      throw new Error(`--${name} must be a positive integer, not ${values[name]}.`);
    values[name] = Number(values[name]);
  }
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!values.help && !databaseUrl) throw new Error('Set DATABASE_URL to a PostgreSQL database with bookings.');
  return { ...values, databaseUrl };
}

const undo = new Undo();
const say = (text) => process.stderr.write(`${text}\n`);

try {
  const options = readOptions();
  if (options.help) console.log(usage);
  else {
    const where = await surroundings(options.databaseUrl);
    const chosen = parts.filter((part) => options[part]);
    for (const part of chosen.length > 0 ? chosen : defaultParts) {
      const { run } = await import(`./${part}.mjs`);
      await run({ ...options, where }, undo, say);
    }
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  await undo.all();
}
