import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

/** The middle value, or the mean of the two middle values. */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)];
}

/** The median of each figure over several results, ignoring those that could not be measured. */
export function medians(results, figures) {
  const of = (figure) => results.map((result) => result[figure]).filter((value) => value !== null);
  return Object.fromEntries(figures.map((figure) => [figure, median(of(figure))]));
}

/** A number with few digits, or a dash for null. */
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

/** A table of goals, each with a `min` or `max` and the measured value, which is null if it could not be measured. */
export function goalTable(goals) {
  const rows = goals.map(({ text, min, max, measured }) => {
    const met = min === undefined ? measured <= max : measured >= min;
    const mark = measured === null ? '–' : met ? '✅' : '❌';
    return [text, min === undefined ? `≤ ${max}` : `≥ ${min}`, shown(measured), mark];
  });
  return table(['Figure', 'Goal', 'Measured', 'Met'], rows);
}

/** Date, data and machine of a measurement. */
export function measuredOn({ postgres, bookings }) {
  const date = new Date().toISOString().slice(0, 10);
  const database = postgres ? ` on PostgreSQL ${postgres}` : ' in the embedded database';
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores for everything`;
  return `Measured on ${date} with ${bookings.toLocaleString('en')} bookings${database} and ${machine}.`;
}

/** Writes a report, formatted like the other documents. */
export async function writeReport(name, text, say) {
  const file = fileURLToPath(new URL(`../../docs/benchmarks/${name}.md`, import.meta.url));
  await writeFile(file, (await format(file, text)).code);
  say(`Wrote ${file}.`);
}
