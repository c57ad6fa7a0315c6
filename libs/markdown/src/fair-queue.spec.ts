import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

function queueOf(maxWeight: number, ...added: readonly (readonly [owner: string, item: string, weight: number])[]) {
  const queue = new FairQueue<string>(maxWeight);
  const refused = added.flatMap(([owner, item, weight]) => queue.add(owner, item, weight));
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return { taken, refused };
}

describe('FairQueue', () => {
  it('serves the owners in turn, and each in its order', () => {
    expect(queueOf(10, ['a', 'a1', 1], ['a', 'a2', 1], ['a', 'a3', 1], ['b', 'b1', 1], ['b', 'b2', 1])).toEqual({
      taken: ['a1', 'b1', 'a2', 'b2', 'a3'],
      refused: [],
    });
  });

  it('refuses what finds no room to the owner with the most', () => {
    expect(queueOf(4, ['a', 'a1', 2], ['a', 'a2', 2], ['a', 'a3', 1])).toEqual({
      taken: ['a1', 'a2'],
      refused: ['a3'],
    });
    expect(queueOf(4, ['a', 'a1', 2], ['a', 'a2', 2], ['b', 'b1', 1])).toEqual({
      taken: ['a1', 'b1'],
      refused: ['a2'],
    });
    expect(queueOf(4, ['a', 'a1', 2], ['b', 'b1', 2], ['b', 'b2', 1])).toEqual({
      taken: ['a1', 'b1'],
      refused: ['b2'],
    });
    expect(queueOf(4, ['a', 'a1', 5])).toEqual({ taken: [], refused: ['a1'] });
  });

  it('has room again for as much as was taken or refused', () => {
    const queue = new FairQueue<number>(2);
    for (let round = 0; round < 5; round += 1) {
      expect([queue.add('a', 1, 1), queue.add('b', 2, 1), queue.add('b', 3, 1)]).toEqual([[], [], [3]]);
      expect([queue.take(), queue.take(), queue.take()]).toEqual([1, 2, undefined]);
    }
  });
});
