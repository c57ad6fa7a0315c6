import { median } from './field.mjs';
import { figures, fittedTo, predict } from './model.mjs';

/** The whole page, from the figures of all parts. */
export const page = ({ field, transfer, size }) => `# Benchmarks

Written by \`npm run bench\` from [figures.json](figures.json). [How it is measured](../../apps/bench/README.md).

## Goals

${table(['Figure', 'Goal', 'Measured', 'Met'], goals(field, transfer))}

## The service compared with others

${measuredOn(field)} Load by wrk. Figures are medians of ${field.rounds} rounds of ${field.seconds} s in alternating order, each after ${field.warmup} s of warm-up.
The last column is the rate of the first row divided by that of the row, in the same round: median, lowest and highest. Compare ratios within a run, not
figures of different runs.

${field.scenarios.map(scenarioTable).join('\n\n')}

### Versions and databases

${servicesTable(field)}

Pages that the processes of the embedded PostgreSQL share count once. An import filled that database: ${imported(field)}

## Export and import

${measuredOn(transfer)} MB is the peak memory of the command.

${table(
  ['', 'Seconds', 'CPU s', 'MB', 'Output'],
  transfer.results.map(({ what, seconds, cpu, megabytes, output }) => [what, seconds, cpu, megabytes, output]),
)}

## Requests, disk and memory by size

One run per size. One caller sends each request twice, and the second time counts: pages of 100 bookings from anywhere, single bookings,
and 1,000 generated queries on all collections with any times. CPU, that of the service and of PostgreSQL, and blocks of 8 KiB that PostgreSQL accessed, in
memory or not, are per request.

${sizeTable(size)}

Figures for 100 and 1,000 million bookings, and those in parentheses, are predicted from ${fittedTo.map(millions).join(', ')} million: bytes on disk grow linearly, blocks of
generated queries by a power of the bookings, the others with their logarithm.
`;

/** A number with few digits, or a dash if there is none. */
function shown(value) {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The first column is text, the others are numbers. */
function table(head, rows) {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.map(shown).join(' | ')} |`).join('\n');
}

const count = (number) => number.toLocaleString('en');
const millions = (bookings) => String(bookings / 1e6);

/** Date, data and machine of a measurement. */
function measuredOn({ date, bookings, postgres, node, cores }) {
  const machine = `PostgreSQL ${postgres} and Node ${node}, ${cores} cores for everything`;
  return `Measured on ${date} with ${count(bookings)} bookings on ${machine}.`;
}

const find = (list, wanted) => list.find(({ id }) => id === wanted);

function goals({ scenarios, services }, { results }) {
  const of = (scenario, contestant) => find(find(scenarios, scenario).contestants, contestant);
  const rate = (scenario, other) => median(of(scenario, other).ratios);
  const service = of('list-16', 'service');
  const whole = find(results, 'import');
  const { seconds } = services.find((one) => one.imported).imported;
  const rows = [
    ['100 bookings, 16 callers: times PostgREST', '≥', 8, rate('list-16', 'postgrest')],
    ['100 bookings, 16 callers: part of the limit', '≥', 0.5, rate('list-16', 'limit')],
    ['100 bookings, 1 caller: times PostgREST', '≥', 6, rate('list-1', 'postgrest')],
    ['100 bookings, 1 caller: part of the limit', '≥', 0.4, rate('list-1', 'limit')],
    ['One booking: times PostgREST', '≥', 12, rate('get', 'postgrest')],
    ['One booking: part of the limit', '≥', 0.5, rate('get', 'limit')],
    ['One booking: part of a Nest controller that returns a constant', '≥', 0.75, rate('get', 'constant')],
    ['304: times the 200', '≥', 3, rate('again', 'changed')],
    ['CPU of PostgreSQL for 100 bookings, ms', '≤', 1.3, service.databaseCpu],
    ['CPU of Node for 100 bookings, ms', '≤', 2, service.serviceCpu],
    ['Resident memory under load, MB', '≤', 240, service.memory],
    ['Start until ready, s', '≤', 1.5, services[0].seconds],
    ['Import into an empty database, s', '≤', 100, whole.seconds],
    ['Import into an empty database, MB', '≤', 400, whole.megabytes],
    ['Import into the embedded database, s', '≤', 60, seconds],
  ];
  return rows.map(([text, bound, goal, measured]) => {
    const isMet = bound === '≥' ? measured >= goal : measured <= goal;
    return [text, `${bound} ${goal}`, measured, measured === null ? '–' : isMet ? '✅' : '❌'];
  });
}

function scenarioTable({ title, contestants }) {
  const head = ['', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms', 'KB', 'Times as fast'];
  const rows = contestants.map(({ name, rate, p50, p99, serviceCpu, databaseCpu, kilobytes, ratios }) => {
    const [middle, low, high] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(shown);
    const spread = low === high ? middle : `${middle} (${low}–${high})`;
    return [name, rate, p50, p99, serviceCpu, databaseCpu, kilobytes, spread];
  });
  return `### ${title}\n\n${table(head, rows)}`;
}

function servicesTable({ scenarios, services }) {
  const of = (scenario, id) => find(find(scenarios, scenario).contestants, id);
  const rows = services.map(({ id, name, node, postgres, bookings, seconds, databaseMemory }) => {
    const [pages, gets] = [of('list-16', id), of('get', id)];
    const memory = Math.max(pages.memory, gets.memory);
    return [name, node, postgres, count(bookings), seconds, pages.rate, gets.rate, memory, databaseMemory];
  });
  const rates = ['Pages/s', 'Gets/s', 'MB under load', 'PostgreSQL MB'];
  return table(['', 'Node', 'PostgreSQL', 'Bookings', 'Ready after s', ...rates], rows);
}

function imported({ services }) {
  const { bookings, imported: cost } = services.find((one) => one.imported);
  return `${count(bookings)} bookings in ${shown(cost.seconds)} s, with at most ${shown(cost.megabytes)} MB in the command.`;
}

function sizeTable(sizes) {
  const rows = figures.map(([name, value, grows]) => {
    const predicted = (bookings) => predict(sizes, value, grows, bookings);
    const measured = sizes.map((size) => {
      const isChecked = grows && !fittedTo.includes(size.bookings);
      return isChecked ? `${shown(value(size))} (${shown(predicted(size.bookings))})` : value(size);
    });
    return [name, ...measured, predicted(1e8), predicted(1e9)];
  });
  const heads = sizes.map(({ bookings }) => millions(bookings));
  return table(['Million bookings', ...heads, '100', '1,000'], rows);
}
