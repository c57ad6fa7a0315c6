import type { Exchange } from './exchange.js';

/** How long one operation took, in milliseconds. */
export interface Latency {
  readonly operation: string;
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

const uuid = /\/[0-9a-f]{8}-[0-9a-f-]{27}(?=$|\/)/i;

/** The answer times of a run, by operation. Refused requests would only make them look better. */
export class Latencies {
  private readonly times = new Map<string, number[]>();

  add(method: string, path: string, { status, milliseconds }: Exchange): void {
    if (status < 200 || status > 299) return;
    const operation = `${method} ${path.replace(/\?.*$/s, '').replace(uuid, '/{id}')}`;
    const times = this.times.get(operation);
    if (times) times.push(milliseconds);
    else this.times.set(operation, [milliseconds]);
  }

  summary(): Latency[] {
    const at = (sorted: readonly number[], part: number): number =>
      Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10;
    return [...this.times]
      .map(([operation, times]) => {
        const sorted = [...times].sort((a, b) => a - b);
        return { operation, count: sorted.length, median: at(sorted, 0.5), p95: at(sorted, 0.95), most: at(sorted, 1) };
      })
      .sort((a, b) => (a.operation < b.operation ? -1 : 1));
  }
}
