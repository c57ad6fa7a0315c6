import { appendFileSync } from 'node:fs';

/** Notes what `npm run bench -- --faults` reports, which runs these tests; nothing on any other run. */
export function figure(what: string, value: number, unit: 'ms' | 'MB' | '' = 'ms'): void {
  const file = process.env['FAULT_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, unit })}\n`);
}

/** The milliseconds that the work took, noted. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work();
  figure(what, performance.now() - since);
  return result;
}
