import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

/** The middle value; of an even number the mean of the two. */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)];
}

/** Of several results the median of each figure, without those that could not be measured. */
export function medians(results, figures) {
  const of = (figure) => results.map((result) => result[figure]).filter((value) => value !== null);
  return Object.fromEntries(figures.map((figure) => [figure, median(of(figure))]));
}

/** A number as a reader wants it: few digits, and a dash where there is none. */
export function shown(value, unit = '') {
  if (value === null || value === undefined) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit ? `${number} ${unit}` : number;
}

/** The first column is text, the others are numbers. */
export function table(head, rows) {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A table of goals, each with `least` or `most` and what was measured; null where it could not be. */
export function goalTable(goals) {
  const rows = goals.map(({ text, least, most, measured }) => {
    const met = least === undefined ? measured <= most : measured >= least;
    const mark = measured === null ? '–' : met ? '✅' : '❌';
    return [text, least === undefined ? `≤ ${most}` : `≥ ${least}`, shown(measured), mark];
  });
  return table(['Figure', 'Goal', 'Measured', 'Met'], rows);
}

/** When and where it was measured. */
export function measuredOn({ postgres, bookings }) {
  const date = new Date().toISOString().slice(0, 10);
  const database = postgres ? ` on PostgreSQL ${postgres}` : ' in the embedded database';
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores for everything`;
  return `Measured on ${date} with ${bookings.toLocaleString('en')} bookings${database} and ${machine}.`;
}

/** In the form that the workspace's documents have. */
export async function writeReport(name, text, say) {
  const file = fileURLToPath(new URL(`../../docs/benchmarks/${name}.md`, import.meta.url));
  await writeFile(file, (await format(file, text)).code);
  say(`Wrote ${file}.`);
}
