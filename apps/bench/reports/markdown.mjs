import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A number as a reader wants it: few digits, and a dash where there is none. */
export function shown(value, unit = '') {
  if (value === null || value === undefined) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit ? `${number} ${unit}` : number;
}

/** Whether a goal is met; null where it was not measured. */
export const mark = (met) => (met === null ? '–' : met ? '✅' : '❌');

/** As JSON, with no more digits than a measurement has. */
export const json = (report) =>
  JSON.stringify(report, (_, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value));

/** The first column is text, the others are numbers. */
export function table(head, rows) {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Where and when, and what the caller wants to be said of it. */
export function measuredOn({ postgres, bookings }, note) {
  const date = new Date().toISOString().slice(0, 10);
  const cores = availableParallelism();
  return (
    `Measured on ${date} with ${bookings.toLocaleString('en')} bookings on PostgreSQL ${postgres} and ` +
    `Node ${process.versions.node}, ${cores} cores for everything.${note && ` ${note}`}`
  );
}

/** In the form that the workspace's documents have. */
export async function writeReport(folder, name, text, say) {
  const file = join(resolve(root, folder), name);
  await mkdir(resolve(root, folder), { recursive: true });
  await writeFile(file, name.endsWith('.svg') ? text : (await format(name, text)).code);
  say(`Wrote ${file}.`);
}
