import { availableParallelism } from 'node:os';
import { json, shown, table, writeReport } from './markdown.mjs';

/** What to expect of the embedded database. */
export async function writeEmbedded(embedded, { out, note, rounds, seconds, warmup }, say) {
  const { bookings, filling, start, memory, scenarios } = embedded;
  const date = new Date().toISOString();
  const run = { date, node: process.versions.node, rounds, seconds, warmup, note };
  const text = `# The embedded database

Written by \`npm run bench -- --embedded\`. Measured on ${date.slice(0, 10)} with ${bookings.toLocaleString('en')} bookings and what belongs to them, Node
${process.versions.node} and ${availableParallelism()} cores for everything.${note && ` ${note}`} Medians of ${rounds} rounds of ${seconds} s.

- To fill the data directory takes ${shown(filling.seconds, 's')} and up to ${shown(filling.megabytes, 'MB')} of memory.
- A start takes ${shown(start.seconds, 's')}, and then ${shown(start.megabytes, 'MB')} of memory; behind all the requests it is ${shown(memory, 'MB')}.

${table(
  ['', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU ms'],
  scenarios.map(({ title, rate, p50, p99, cpu }) => [title, ...[rate, p50, p99, cpu].map((value) => shown(value))]),
)}
`;
  await writeReport(out, 'embedded.json', json({ run, ...embedded }), say);
  await writeReport(out, 'embedded.md', text, say);
}
