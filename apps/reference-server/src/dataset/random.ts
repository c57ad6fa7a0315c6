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

  pick<Item>(items: readonly Item[]): Item {
    return inTurn(items, Math.floor(this.fraction() * items.length));
  }

  /** A random selection of at most `max` items, in their order. */
  sample<Item>(items: readonly Item[], max: number): Item[] {
    return items.filter(() => this.fraction() < (0.6 * max) / items.length).slice(0, max);
  }

  /** A UUID of version 7 whose time is unrelated to when the row was made (SHAPE-3). */
  uuid(): string {
    const time = (1_700_000_000_000 + Math.floor(this.fraction() * 90_000_000) * 1000).toString(16).padStart(12, '0');
    const word = (): string =>
      Math.floor(this.fraction() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const hex = word() + word() + word();
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
  }
}

/** The items of a list in rotation, so that each is used. */
export function inTurn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing to choose from.');
  return item;
}

export const countTo = (size: number): number[] => Array.from({ length: size }, (_, index) => index);
