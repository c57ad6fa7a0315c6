import { describe, expect, it } from '@jest/globals';
import { itemAt, Stream } from './random.js';

const draw = (random: { uint32(): number }) => Array.from({ length: 4 }, () => random.uint32()).join();

describe('random numbers', () => {
  it('are the same below the same seed, label, index and part, and others below others', () => {
    const members = Stream.root(7).child('members');
    const all = [
      members.at(3),
      Stream.root(8).child('members').at(3),
      Stream.root(7).child('membres').at(3),
      ...[members.at(4), members.at(3, 1), members.at(0, 3)],
    ];
    expect(new Set(all.map(draw)).size).toBe(6);
    expect(draw(Stream.root(7).child('members').at(3))).toBe(draw(members.at(3)));
  });

  it('have nothing in common in neighbouring rows', () => {
    const firsts = Stream.root(1).times(10_000, (random) => random.uint32());
    expect(new Set(firsts).size).toBeGreaterThan(9_980);
    const mean = firsts.reduce((sum, value) => sum + value / 2 ** 32, 0) / firsts.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  });

  it('reach both ends of a range about equally often, and sample different items in order', () => {
    const random = Stream.root(1).at(0);
    const drawn = Array.from({ length: 6000 }, () => random.between(-1, 4));
    const counts = [-2, -1, 0, 1, 2, 3, 4, 5].map((value) => drawn.filter((each) => each === value).length);
    expect(counts.map((count) => count > 850)).toEqual([false, true, true, true, true, true, true, false]);
    for (let count = 0; count <= 7; count++) {
      const sample = random.sample(['a', 'b', 'c', 'd', 'e'], count);
      expect(sample).toEqual([...new Set(sample)].sort());
      expect(sample).toHaveLength(Math.min(count, 5));
    }
    expect(() => itemAt([], 0)).toThrow(RangeError);
  });

  it.each([0, 1, 1_700_000_000_123, 2 ** 48 - 1])('SHAPE-3: a UUID carries the millisecond %d', (milliseconds) => {
    const ids = Stream.root(1).times(1000, (random) => random.uuidV7(milliseconds));
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(milliseconds);
    }
    expect(new Set(ids).size).toBe(1000);
  });
});
