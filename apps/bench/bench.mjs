import { parseArgs } from 'node:util';
import { surroundings } from './database.mjs';
import { Undo } from './undo.mjs';

const usage = `npm run bench -- [options]      with DATABASE_URL: a PostgreSQL database that is filled (npm run catalogue -- seed)

Without a part, everything but --faults and --smoke is measured, and reported in docs/benchmarks. Needs wrk.
  --field              the service beside others on the same rows
  --embedded           the embedded database, with 100,000 bookings
  --transfer           export and import of the whole database, into another one that is made for it
  --faults             how long faults last, by the tests of faults; they end servers of their own, not this one
  --smoke              a short look whether the service has collapsed; writes no report

  --rounds N           rounds of each measurement, in alternating order (3)
  --seconds N          of each round (5)
  --warmup N           seconds before each round (1)`;

const numbers = { rounds: 3, seconds: 5, warmup: 1 };
const usual = ['field', 'embedded', 'transfer'];
const parts = [...usual, 'faults', 'smoke'];

/** What the command line asks for, or a sentence that says what is wrong with it. */
function readOptions() {
  const texts = Object.entries(numbers).map(([name, number]) => [name, { type: 'string', default: String(number) }]);
  const flags = [...parts, 'help'].map((name) => [name, { type: 'boolean' }]);
  const { values } = parseArgs({ options: Object.fromEntries([...texts, ...flags]) });
  for (const name of Object.keys(numbers)) {
    if (!/^[1-9][0-9]{0,8}$/.test(values[name]))
      throw new Error(`--${name} is a whole number from 1 on, not ${values[name]}.`);
    values[name] = Number(values[name]);
  }
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!values.help && !databaseUrl) throw new Error('Set DATABASE_URL to a PostgreSQL database that is filled.');
  return { ...values, databaseUrl };
}

const undo = new Undo();
const say = (text) => process.stderr.write(`${text}\n`);

try {
  const options = readOptions();
  if (options.help) console.log(usage);
  else {
    const where = await surroundings(options.databaseUrl);
    const asked = parts.filter((part) => options[part]);
    for (const part of asked.length > 0 ? asked : usual) {
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
