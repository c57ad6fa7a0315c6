import { json, mark, measuredOn, shown, table, writeReport } from './markdown.mjs';

const most = 0.1;

/** What reading loses while the catalogue changes: through the service, and by the least that can change it. */
export async function writeChanges(measured, where, options, say) {
  const { rounds, seconds, warmup, note, out } = options;
  const run = { date: new Date().toISOString(), ...where, rounds, seconds, warmup, note };
  const row = (name, { rate, p50, p99, serviceCpu, databaseCpu }) => [
    name,
    ...[rate, p50, p99, serviceCpu, databaseCpu].map((value) => shown(value)),
  ];
  const percent = ({ lost }) => `${shown(100 * lost)} %`;
  const [changes, limit] = measured;
  const text = `# Reading while the catalogue changes

Written by \`npm run bench -- --changes\`. ${measuredOn(where, note)} ${rounds} pairs of rounds of ${seconds} s, medians.

16 callers read 100 bookings from anywhere; beside them a unit changes its state each second, and ${shown(changes.writes)}
projects are changed each second through the same service, by requests from the same machine. Reading loses ${percent(changes)} of its
rate (aim: below ${100 * most} %). The CPU of a read has that of the writes in it.

Where \`node:http\` and \`pg\` change ${shown(limit.writes)} projects a second instead, without a question asked and in one transaction of two
statements, reading loses ${percent(limit)}: so much of these cores takes a change at least, and the request for it.

${table(
  ['', 'Reads/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms'],
  [row('Nothing changes', changes.quiet), ...measured.map(({ name, changing }) => row(name, changing))],
)}
`;
  await writeReport(out, 'changes.json', json({ run, measured }), say);
  await writeReport(out, 'changes.md', text, say);
  say(`${mark(changes.lost < most)} reading loses ${percent(changes)} while the catalogue changes`);
}
