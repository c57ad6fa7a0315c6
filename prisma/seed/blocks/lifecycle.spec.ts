import { describe, expect, it } from '@jest/globals';
import { Stream } from '../random/prng.js';
import { clockAt } from '../time/clock.js';
import { ended, lifeOf, publicationOf, within } from './lifecycle.js';

const clock = clockAt(Date.parse('2026-03-01T10:15:30.123Z'));
const stream = Stream.root(1).child('lives');
const indexes = Array.from({ length: 2000 }, (_, index) => index);

describe('the life of a row', () => {
  it('SHAPE-7: begins before it changes, and is published and deleted between', () => {
    for (const index of indexes) {
      const random = stream.at(index);
      const alive = lifeOf(clock, random, index, index % 3 === 0 ? clock.at - index : undefined);
      const { publishedAt } = publicationOf(index, alive, random);
      const dead = ended(alive, clock, random);
      const order = [
        clock.opening,
        alive.createdAt,
        publishedAt ?? alive.createdAt,
        alive.updatedAt,
        dead.updatedAt,
        clock.at,
      ];
      expect(order).toEqual([...order].sort((one, other) => one - other));
      expect(dead).toEqual({ ...alive, updatedAt: dead.updatedAt, deletedAt: dead.updatedAt });
    }
  });

  it('PAGE-4: is made in one instant for half of all rows, and changed in another for half of all', () => {
    const lives = indexes.map((index) => lifeOf(clock, stream.at(index), index));
    expect(lives.filter(({ createdAt }) => createdAt === clock.opening).length).toBeGreaterThanOrEqual(1000);
    expect(lives.filter(({ updatedAt }) => updatedAt === clock.conversion).length).toBeGreaterThanOrEqual(1000);
  });
});

describe('within', () => {
  it('reaches both ends of a stretch, and is its start where there is none', () => {
    const drawn = new Set(indexes.map((index) => within(stream.at(index), 3, 5)));
    expect([...drawn].sort()).toEqual([3, 4, 5]);
    expect([within(stream.at(0), 7, 7), within(stream.at(0), 7, 2)]).toEqual([7, 7]);
  });
});
