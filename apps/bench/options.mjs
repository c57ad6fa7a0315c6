import { parseArgs } from 'node:util';

const usage = `npm run bench -- [options]      with DATABASE_URL: a PostgreSQL database that is filled (npm run catalogue -- seed)

Without a part, everything but --smoke, --faults and --soak is measured.
  --field              the service beside others on the same rows
  --queries            generated queries, with the plans of the slowest
  --changes            reading, quiet and while units and projects change
  --embedded           the embedded database, with 100,000 bookings
  --flame              where the service's own process spends its time, as pictures
  --transfer           export and import of the whole database, into another one that is made for it
  --faults             how long faults last, by the tests of faults; they end servers of their own, not this one
  --soak               the same load for a long time, on this database and an embedded one
  --smoke              a short look whether the service has collapsed; writes no report

  --rounds N           rounds of each measurement, in alternating order (3)
  --seconds N          of each round (5)
  --warmup N           seconds before each round (1)
  --minutes N          of the soak, on each database (15)
  --number N           of generated queries (1000)
  --seed N             which queries are generated (1)
  --out FOLDER         where the reports go (docs/benchmarks)
  --note TEXT          a sentence for the reports, such as what else the machine did
  --record             with --smoke: keeps the ratios of this run as those to compare with`;

const whole = { rounds: 3, seconds: 5, warmup: 1, number: 1000, seed: 1, minutes: 15 };
/** What is measured unless one of them is named. */
const parts = ['field', 'queries', 'changes', 'embedded', 'flame', 'transfer'];
/** What is measured only where it is named. */
const apart = ['faults', 'soak'];
const flags = [...parts, ...apart, 'smoke', 'record', 'help'];

/** What the command line asks for, or a sentence that says what is wrong with it. */
export function readOptions(args, environment) {
  const { values } = parse(args);
  if (values.help) return { help: usage };
  const databaseUrl = environment.DATABASE_URL;
  if (!databaseUrl) {
    throw new Error(
      'Set DATABASE_URL to a PostgreSQL database that is filled: npm run catalogue -- seed --scale 1000000.',
    );
  }
  if (values.record && !values.smoke) throw new Error('--record belongs to --smoke.');
  const { smoke = false, record = false, out = 'docs/benchmarks', note = '' } = values;
  const all = !smoke && ![...parts, ...apart].some((part) => values[part]);
  const wanted = Object.fromEntries([
    ...parts.map((part) => [part, all || values[part] === true]),
    ...apart.map((part) => [part, values[part] === true]),
  ]);
  const numbers = Object.fromEntries(Object.keys(whole).map((name) => [name, numberOf(name, values[name])]));
  return { databaseUrl, ...wanted, smoke, record, out, note, ...numbers };
}

function parse(args) {
  const texts = [...Object.keys(whole), 'out', 'note'].map((name) => [name, { type: 'string' }]);
  const booleans = flags.map((name) => [name, { type: 'boolean' }]);
  try {
    return parseArgs({ args, options: Object.fromEntries([...texts, ...booleans]) });
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0].replace(/\.$/, '')}. Use --help to see all options.`, {
      cause: error,
    });
  }
}

function numberOf(name, text) {
  if (text === undefined) return whole[name];
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new Error(`--${name} is a whole number from 1 on, not ${text}.`);
  return Number(text);
}
