/** Repeatable random choices from a seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number between two bounds, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  pickOrNull<Item>(items: readonly Item[], share: number): Item | null {
    return items.length > 0 && this.chance(share) ? this.pick(items) : null;
  }

  /** A random selection of at most `max` items, in their order. */
  sample<Item>(items: readonly Item[], max: number): Item[] {
    const share = items.length === 0 ? 0 : max / items.length;
    return items.filter(() => this.chance(share * 0.6)).slice(0, max);
  }

  private hex(digits: number): string {
    return Array.from({ length: digits }, () => this.between(0, 15).toString(16)).join('');
  }

  /** A UUID of version 7 whose time is unrelated to when the row was made (SHAPE-3). */
  uuid(): string {
    const time = (1_700_000_000_000 + this.between(0, 90_000_000) * 1000).toString(16).padStart(12, '0');
    const variant = this.pick(['8', '9', 'a', 'b']);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`;
  }
}

/** The items of a list in rotation, so that each is used. */
export function inTurn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing to rotate through.');
  return item;
}

export const countTo = (size: number): number[] => Array.from({ length: size }, (_, index) => index);
