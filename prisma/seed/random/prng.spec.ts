import { describe, expect, it } from '@jest/globals';
import { itemAt, Random, Stream } from './prng.js';

const draw = (random: Random, count = 4) => Array.from({ length: count }, () => random.uint32());

describe('Stream', () => {
  it('draws the same below the same seed, label and index', () => {
    expect(draw(Stream.root(7).child('members').at(3))).toEqual(draw(Stream.root(7).child('members').at(3)));
  });

  it('draws something else below another seed, label, index or part', () => {
    const members = Stream.root(7).child('members');
    const others = [
      Stream.root(8).child('members').at(3),
      Stream.root(7).child('membres').at(3),
      members.at(4),
      members.at(3, 1),
      members.at(0, 3),
    ];
    expect(new Set([members.at(3), ...others].map((random) => draw(random).join())).size).toBe(6);
  });

  it('gives neighbours nothing in common', () => {
    const firsts = Array.from({ length: 10_000 }, (_, index) => Stream.root(1).child('rows').at(index).uint32());
    expect(new Set(firsts).size).toBeGreaterThan(9_980);
    const mean = firsts.reduce((sum, value) => sum + value / 2 ** 32, 0) / firsts.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  });
});

describe('Random', () => {
  const random = new Random(1, 2, 3);

  it('draws each number of a range, both ends included, about equally often', () => {
    const counts = new Map<number, number>();
    for (let round = 0; round < 6000; round++) {
      const value = random.between(-1, 4);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((one, other) => one - other)).toEqual([-1, 0, 1, 2, 3, 4]);
    expect(Math.min(...counts.values())).toBeGreaterThan(850);
  });

  it('samples different items in their order, at most all of them', () => {
    for (let count = 0; count <= 7; count++) {
      const sample = random.sample(['a', 'b', 'c', 'd', 'e'], count);
      expect(sample).toEqual([...new Set(sample)].sort());
      expect(sample).toHaveLength(Math.min(count, 5));
    }
  });

  it('refuses to pick from nothing', () => {
    expect(() => random.pick([])).toThrow(RangeError);
    expect(() => itemAt([], 0)).toThrow(RangeError);
  });
});
