import { appendFileSync } from 'node:fs';

/** Records a figure for `npm run bench -- --faults`, which runs these tests; does nothing in other runs. */
export function figure(what: string, value: number, unit: 'ms' | 'MB' | '' = 'ms'): void {
  const file = process.env['FAULT_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, unit })}\n`);
}

/** Records and returns the milliseconds that the work took. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work();
  figure(what, performance.now() - since);
  return result;
}
