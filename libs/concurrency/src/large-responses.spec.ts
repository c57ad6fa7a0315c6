import { describe, expect, it } from '@jest/globals';
import { LargeResponses } from './large-responses.js';

describe('large responses (RATE-4)', () => {
  it('are built four at a time, plus one of another collection, since the four may wait for one table (ERR-6)', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const held = (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const large = new LargeResponses();
    const names = ['a', 'a', 'a', 'a', 'a', 'b', 'b'];
    const all = names.map((name) => large.begin(name, held(name)));
    expect(begun.join('')).toBe('aaaab');
    // A started response continues regardless of others.
    all.push(large.continue(held('sent')));
    expect(begun.at(-1)).toBe('sent');
    while (begun.length < all.length || ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect([...begun].sort()).toEqual([...names, 'sent'].sort());
  });
});
