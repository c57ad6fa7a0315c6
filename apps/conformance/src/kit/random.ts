import { createHash } from 'node:crypto';

/** Pseudo-random numbers, equal for equal seeds. */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  integer(below: number): number {
    return Math.floor(this.next() * below);
  }

  sample<Item>(items: readonly Item[], count: number): Item[] {
    const picked = [...items];
    const length = Math.min(count, picked.length);
    for (let at = 0; at < length; at += 1) {
      const other = at + this.integer(picked.length - at);
      const [one, two] = [picked[at], picked[other]];
      if (one !== undefined && two !== undefined) [picked[at], picked[other]] = [two, one];
    }
    return picked.slice(0, length);
  }
}
