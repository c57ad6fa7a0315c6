import { json, mark, measuredOn, shown, table, writeReport } from './markdown.mjs';

/** Whether the same load takes the same after a while. */
export async function writeSoak(results, where, { out, note, minutes }, say) {
  const text = `# The same load for a long time

Written by \`npm run bench -- --soak --minutes ${minutes}\`. ${measuredOn(where, note)} The embedded database has 5,000 bookings.

Pages, filters, gets and changes of projects, asked of a service on each database at the same time, at 70 % of the rate that each
reached just before beside the other, whether earlier requests are answered or not. Flat means: nothing failed, and in the last
third memory was at most a tenth, and half of the requests at most half as long again above what they were in the second third.

${results.map(section).join('\n\n')}
`;
  await writeReport(out, 'soak.json', json({ run: { ...where, note, minutes }, results }), say);
  await writeReport(out, 'soak.md', text, say);
  for (const { database, flat } of results) say(`${mark(flat)} ${database} is ${flat ? 'flat' : 'not flat'}`);
}

const section = ({ database, highest, rate, rows, growth, failed, flat }) => `## On ${where(database)}

${flat ? '**Flat**' : '**Not flat**'}: memory ${shown(growth.memory)} times, p50 ${shown(growth.p50)} times what it was in the second
third; ${failed} requests failed. ${shown(rate)} requests a second, of ${shown(highest)}.

${table(
  ['Minute', 'Requests/s', 'Failed', 'p50 ms', 'p99 ms', 'Memory MB'],
  rows.map(({ minute, rate: reached, failed: lost, p50, p99, memory }) => [
    shown(minute),
    shown(reached),
    String(lost),
    shown(p50),
    shown(p99),
    shown(memory),
  ]),
)}`;

const where = (database) => (database === 'embedded' ? 'the embedded database' : database);
