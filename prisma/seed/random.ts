/** Pseudo-random numbers (sfc32): only 32-bit integer steps, so that every machine draws the same. */
export class Random {
  private counter = 1;

  constructor(
    private a: number,
    private b: number,
    private c: number,
  ) {
    for (let round = 0; round < 12; round++) this.uint32();
  }

  uint32(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0, below 1. */
  fraction(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** An integer from 0, below `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return itemAt(items, this.below(items.length));
  }

  /** A random UUID of version 7 (RFC 9562) with that timestamp (SHAPE-3). */
  uuidV7(milliseconds: number): string {
    const high = Math.floor(milliseconds / 0x1_0000);
    const [first, second, third] = [this.uint32(), this.uint32(), this.uint32()];
    const version = 0x7000 | (first & 0x0fff);
    const variant = 0x8000 | ((first >>> 16) & 0x3fff);
    return `${hex32(high)}-${hex16(milliseconds % 0x1_0000)}-${hex16(version)}-${hex16(variant)}-${hex16(second)}${hex32(third)}`;
  }

  /** Up to `count` different items, in the order of the list. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    let wanted = Math.min(count, items.length);
    return items.filter((_, index) => {
      const taken = this.fraction() * (items.length - index) < wanted;
      if (taken) wanted--;
      return taken;
    });
  }
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex16 = (word: number): string => `${bytes[(word >>> 8) & 0xff]}${bytes[word & 0xff]}`;
const hex32 = (word: number): string => hex16(word >>> 16) + hex16(word);

/** A node in the tree of random numbers. Draws below one label never depend on draws below another. */
export class Stream {
  private constructor(
    private readonly low: number,
    private readonly high: number,
  ) {}

  static root(seed: number): Stream {
    return new Stream(0x9e3779b9, 0x243f6a88).with(seed % 0x1_0000_0000).with(Math.floor(seed / 0x1_0000_0000));
  }

  child(label: string): Stream {
    return [...label].reduce((stream, letter) => stream.with(letter.codePointAt(0) ?? 0), this.with(label.length));
  }

  /** The random numbers of one item, such as the row at that index. */
  at(index: number, part = 0): Random {
    const { low, high } = this.with(index).with(part);
    return new Random(low, high, low ^ high);
  }

  /** Makes `count` items, each from its own random numbers. */
  times<Made>(count: number, make: (random: Random, index: number) => Made): Made[] {
    return Array.from({ length: count }, (_, index) => make(this.at(index), index));
  }

  private with(value: number): Stream {
    const low = scramble(this.low ^ scramble(value + 0x7ed55d16));
    return new Stream(low, scramble(this.high + Math.imul(low, 0x85ebca6b)));
  }
}

function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return bits ^ (bits >>> 15);
}

/** The item at that index, modulo the length of a list that is not empty. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError(`Item ${index} does not exist in a list of ${items.length} items.`);
  return item;
}
