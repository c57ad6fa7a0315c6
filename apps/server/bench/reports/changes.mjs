import { json, mark, measuredOn, shown, table, writeReport } from './markdown.mjs';

const most = 0.1;

/** What reading loses while the catalogue changes. */
export async function writeChanges(changes, where, options, say) {
  const { rounds, seconds, warmup, note, out } = options;
  const run = { date: new Date().toISOString(), ...where, rounds, seconds, warmup, note };
  const row = (name, { rate, p50, p99, serviceCpu, databaseCpu }) => [
    name,
    ...[rate, p50, p99, serviceCpu, databaseCpu].map((value) => shown(value)),
  ];
  const lost = `${shown(100 * changes.lost)} %`;
  const text = `# Reading while the catalogue changes

Written by \`npm run bench -- --changes\`. ${measuredOn(where, note)} ${rounds} pairs of rounds of ${seconds} s, medians.

16 callers read 100 bookings from anywhere; beside them a unit changes its state each second, and ${shown(changes.writes)}
projects are changed each second through the same service, by requests from the same machine. Reading loses ${lost} of its
rate (aim: below ${100 * most} %). The CPU of a read has that of the writes in it.

${table(
  ['', 'Reads/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms'],
  [row('Nothing changes', changes.quiet), row('Changes', changes.changing)],
)}
`;
  await writeReport(out, 'changes.json', json({ run, ...changes }), say);
  await writeReport(out, 'changes.md', text, say);
  say(`${mark(changes.lost < most)} reading loses ${lost} while the catalogue changes`);
}
