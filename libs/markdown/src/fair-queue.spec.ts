import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

describe('FairQueue', () => {
  it.each([
    ['serves owners in turn, and the items of each in order', 10, 'a1:1 a2:1 a3:1 b1:1 b2:1', 'a1 b1 a2 b2 a3', ''],
    ['rejects an item if the queue is full', 4, 'a1:2 a2:2 a3:1', 'a1 a2', 'a3'],
    ['rejects the last item of the owner with the most', 4, 'a1:2 a2:2 b1:1', 'a1 b1', 'a2'],
    ['rejects the new item of an owner that would have the most', 4, 'a1:2 b1:2 b2:1', 'a1 b1', 'b2'],
    ['rejects the new item of an owner that would have as much as another', 4, 'a1:3 b1:3', 'a1', 'b1'],
    ['rejects an item that exceeds the maximum weight', 4, 'a1:5', '', 'a1'],
  ])('keeps its order and maximum weight: %s', (_, maxWeight, added, taken, rejected) => {
    const queue = new FairQueue<string>(maxWeight);
    const pairs = added.split(' ').map((each) => each.split(':'));
    // The first letter of an item is its owner.
    expect(pairs.flatMap(([item = '', weight]) => queue.add(item.charAt(0), item, Number(weight))).join(' ')).toBe(
      rejected,
    );
    expect(pairs.flatMap(() => queue.take() ?? []).join(' ')).toBe(taken);
  });

  it('frees the weight of items that are taken or rejected', () => {
    const queue = new FairQueue<number>(2);
    for (let round = 0; round < 5; round += 1) {
      expect([queue.add('a', 1, 1), queue.add('b', 2, 1), queue.add('b', 3, 1)]).toEqual([[], [], [3]]);
      expect([queue.take(), queue.take(), queue.take()]).toEqual([1, 2, undefined]);
    }
  });
});
